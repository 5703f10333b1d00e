"""A stored score as the library takes it, a figure as it is stored."""

from fractions import Fraction
from typing import NamedTuple

from clubsite.results.models import ScoreEntry
from scoring.lines import Line, Status, parse_score


class Stored(NamedTuple):
    """What a board is scored from: columns of a ScoreEntry, without the weight of the model for thousands of rows."""

    table_board_id: int
    status: str
    ns_score: int | None
    artificial: str
    group: str


def line_of(entry: ScoreEntry | Stored) -> Line:
    """The line of a traveller that a score entry stands for. Its ruling was checked when it came in."""
    status = Status(entry.status)
    if not entry.artificial:
        return Line(entry.table_board_id, status, entry.ns_score, group=entry.group)
    given = parse_score(entry.artificial)
    return Line(
        key=entry.table_board_id,
        status=status,
        ns_score=entry.ns_score,
        ns_pct=given.ns_pct,
        ew_pct=given.ew_pct,
        ns_parts=given.ns_parts,
        ew_parts=given.ew_parts,
        group=entry.group,
    )


def text_of(figure: Fraction) -> str:
    """An exact fraction as "num/den"."""
    return f"{figure.numerator}/{figure.denominator}"
