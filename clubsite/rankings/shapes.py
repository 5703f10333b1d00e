"""The shapes in which results are read, whether they are live or published."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from scoring.board import BoardMP
from scoring.result import BoardResult

Side = Literal["ns", "ew"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerLine:
    """A board at a table: who plays it, how it came out, and what that is worth.

    `table` is its number, or text with its section's letter where there are several; `board_key` addresses the board.
    `ns` and `ew` are ids of contestants, `south` and `north` their names as they may be shown today. `points` are match
    points, or IMPs with a top of 1. `corrected`: a director entered the score over that of a play.
    """

    table_board: int
    section: str
    table: int | str
    round: int
    board: int
    board_key: str
    ns: int
    ew: int
    south: str = ""
    north: str = ""
    four_handed: bool
    result: BoardResult | None
    points: BoardMP | None
    corrected: bool = False

    def side_of(self, contestant: int | None) -> Side | None:
        """The side on which a contestant plays it, if on any."""
        return "ns" if contestant == self.ns else "ew" if contestant == self.ew else None

    def mp_of(self, side: Side) -> Fraction | None:
        """What it is worth to a side; None where it does not count."""
        return None if self.points is None else self.points.ns if side == "ns" else self.points.ew


@dataclass(frozen=True, slots=True)
class PublishedBoard:
    """A board of a publication; `own`: the letter of a section that has its own boards, and so `key` begins with it."""

    id: int
    number: int
    key: str
    own: str
    top: int
    lines: tuple[TravellerLine, ...]


@dataclass(frozen=True, slots=True)
class PublishedSection:
    """A section of a publication; `together`: the names of the sections with which it is ranked, its own too."""

    name: str
    four_handed: bool
    together: tuple[str, ...]
    own_boards: bool
    winners: int
    rankings: list[dict[str, Any]]
    boards: tuple[PublishedBoard, ...]
    teams: dict[str, Any] | None
