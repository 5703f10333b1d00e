"""A stored score as the library takes it."""

from typing import Any, NamedTuple, Protocol

from clubsite.scores.models import ScoreEntry
from scoring.lines import Line, Status, parse_score


class Result(NamedTuple):
    """What a line is scored by, columns of a ScoreEntry and of a Frequency: the same result is worth the same."""

    status: str
    ns_score: int | None
    artificial: str
    group: str

    def line(self, key: object, times: int = 1) -> Line:
        """As the library takes it: so many lines. Its ruling was checked when it came in."""
        status = Status(self.status)
        if not self.artificial:
            return Line(key, status, self.ns_score, group=self.group, times=times)
        given = parse_score(self.artificial)
        return Line(
            key=key,
            status=status,
            ns_score=self.ns_score,
            ns_pct=given.ns_pct,
            ew_pct=given.ew_pct,
            ns_parts=given.ns_parts,
            ew_parts=given.ew_parts,
            group=self.group,
            times=times,
        )


class HasResult(Protocol):
    """A ScoreEntry, a Frequency, a score that was typed."""

    status: Any
    ns_score: Any
    artificial: Any
    group: Any


def result_of(row: HasResult) -> Result:
    """Its columns that decide."""
    return Result(row.status, row.ns_score, row.artificial, row.group)


def line_of(entry: ScoreEntry) -> Line:
    """The line of a traveller that a score entry stands for."""
    return result_of(entry).line(entry.table_board_id)
