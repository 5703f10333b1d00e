"""The auction in 500 for two (FH-9 to FH-13, FH-31): bids rank by value, and there are no doubles."""

from dataclasses import dataclass

from games.auction import TwoCallers
from games.five_hundred import BIDS, LADDER, MISERE, PASS, bid_height, value
from games.requests import Refusal
from games.wording import call_name

CALL_TEXTS = {f"c:{call}": call for call in (PASS, *LADDER)}


@dataclass(frozen=True, slots=True)
class FiveHundredAuction(TwoCallers):
    """An auction. `back_in` lets a player who has passed call again (FH-11). `misere` allows misère bids (FH-31)."""

    back_in: bool = True
    misere: bool = False

    @property
    def closed(self) -> bool:
        """True after two passes in a row. If a player who has passed may not call again, one pass and one bid, in
        either order, are enough (FH-11).
        """
        if not self.back_in and PASS in self.calls and self.last_bid():
            return True
        return self.calls[-2:] == (PASS, PASS)

    def refusal(self, call: str) -> Refusal | None:
        """Return why the player on turn may not make this call, or None if the call is legal."""
        if call == PASS:
            return None
        if call == MISERE and not self.misere:
            return "Misère is not bid at this table", "FH-13"
        last = self.last_bid()
        if last is None or bid_height(call) > bid_height(last[1]):
            return None
        beat = f"the bid to beat is {call_name(last[1])}, worth {value(last[1])}"
        return f"{call_name(call).capitalize()} is not enough: {beat}", "FH-9"

    def legal(self) -> tuple[str, ...]:
        """Return the current caller's legal calls: pass, then bids from the lowest up."""
        if self.closed:
            return ()
        bids = LADDER if self.misere else BIDS
        return (PASS, *(bid for bid in bids if self.refusal(bid) is None))
