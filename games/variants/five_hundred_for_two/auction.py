"""The auction of 500 for two (FH-9 to FH-13, FH-31): bids by value, no doubles."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.calls import STRAIN_NAMES
from games.five_hundred import BIDS, LADDER, MISERE, PASS, bid_height, level_of, strain_of, value
from games.players import OPPONENT
from games.talk import Refusal

CALL_TEXTS = {f"c:{call}": call for call in (PASS, *LADDER)}


@dataclass(frozen=True, slots=True)
class Auction:
    """`first` calls first. `back_in`: who has passed may call again (FH-11); `misere`: it may be bid (FH-31)."""

    first: str
    back_in: bool = True
    misere: bool = False
    calls: tuple[str, ...] = ()

    def caller_of(self, place: int) -> str:
        """Who made, or will make, the call at this place (0 is the first)."""
        return OPPONENT[self.first] if place % 2 else self.first

    @property
    def caller(self) -> str:
        """Whose turn it is to call."""
        return self.caller_of(len(self.calls))

    def entries(self) -> Iterator[tuple[str, str]]:
        """(caller, call) from the first call on."""
        return ((self.caller_of(place), call) for place, call in enumerate(self.calls))

    def last_bid(self) -> tuple[str, str] | None:
        """(caller, bid) of the highest bid, which is the last one; None when nobody has bid."""
        bids = [entry for entry in self.entries() if entry[1] != PASS]
        return bids[-1] if bids else None

    @property
    def closed(self) -> bool:
        """Two passes in a row; if nobody comes back in, one pass and one bid in either order too (FH-11)."""
        if not self.back_in and PASS in self.calls and self.last_bid():
            return True
        return self.calls[-2:] == (PASS, PASS)

    def refusal(self, call: str) -> Refusal | None:
        """Why the caller on turn may not make this call; None if he may."""
        if call == PASS:
            return None
        if call == MISERE and not self.misere:
            return "Misère is not bid at this table", "FH-13"
        last = self.last_bid()
        if last is None or bid_height(call) > bid_height(last[1]):
            return None
        beat = f"the bid to beat is {bid_name(last[1])}, worth {value(last[1])}"
        return f"{bid_name(call).capitalize()} is not enough: {beat}", "FH-9"

    def legal(self) -> tuple[str, ...]:
        """The calls that the caller on turn may make: pass, then bids from the lowest."""
        if self.closed:
            return ()
        bids = LADDER if self.misere else BIDS
        return (PASS, *(bid for bid in bids if self.refusal(bid) is None))

    def with_call(self, call: str) -> "Auction":
        """The auction after this call, which must be legal (see `refusal`)."""
        return replace(self, calls=(*self.calls, call))


def bid_name(bid: str) -> str:
    """`7 diamonds`, `10 no trump`, `misère`: for sentences."""
    return f"{level_of(bid)} {STRAIN_NAMES[strain_of(bid)]}" if level_of(bid) else "misère"
