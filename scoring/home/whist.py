"""Whist for two at home: odd tricks, games and rubbers, or a number of deals (SW-14 to SW-18)."""

from games.cards import SUITS
from games.outcomes import DealResult
from games.players import PLAYERS, Pair
from games.wording import counted
from scoring.contracts import BOOK
from scoring.errors import ScoreError
from scoring.home.deals import Finished, found, pair_of, tricks_of_both
from scoring.home.games import GamesMatch
from scoring.home.match import for_player
from scoring.home.points import PointsMatch
from scoring.home.sheet import Entry, leader
from scoring.home.words import HONOURS_TOO, in_order

HONOURS = {4: 4, 3: 2}  # SW-18: all four A K Q J of trumps dealt to a side, or three
LOSERS_NONE, LOSERS_FEW, LOSERS_MORE = 3, 2, 1  # SW-17: the worth of a game by what the loser has
FOR_THE_RUBBER = 2


def odd_tricks(deal: Finished) -> Pair:
    """Return a point for each trick over six, given to the side that took it (SW-14).

    Raise ScoreError unless both sides' tricks add up to 13.
    """
    tricks = tricks_of_both(deal.outcome)
    player = leader(tricks) or "S"
    return for_player(player, tricks[PLAYERS.index(player)] - BOOK)


def honours(deal: Finished) -> Pair:
    """Return each side's points for honours: 4 for four trump honours, 2 for three (SW-18).

    Raise ScoreError for an unknown trump suit or wrong figures.
    """
    if found(deal.outcome, "trumps") not in (*SUITS, "N"):
        raise ScoreError(f"{deal.outcome['trumps']!r} is no trump suit: S, H, D, C or N.")
    if deal.outcome["trumps"] == "N":
        return (0, 0)
    south, north = pair_of(deal.outcome, "honours")
    return HONOURS.get(south, 0), HONOURS.get(north, 0)


class WhistDeals(PointsMatch):
    """The total odd tricks and honours of several deals. The higher total wins; equal totals are a draw (SW-16)."""

    @property
    def length(self) -> int:
        return int(self.options["match"].removeprefix("deals_"))

    def score(self, deal: Finished) -> None:
        south, north = odd_tricks(deal)
        held = honours(deal) if self.options["honours"] == "on" else (0, 0)
        points = (south + held[0], north + held[1])
        self.write(self.words.result(deal.outcome), points, HONOURS_TOO if any(held) else "")
        self.count()


class WhistGames(GamesMatch):
    """A rubber of whist (the best of three games) or a single game (SW-15 to SW-18)."""

    @property
    def wanted(self) -> int:
        return 2 if self.options["match"] == "rubber" else 1

    @property
    def name(self) -> str:
        return "rubber" if self.wanted > 1 else f"game of {self.target}"

    @property
    def target(self) -> int:
        """The number of points needed for a game."""
        return int(self.options["game"])

    @property
    def has_rubber_points(self) -> bool:
        return self.wanted > 1 and self.options["rubber_points"] == "on"

    @property
    def totals(self) -> Pair:
        return self.rubber_points if self.has_rubber_points else super().totals

    @property
    def rubber_points(self) -> Pair:
        """The value of the games won, plus 2 points for the rubber (SW-17)."""
        south = north = 0
        for game in self.games:
            if game.winner is None:
                continue
            worth = self._worth(min(game.points))
            south, north = south + worth * (game.winner == "S"), north + worth * (game.winner == "N")
        rubber = leader(self.won) if self.wanted in self.won else None
        return south + FOR_THE_RUBBER * (rubber == "S"), north + FOR_THE_RUBBER * (rubber == "N")

    @property
    def winner(self) -> str | None:
        ahead = leader(self.rubber_points) if self.has_rubber_points else None
        return ahead or super().winner

    def score(self, deal: Finished) -> None:
        odd, before, note = odd_tricks(deal), self.unfinished, ""
        result = self.words.result(deal.outcome)
        gained = self._gain(result, odd)
        self.counted += 1
        # The tricks count first: they may end the game before any honours (SW-18).
        if self.options["honours"] == "on" and self.games[-1].winner is None:
            south, north = honours(deal)
            held = (south * (before[0] != self.target - 1), north * (before[1] != self.target - 1))
            if any(held):
                honours_gained = self._gain(DealResult("Honours"), held)
                gained = (gained[0] + honours_gained[0], gained[1] + honours_gained[1])
                note = HONOURS_TOO
        self.write(result, gained, note)

    def _worth(self, losers: int) -> int:
        if not losers:
            return LOSERS_NONE
        return LOSERS_FEW if 2 * losers < self.target else LOSERS_MORE

    def _gain(self, reason: DealResult, points: Pair) -> Pair:
        """Write down and return the points up to the end of the game. Points beyond the target are lost (SW-15)."""
        south, north = self.present().points
        kept = (min(points[0], self.target - south), min(points[1], self.target - north))
        lost = sum(points) - sum(kept)
        note = f" ({counted(lost, 'point')} more than needed)" if lost else ""
        self.gain(Entry.of(reason, kept, self.played + 1, note))
        if self.target in self.present().points:
            self.win(PLAYERS[self.present().points.index(self.target)])
        return kept

    def _end(self) -> str:
        if not self.has_rubber_points or leader(self.rubber_points) is None:
            return super()._end()
        player = leader(self.rubber_points) or "S"
        south, north = self.rubber_points
        rubber = "unfinished rubber" if self.ended else "rubber"
        lead = counted(abs(south - north), "point")
        return f"{self.words.wins(player)} the {rubber} by {lead}, {in_order((south, north), player)}"
