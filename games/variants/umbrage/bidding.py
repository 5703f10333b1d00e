"""A two-player auction in which every pass over a contract leads to a draw from the bridge (UM-5 to UM-13).

`Bidding` holds the calls and says who may call; `BridgeDraw` says how many cards may be exchanged. Neither class knows
which cards the players hold.
"""

from dataclasses import dataclass, replace

from games.calls import BIDS, DOUBLE, PASS, REDOUBLE, bid_height, is_bid
from games.players import OPPONENT, PLAYERS
from games.requests import Refusal
from games.wording import call_name

MOST_AT_ONCE = 13  # a whole hand (UM-13d)


@dataclass(frozen=True, slots=True)
class Bidding:
    """The calls so far, as (player, call) pairs. `first` (the dealer) makes the first call.

    `bidder` made the last bid, `bid`. `doubled` says whether that bid is doubled ("", "X", "XX"). `drawn` is True if a
    draw has followed the last call, so that the bidder calls next and may not pass (UM-8). If `keeps_double` is true,
    a bid that is repeated stays doubled (UM-9).
    """

    first: str
    keeps_double: bool = False
    calls: tuple[tuple[str, str], ...] = ()
    bidder: str = ""
    bid: str = ""
    doubled: str = ""
    drawn: bool = False

    @property
    def caller(self) -> str:
        """The player whose turn it is to call. The value is meaningless while `pauses` is true."""
        if self.drawn:
            return self.bidder
        return OPPONENT[self.calls[-1][0]] if self.calls else self.first

    @property
    def last(self) -> str:
        """The last call, or "" before the first call."""
        return self.calls[-1][1] if self.calls else ""

    @property
    def pauses(self) -> bool:
        """True if someone has just passed over a contract, so that cards may be drawn before anything else (UM-7)."""
        return self.last == PASS and bool(self.bid) and not self.drawn

    @property
    def thrown_in(self) -> bool:
        """True if both players passed at the start (UM-6)."""
        return not self.bid and len(self.calls) == 2

    def refusal(self, call: str) -> Refusal | None:
        """Return why the player whose turn it is may not make this call, or None if it is legal (UM-13a)."""
        if self.drawn and not is_bid(call):
            sentence = f"After the draw you must bid: repeat {call_name(self.bid)} or bid higher"
            return sentence, "UM-8"
        if call == PASS:
            return None
        if call == DOUBLE:
            fits = is_bid(self.last) and not self.doubled
            return None if fits else ("Only a bid of your opponent can be doubled, and only once", "UM-13a")
        if call == REDOUBLE:
            fits = self.last == DOUBLE
            return None if fits else ("Only a double by your opponent can be redoubled", "UM-13a")
        return self._bid_refusal(call)

    def _bid_refusal(self, call: str) -> Refusal | None:
        if not self.bid or bid_height(call) > bid_height(self.bid) or (self.drawn and call == self.bid):
            return None
        to_beat = f"the bid to {'repeat or ' if self.drawn else ''}beat is {call_name(self.bid)}"
        return f"{call_name(call).capitalize()} is not enough: {to_beat}", "UM-13a"

    def legal(self) -> tuple[str, ...]:
        """Return the current caller's legal calls: pass, double or redouble, then bids from the lowest up."""
        return tuple(call for call in (PASS, DOUBLE, REDOUBLE, *BIDS) if self.refusal(call) is None)

    def with_call(self, call: str) -> "Bidding":
        """Return the bidding after this legal call. A redouble is automatically followed by a pass (UM-5)."""
        after = replace(self, calls=(*self.calls, (self.caller, call)), drawn=False)
        if call == REDOUBLE:
            return replace(after, doubled=call).with_call(PASS)
        if call == DOUBLE:
            return replace(after, doubled=call)
        if call == PASS:
            return after
        kept = self.doubled if self.keeps_double and call == self.bid else ""
        return replace(after, bidder=self.caller, bid=call, doubled=kept)

    def after_draw(self) -> "Bidding":
        """Return the bidding after the draw, when the bidder has to bid again (UM-8)."""
        return replace(self, drawn=True)


@dataclass(frozen=True, slots=True)
class BridgeDraw:
    """A draw after a pass. `left` is the number of cards in the bridge before the draw.

    `changed` holds the number of cards exchanged by the bidder, and then the number exchanged by the opponent.
    """

    bidder: str
    left: int
    changed: tuple[int, ...] = ()

    @property
    def player(self) -> str:
        """The player who chooses now. The value is meaningless once the draw is over."""
        return OPPONENT[self.bidder] if self.changed else self.bidder

    @property
    def most(self) -> int:
        """The maximum number of cards that this player may exchange, which is at least one (UM-7, UM-10 to UM-12)."""
        if self.changed:
            return self.changed[0] or self.left
        return max(1, self.left // 2)

    @property
    def final(self) -> bool:
        """True if the last bid is already the contract, because one card is left or the bidder drew no cards."""
        return self.left == 1 or self.changed[:1] == (0,)

    @property
    def over(self) -> bool:
        return len(self.changed) == 2 or (self.left == 1 and self.changed == (1,))

    def with_change(self, count: int) -> "BridgeDraw":
        """Return the draw after the player whose turn it is exchanges `count` cards."""
        return replace(self, changed=(*self.changed, count))

    def by_player(self) -> dict[str, int | None]:
        """Return how many cards each player exchanged, or None for a player who has not decided or was not asked."""
        first, second, *_ = (*self.changed, None, None)
        return {player: first if player == self.bidder else second for player in PLAYERS}
