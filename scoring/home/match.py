"""A match as it is read deal by deal: who deals next, who is vulnerable, what is on the sheet."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from games.outcomes import DealResult
from games.players import OPPONENT, PLAYERS, Pair
from scoring.errors import ScoreError
from scoring.home.deals import Finished
from scoring.home.sheet import Entry, Game, by_player
from scoring.home.words import Words

VULNERABLE = {(False, False): "None", (True, False): "NS", (False, True): "EW", (True, True): "All"}
Vulnerable = tuple[bool, bool]
NOBODY: Vulnerable = (False, False)


def dealers(game: str, first: str) -> tuple[str, ...]:
    """Who deals in turn. At solo the deal goes round the four seats (SOLO-10a), from the first player's own hand."""
    if game == "bridge_solitaire":
        return ("",)  # BS-12a: no dealer
    if game == "solo":
        return ("N", "E", "S", "W") if first == "N" else ("S", "W", "N", "E")
    return (first, OPPONENT[first])


class Match(ABC):
    """A match so far. `take` adds one finished deal, `end` ends it before its time.

    `played` counts the finished deals, `counted` those after which the deal moved on (not one that is dealt again).
    """

    kind = "points"

    def __init__(self, game: str, options: Mapping[str, str], first: str) -> None:
        self.options = options
        self.first = first
        self.words = Words(game)
        self.dealers = dealers(game, first)
        self.played = self.counted = 0
        self.over = self.ended = False
        self.lines: list[Entry] = []
        self.above: list[Entry] = []
        self.games: list[Game] = []

    # What kinds of matches differ in

    @property
    @abstractmethod
    def name(self) -> str:
        """`rubber`, `8 deals`: the kind of match, after the game's name."""

    @property
    @abstractmethod
    def totals(self) -> Pair:
        """What decides the match: points, or games won where points do not carry over from one game to the next."""

    @property
    @abstractmethod
    def winner(self) -> str | None:
        """Who is ahead now; the winner once the match is over."""

    @abstractmethod
    def score(self, deal: Finished) -> None:
        """Writes the deal down and says with `counted` and `over` how the match goes on. Raises ScoreError."""

    @abstractmethod
    def summary(self) -> str:
        """Marked text: who has won or leads."""

    @property
    def dealer(self) -> str:
        """Who deals next."""
        return self.dealers[self.counted % len(self.dealers)]

    @property
    def vulnerable(self) -> Vulnerable:
        """The vulnerability of S and of N in the next deal."""
        return NOBODY

    # The fold

    @property
    def header(self) -> dict[str, Any]:
        """The next deal's `{"board", "dealer", "vul"}`."""
        return {"board": self.played + 1, "dealer": self.dealer, "vul": VULNERABLE[self.vulnerable]}

    def take(self, deal: Finished) -> None:
        """Adds the next deal. Raises ScoreError if it cannot have been the next, or cannot be scored."""
        board = self.played + 1
        if self.over:
            raise ScoreError(f"Deal {board}: the match was over after deal {self.played}.")
        try:
            self._check(deal.setup)
            self.score(deal)
        except ScoreError as error:
            raise ScoreError(f"Deal {board}: {error}") from error
        self.played = board

    def end(self) -> None:
        """Ends the match here, if it is not over."""
        if not self.over:
            self.over = self.ended = True

    def write(self, result: DealResult, points: Pair, note: str = "") -> None:
        """One more line of the sheet: the deal that is being added."""
        self.lines.append(Entry.of(result, points, self.played + 1, note))

    def sheet(self) -> dict[str, Any]:
        """The sheet as JSON (`scoring.home`)."""
        return {
            "kind": self.kind,
            "title": f"{self.words.title}, {self.name}",
            "lines": [entry.line(self.words) for entry in self.lines],
            "totals": by_player(self.totals),
            "winner": self.winner if self.over else None,
            "summary": self.summary(),
            "above": [entry.row() for entry in self.above],
            "games": [game.to_json() for game in self.games],
        }

    def _check(self, setup: Mapping[str, Any]) -> None:
        for name in ("dealer", "vul"):
            if setup.get(name, self.header[name]) != self.header[name]:
                raise ScoreError(f"its {name} was {self.header[name]!r}, not {setup[name]!r}.")


def for_player(player: str, points: int) -> Pair:
    """These points for this player, none for the other."""
    south, north = (points if player == who else 0 for who in PLAYERS)
    return south, north
