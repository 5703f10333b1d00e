"""The secret-card game's auction (SC-6 to SC-9d): an opening bid at the one level, and raises over a pass."""

from dataclasses import dataclass

from games.auction import TwoCallers
from games.calls import BIDS, CALLS, DOUBLE, PASS, bid_height, is_bid
from games.requests import Refusal
from games.wording import call_name, strain_name


@dataclass(frozen=True, slots=True)
class SecretCardAuction(TwoCallers):
    """An auction. `first` is player A. The player who makes the last bid is the declarer (SC-9c)."""

    def doubled(self) -> str:
        """Return "X" or "XX" if the last bid is doubled or redoubled, or "". A higher bid cancels both (SC-9c)."""
        return next((c if not is_bid(c) else "" for c in reversed(self.calls) if c != PASS), "")

    @property
    def raising(self) -> bool:
        """True if the caller whose turn it is may raise their own bid after the opponent's pass (SC-9a)."""
        return self.calls[-1:] == (PASS,) and not self.closed

    @property
    def closed(self) -> bool:
        """True after a pass over a raise, 7NT, a double or a redouble, or after two passes over a bid (SC-8, SC-9a)."""
        if len(self.calls) < 2 or self.calls[-1] != PASS:
            return False
        passed = self.calls[-2]
        return not is_bid(passed) or passed == BIDS[-1] or self._was_raise(len(self.calls) - 2)

    def _was_raise(self, place: int) -> bool:
        """True if the bid at this place was a player's raise of their own bid directly over a pass (SC-9b)."""
        return place >= 2 and self.calls[place - 1] == PASS

    def refusal(self, call: str) -> Refusal | None:
        """Return why the player whose turn it is may not make this call, or None if it is legal."""
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
            strains = "no trump" if bid[1] == "N" else f"{strain_name(bid[1])} or no trump"
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
        """Return the current caller's legal calls: pass, double or redouble, then bids from the lowest up."""
        if self.closed:
            return ()
        return tuple(call for call in CALLS if self.refusal(call) is None)
