"""A match that is scored deal by deal, with its next dealer, vulnerability and score sheet."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from games.outcomes import DealResult
from games.players import OPPONENT, PLAYERS, Pair
from scoring.errors import ScoreError
from scoring.home.deals import Finished
from scoring.home.sheet import Entry, SheetGame, added, by_player, leader
from scoring.home.words import GameWords

VULNERABLE = {(False, False): "None", (True, False): "NS", (False, True): "EW", (True, True): "All"}
Vulnerable = tuple[bool, bool]
NOBODY: Vulnerable = (False, False)


def dealers(game: str, first: str) -> tuple[str, ...]:
    """Return the order of dealers. In solo, the deal rotates through the four seats, starting from the first player's
    hand (SOLO-10a).
    """
    if game == "bridge_solitaire":
        return ("",)  # BS-12a: no dealer
    if game == "solo":
        return ("N", "E", "S", "W") if first == "N" else ("S", "W", "N", "E")
    return (first, OPPONENT[first])


class RunningMatch(ABC):
    """A match so far. `take` adds one finished deal, and `end` ends the match early.

    `played` is the number of finished deals. `counted` leaves out deals that are dealt again by the same dealer.
    """

    kind = "points"

    def __init__(self, game: str, options: Mapping[str, str], first: str) -> None:
        self.options = options
        self.first = first
        self.words = GameWords(game)
        self.dealers = dealers(game, first)
        self.played = self.counted = 0
        self.over = self.ended = False
        self.lines: list[Entry] = []
        self.above: list[Entry] = []
        self.games: list[SheetGame] = []

    # Differences between kinds of matches

    @property
    @abstractmethod
    def name(self) -> str:
        """The kind of match, as it is written after the game's name, such as `rubber` or `8 deals`."""

    @property
    def totals(self) -> Pair:
        """The totals that decide the match: points, or games won if points do not carry over to the next game."""
        return added(self.lines)

    @property
    def winner(self) -> str | None:
        """The player who is ahead, or None. Once the match is over, this player is the winner."""
        return leader(self.totals)

    @abstractmethod
    def score(self, deal: Finished) -> None:
        """Write the deal down, and set `counted` and `over` to show how, and whether, the match continues.

        Raise ScoreError if the deal cannot be scored.
        """

    @abstractmethod
    def summary(self) -> str:
        """Return marked text that says who has won or is leading."""

    @property
    def dealer(self) -> str:
        return self.dealers[self.counted % len(self.dealers)]

    @property
    def won(self) -> Pair:
        """The number of games that each player has won so far."""
        south, north = (sum(game.winner == player for game in self.games) for player in PLAYERS)
        return south, north

    @property
    def vulnerable(self) -> Vulnerable:
        """The vulnerability of S and N in the next deal."""
        return NOBODY

    # The fold

    @property
    def header(self) -> dict[str, Any]:
        """The next deal's `{"board", "dealer", "vul"}`."""
        return {"board": self.played + 1, "dealer": self.dealer, "vul": VULNERABLE[self.vulnerable]}

    def take(self, deal: Finished) -> None:
        """Add the next deal. Raise ScoreError if the deal cannot come next or cannot be scored."""
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
        """End the match here, unless it is already over."""
        if not self.over:
            self.over = self.ended = True

    def write(self, result: DealResult, points: Pair, note: str = "") -> None:
        """Add another line to the sheet for the deal that is being added."""
        self.lines.append(Entry.of(result, points, self.played + 1, note))

    def sheet(self) -> dict[str, Any]:
        """Return the sheet as JSON, in the form described in `scoring.home`."""
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
    """Return a pair with these points for this player and 0 for the other player."""
    south, north = (points if player == who else 0 for who in PLAYERS)
    return south, north
