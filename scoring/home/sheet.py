"""The sheet of a match: what is written down, deal by deal, and as JSON for a page."""

from dataclasses import dataclass, field
from typing import Any

from games.outcomes import DealResult
from games.players import PLAYERS, Pair
from scoring.home.words import Words

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """Points of both players with their reason; `board` is the deal's number, None for a bonus at the end.

    For a contract: its code and its declarer's, and `text`, a marked one, says what it came to.
    For all else they are empty.
    """

    board: int | None
    text: str
    points: Pair
    contract: str = ""
    declarer: str = ""

    @classmethod
    def of(cls, result: DealResult, points: Pair, board: int, note: str = "") -> "Entry":
        """Points for the result of a deal; `note` says more of it."""
        text = f"{result.text}{note}"
        return cls(board, text, points, result.contract, result.declarer)

    def row(self) -> Json:
        """`{"board", "contract", "declarer", "text", "S", "N"}`; a player without points has null."""
        south, north = self.points
        return {
            "board": self.board,
            "contract": self.contract or None,
            "declarer": self.declarer or None,
            "text": self.text,
            "S": south or None,
            "N": north or None,
        }

    def line(self, words: Words) -> Json:
        """The row with `score_text`: `+420 to South`."""
        return {**self.row(), "score_text": words.score_text(self.points)}


@dataclass(slots=True)
class Game:
    """One game of a match: at rubber bridge what stands below the line between two lines ruled."""

    rows: list[Entry] = field(default_factory=list)
    winner: str | None = None

    @property
    def points(self) -> Pair:
        return added(self.rows)

    def to_json(self) -> Json:
        return {
            "rows": [row.row() for row in self.rows],
            "winner": self.winner,
            "totals": by_player(self.points),
        }


def added(entries: list[Entry]) -> Pair:
    """The points of all entries together."""
    return sum(entry.points[0] for entry in entries), sum(entry.points[1] for entry in entries)


def by_player(pair: Pair) -> dict[str, int]:
    """`{"S": 420, "N": 50}`: South's column is always the first."""
    return dict(zip(PLAYERS, pair, strict=True))


def leader(pair: Pair) -> str | None:
    """The player who has more, None if they are level."""
    south, north = pair
    return None if south == north else "S" if south > north else "N"
