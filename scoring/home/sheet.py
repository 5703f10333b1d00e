"""The score sheet of a match, written deal by deal and returned as JSON for a page."""

from dataclasses import dataclass, field
from typing import Any

from games.outcomes import DealResult
from games.players import PLAYERS, Pair
from scoring.home.words import GameWords

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """Both players' points and the reason for them. `board` is the deal's number, or None for a bonus at the end.

    An entry for a contract has the codes of the contract and its declarer, and its result as marked text in `text`.
    For other entries, both codes are empty.
    """

    board: int | None
    text: str
    points: Pair
    contract: str = ""
    declarer: str = ""

    @classmethod
    def of(cls, result: DealResult, points: Pair, board: int, note: str = "") -> "Entry":
        """Return an entry for the result of a deal. `note` is added to its text."""
        text = f"{result.text}{note}"
        return cls(board, text, points, result.contract, result.declarer)

    def row(self) -> Json:
        """Return `{"board", "contract", "declarer", "text", "S", "N"}`, with null for a player without points."""
        south, north = self.points
        return {
            "board": self.board,
            "contract": self.contract or None,
            "declarer": self.declarer or None,
            "text": self.text,
            "S": south or None,
            "N": north or None,
        }

    def line(self, words: GameWords) -> Json:
        """Return the row with a `score_text` added, such as `+420 to South`."""
        return {**self.row(), "score_text": words.score_text(self.points)}


@dataclass(slots=True)
class SheetGame:
    """One game of a match. At rubber bridge its rows are the entries below the line between two ruled lines."""

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
    """Return the total points of all entries."""
    return sum(entry.points[0] for entry in entries), sum(entry.points[1] for entry in entries)


def by_player(pair: Pair) -> dict[str, int]:
    """Return a pair of figures by player, such as `{"S": 420, "N": 50}`. South always comes first."""
    return dict(zip(PLAYERS, pair, strict=True))


def leader(pair: Pair) -> str | None:
    """Return the player with the higher figure, or None if the figures are equal."""
    south, north = pair
    return None if south == north else "S" if south > north else "N"
