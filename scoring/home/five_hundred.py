"""500 for two at home: the value of the bid, ten for each defender's trick, and who is out (FH-25 to FH-32)."""

from games.players import OPPONENT, PLAYERS, Pair, more
from scoring.home.deals import TRICKS_OF_500, Bid, Finished, result_of_500
from scoring.home.games import GamesMatch
from scoring.home.match import for_player
from scoring.home.sheet import Entry

WINNING_SCORE, SCORE_CAP = 500, 490
ALL_TEN = 250
DEFENDERS_TRICK = 10


def is_made(bid: Bid) -> bool:
    """True if the contractor made the bid by taking the tricks that it names or, in misère, no tricks at all."""
    return bid.won >= bid.tricks if bid.tricks else bid.won == 0


def contractors_points(bid: Bid) -> int:
    """Return the bid's value, at least 250 for all ten tricks, or minus its value if it failed (FH-25, FH-32)."""
    if not is_made(bid):
        return -bid.value
    return max(bid.value, ALL_TEN) if bid.won == TRICKS_OF_500 else bid.value


class FiveHundred(GamesMatch):
    """The best of three games of 500, or a single game (FH-28)."""

    @property
    def wanted(self) -> int:
        return 2 if self.options["match"] == "three" else 1

    @property
    def name(self) -> str:
        return "best of three games" if self.wanted > 1 else "one game"

    def score(self, deal: Finished) -> None:
        bid = result_of_500(deal.outcome)
        result = self.words.result(deal.outcome)
        self.counted += 1
        if bid is None:
            self.write(result, (0, 0))
            return
        gained = self._gains(bid)
        self.gain(Entry.of(result, gained, self.played + 1))
        self.write(result, gained)
        if winner := self._out(bid):
            self.win(winner)

    def _gains(self, bid: Bid) -> Pair:
        defender = OPPONENT[bid.contractor]
        tricks = (TRICKS_OF_500 - bid.won) * DEFENDERS_TRICK if bid.tricks else 0
        if self.options["out_on_tricks"] == "cap_490":
            tricks = min(tricks, max(0, SCORE_CAP - self.present().points[PLAYERS.index(defender)]))
        return more(for_player(bid.contractor, contractors_points(bid)), defender, tricks)

    def _out(self, bid: Bid) -> str | None:
        """Return the player who wins the game with this deal, or None. The contractor's points count first (FH-27)."""
        contractor = PLAYERS.index(bid.contractor)
        points = self.present().points
        if points[contractor] >= WINNING_SCORE and is_made(bid):
            return bid.contractor
        if points[contractor] <= -WINNING_SCORE:
            return OPPONENT[bid.contractor]
        if self.options["out_on_tricks"] == "yes" and points[1 - contractor] >= WINNING_SCORE:
            return OPPONENT[bid.contractor]
        return None
