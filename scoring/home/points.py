"""Points matches: a number of deals that are scored as in duplicate and added up (SOLO-26a, SC-17, UM-18c, BS-12a)."""

from collections.abc import Mapping

from games.players import OPPONENT, PLAYERS, Pair, more
from games.wording import counted
from scoring.contracts import GAME, GAME_POINTS, parts, score
from scoring.home.deals import Finished, Played, bridge_result, penalty_times
from scoring.home.match import NOBODY, VULNERABLE, RunningMatch, Vulnerable, for_player
from scoring.home.words import DRAWN_MATCH, TWICE_AFTER_UMBRAGE

LAST_PART_SCORE = 100  # Chicago with part-scores carried: a part-score made in the last deal
_SIDE = {"S": "NS", "N": "EW"}


class PointsMatch(RunningMatch):
    """A match in which the deals' points are added up. The higher total wins, and equal totals are a draw.

    If `length` is None, the match goes on until a player ends it.
    """

    @property
    def length(self) -> int | None:
        """The number of deals that count, or None if there is no limit."""
        deals = self.options.get("deals", "4")
        return None if deals == "open" else int(deals)

    @property
    def name(self) -> str:
        return f"{self.length} deals" if self.length else "any number of deals"

    def count(self) -> None:
        """Count the deal that was just scored towards the match."""
        self.counted += 1
        self.over = self.counted == self.length

    def score(self, deal: Finished) -> None:
        played = bridge_result(deal.outcome)
        result = self.words.result(deal.outcome)
        if played:
            times = penalty_times(played, deal.outcome)
            self.write(result, self._duplicate(played, times), f"; {TWICE_AFTER_UMBRAGE}" if times > 1 else "")
            self.count()
        elif self.deals_again:
            self.write(result, (0, 0), "; dealt again")
        else:
            self.write(result, (0, 0))
            self.count()

    @property
    def deals_again(self) -> bool:
        """True if a passed-out deal is dealt again by the same dealer and does not count towards the match."""
        return False

    def _duplicate(self, played: Played, times: int) -> Pair:
        """Return the duplicate score (Law 77) of the side that scores, multiplied by `times`.

        `times` is 2 for undertricks after umbrage.
        """
        side, vul = _SIDE[played.declarer], VULNERABLE[self.vulnerable]
        points = score(played.contract.text, side, vul, played.tricks) * times
        return (points, 0) if points >= 0 else (0, -points)

    def summary(self) -> str:
        if self.over:
            won = f"{self.words.wins(self.winner)} by {self._lead()}" if self.winner else DRAWN_MATCH
            whole = self.counted in (0, self.length)
            return won if whole else f"{won} after {counted(self.counted, 'deal')}"
        if not self.counted:
            return "No deal has counted yet" if self.played else "No deal is finished yet"
        ahead = f"{self.words.leads(self.winner)} by {self._lead()}" if self.winner else "All square"
        return f"{ahead} after {self._so_far()}"

    def _lead(self) -> str:
        south, north = self.totals
        return counted(abs(south - north), "point")

    def _so_far(self) -> str:
        return f"{counted(self.counted, 'deal')} of {self.length}" if self.length else counted(self.counted, "deal")


class FourDeals(PointsMatch):
    """Solo at home by Crow's rules: four deals, with nobody vulnerable (SOLO-26, SOLO-26a)."""

    @property
    def deals_again(self) -> bool:
        return self.options["passed_out"] == "redeal"


class Chicago(PointsMatch):
    """Four deals with nobody vulnerable, then one player, then the other player, then both (UM-18c).

    If the players deal in turn, the vulnerable player is the dealer. In solo, the four seats deal in turn, and two
    successive seats belong to one player. So the player who deals first also deals last, like North on boards 1 to 4
    at a club.
    """

    @property
    def name(self) -> str:
        return "Chicago"

    @property
    def vulnerable(self) -> Vulnerable:
        who = ((), (OPPONENT[self.first],), (self.first,), PLAYERS)[self.counted % 4]
        return "S" in who, "N" in who

    @property
    def deals_again(self) -> bool:
        return self.options.get("passed_out", "redeal") == "redeal"  # UM-6a; SOLO-26a


class Boards(Chicago):
    """Six or eight boards of solo, with Chicago's vulnerability again from the fifth board on (SOLO-26)."""

    @property
    def length(self) -> int:
        return int(self.options["match"].removeprefix("boards_"))

    @property
    def name(self) -> str:
        return f"{self.length} boards"


class CarriedChicago(Chicago):
    """Chicago with part-scores that carry over. The bonus of 300 or 500 for a game is scored at once (UM-18c)."""

    def __init__(self, game: str, options: Mapping[str, str], first: str) -> None:
        super().__init__(game, options, first)
        self.carried: Pair = (0, 0)

    def score(self, deal: Finished) -> None:
        played = bridge_result(deal.outcome)
        if played is None or not played.is_made:
            super().score(deal)
            return
        text, points = self._made(played)
        self.write(self.words.result(deal.outcome), for_player(played.declarer, points), f"; {text}")
        self.count()

    def _made(self, played: Played) -> tuple[str, int]:
        place = PLAYERS.index(played.declarer)
        vulnerable = self.vulnerable[place]
        made = parts(played.contract, vulnerable, played.tricks)
        points = made.below + made.overtricks + made.insult + made.slam
        towards = more(self.carried, played.declarer, made.below)
        if towards[place] >= GAME_POINTS:
            self.carried = (0, 0)
            return "a game", points + GAME[vulnerable]
        self.carried = towards
        if self.counted + 1 == self.length:
            return "a part-score in the last deal", points + LAST_PART_SCORE
        return f"{towards[place]} towards a game", points


class SecretCard(PointsMatch):
    """A match of the secret-card game (SC-17 to SC-18d).

    Vulnerability depends on the games made, and the winner of a deal may become player A in the next deal.
    """

    def __init__(self, game: str, options: Mapping[str, str], first: str) -> None:
        super().__init__(game, options, first)
        self.has_game: Vulnerable = NOBODY
        self.last_winner = self.first

    @property
    def dealer(self) -> str:
        return super().dealer if self.options["next_a"] == "alternate" else self.last_winner

    @property
    def vulnerable(self) -> Vulnerable:
        return self.has_game

    def score(self, deal: Finished) -> None:
        super().score(deal)
        played = bridge_result(deal.outcome)
        if played is None:
            return  # SC-9c: A must bid, so no deal is passed out
        self.last_winner = played.declarer if played.is_made else OPPONENT[played.declarer]
        place = PLAYERS.index(played.declarer)
        if parts(played.contract, False, played.tricks).below < GAME_POINTS:
            return
        south, north = self.has_game
        was_vulnerable = self.has_game[place]
        self.has_game = NOBODY if was_vulnerable else (south or place == 0, north or place == 1)


class SolitaireDeals(PointsMatch):
    """Bridge Solitaire as a match of deals. Nobody, the player, the stock and both are vulnerable in turn (BS-12a)."""

    @property
    def vulnerable(self) -> Vulnerable:
        return tuple(VULNERABLE)[self.counted % 4]


class SolitaireChicago(CarriedChicago):
    """Bridge Solitaire at Chicago: four deals with part-scores that carry over, as in a rubber (BS-12b).

    There is no dealer. Nobody, the player, the stock and both are vulnerable in turn.
    """

    length = 4

    @property
    def vulnerable(self) -> Vulnerable:
        return tuple(VULNERABLE)[self.counted % 4]
