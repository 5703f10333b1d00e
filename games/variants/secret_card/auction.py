"""The auction of the secret-card game (SC-6 to SC-9d): an opening bid at the one level, and raises over a pass."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.calls import BIDS, CALLS, DOUBLE, PASS, bid_height, call_name, is_bid
from games.players import OPPONENT
from games.talk import Refusal


@dataclass(frozen=True, slots=True)
class Auction:
    """`a` calls first; the players take turns."""

    a: str
    calls: tuple[str, ...] = ()

    def caller_of(self, place: int) -> str:
        """Who made, or will make, the call at this place (0 is the first)."""
        return OPPONENT[self.a] if place % 2 else self.a

    @property
    def caller(self) -> str:
        """Whose turn it is to call."""
        return self.caller_of(len(self.calls))

    def entries(self) -> Iterator[tuple[str, str]]:
        """(caller, call) from the first call on."""
        return ((self.caller_of(place), call) for place, call in enumerate(self.calls))

    def last_bid(self) -> tuple[str, str] | None:
        """(caller, bid) of the last bid, whose maker declares (SC-9c); None before the first."""
        for place in range(len(self.calls) - 1, -1, -1):
            if is_bid(self.calls[place]):
                return self.caller_of(place), self.calls[place]
        return None

    def doubled(self) -> str:
        """ "", "X" or "XX": what stands on the last bid. A higher bid cancels it (SC-9c)."""
        return next((c if not is_bid(c) else "" for c in reversed(self.calls) if c != PASS), "")

    @property
    def raising(self) -> bool:
        """Whether the caller on turn may raise his own bid, the opponent having just passed it (SC-9a)."""
        return self.calls[-1:] == (PASS,) and not self.closed

    @property
    def closed(self) -> bool:
        """A pass on a raise, on 7NT, on a double or a redouble; or two passes on a bid (SC-8, SC-9a)."""
        if len(self.calls) < 2 or self.calls[-1] != PASS:
            return False
        passed = self.calls[-2]
        return not is_bid(passed) or passed == BIDS[-1] or self._was_raise(len(self.calls) - 2)

    def _was_raise(self, place: int) -> bool:
        """Whether the bid at this place was made directly over the pass to one's own bid (SC-9b)."""
        return place >= 2 and self.calls[place - 1] == PASS

    def refusal(self, call: str) -> Refusal | None:
        """Why the caller on turn may not make this call; None if he may."""
        last = self.last_bid()
        if last is None:
            if is_bid(call) and call[0] == "1":
                return None
            return "The first call must be a bid at the one level", "SC-6"
        if call == PASS:
            return None
        if not is_bid(call):
            return self._refusal_of_double(call)
        _, bid = last
        if self.raising and call[1] not in (bid[1], "N"):
            strains = "no trump" if bid[1] == "N" else f"{call_name(bid)[2:]} or no trump"
            return f"You can raise your own bid only in {strains}", "SC-7"
        if bid_height(call) > bid_height(bid):
            return None
        return f"{call_name(call).capitalize()} is not enough: the bid to beat is {call_name(bid)}", "SC-9a"

    def _refusal_of_double(self, call: str) -> Refusal | None:
        target = self.calls[-1]
        if call == DOUBLE:
            if is_bid(target):
                return None
            return "Only a bid that your opponent has just made can be doubled", "SC-9c"
        return None if target == DOUBLE else ("Only your opponent's double can be redoubled", "SC-9c")

    def legal(self) -> tuple[str, ...]:
        """The calls that the caller on turn may make: pass, double or redouble, then bids from the lowest."""
        if self.closed:
            return ()
        return tuple(call for call in CALLS if self.refusal(call) is None)

    def with_call(self, call: str) -> "Auction":
        """The auction after this call, which must be legal (see `refusal`)."""
        return replace(self, calls=(*self.calls, call))
