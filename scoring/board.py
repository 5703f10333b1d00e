"""One board: match points after Law 78A, Neuberg's formula for fewer results than the field, adjustments."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from scoring.errors import ScoreError

Key = TypeVar("Key", bound=Hashable)


class Status(StrEnum):
    """How a line stands. They differ: `not_played` and `sit_out` never count for their contestants, `late`
    does not yet; `artificial` is a percentage; `fouled` is compared with other fouled lines only; `assigned`
    is a score, or percentages if it is weighted."""

    PLAYED = "played"
    PASSED_OUT = "passed_out"
    NOT_PLAYED = "not_played"
    LATE = "late"
    ARTIFICIAL = "artificial"
    ASSIGNED = "assigned"
    FOULED = "fouled"
    SIT_OUT = "sit_out"


COMPARED = frozenset({Status.PLAYED, Status.PASSED_OUT, Status.ASSIGNED, Status.FOULED})
TINY = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a traveller. `ns_score` in points from N/S's side; `ns_pct`, `ew_pct` in percent of the full
    top, of artificial and weighted assigned scores."""

    key: Hashable
    status: Status = Status.PLAYED
    ns_score: int | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None


@dataclass(frozen=True, slots=True)
class BoardMP:
    """Match points of both sides, exact; None where the board does not count. `top` = 2(E - 1)."""

    ns: Fraction | None
    ew: Fraction | None
    top: int


@dataclass(frozen=True, slots=True)
class ParsedScore:
    """What a score's text says."""

    status: Status
    ns_score: int | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None


def match_points(scores: Sequence[int]) -> list[int]:
    """Law 78A: 2 for every score beaten, 1 for every score equalled, in the order given."""
    times = Counter(scores)
    below: dict[int, int] = {}
    beaten = 0
    for value in sorted(times):
        below[value] = beaten
        beaten += times[value]
    return [2 * below[value] + times[value] - 1 for value in scores]


def neuberg(points: Fraction | int, results: int, field: int) -> Fraction:
    """(M*E + E - A) / A: M match points among A results as they would be in a field of E. Or ScoreError."""
    if not 1 <= results <= field:
        raise ScoreError(f"{results} results cannot be scored in a field of {field}.")
    return Fraction(points * field + field - results, results)


def tiny_group_percent(points: int, results: int) -> Fraction:
    """60 + 5(M - (A - 1)) percent, for one to three results in a field of thrice as many or more."""
    return Fraction(60 + 5 * (points - (results - 1)))


def field_size(boards: Iterable[Sequence[Line]]) -> int:
    """E: the largest number of lines that any board of the group has, sit-outs apart; 0 if there are none."""
    return max((_lines_that_count(lines) for lines in boards), default=0)


def score_board(
    lines: Sequence[Line], field: int | None = None, *, tiny_groups: bool = False
) -> dict[Hashable, BoardMP]:
    """Match points of every line of one board, by its key; the order of lines never matters.

    `field` is E (see `field_size`), by default what this board alone shows. `tiny_groups` gives the two
    sides of one to three results in a field of thrice as many the percentages 60/60, 65/55 or 70/60/50 in
    place of Neuberg. Raises ScoreError for a repeated key, a line without its score, or a field too small.
    """
    expected = _lines_that_count(lines) if field is None else field
    _check(lines, expected)
    top = 2 * max(0, expected - 1)
    scored = {line.key: _by_percentage(line, top) for line in lines}
    for fouled in (False, True):
        group = [line for line in lines if _compared(line) and (line.status is Status.FOULED) is fouled]
        scored |= _score_group(group, expected, top, tiny_groups)
    return scored


def parse_score(text: str) -> ParsedScore:
    """A score as clubs write it: `-400`, `+620`; percent as `A5050`, `A60/40`; `SIT`; `LATE`; `NP` or empty.

    Raises ScoreError.
    """
    wanted = text.strip().upper()
    if wanted in _WORDS:
        return ParsedScore(_WORDS[wanted])
    if re.fullmatch(r"[+-]?[0-9]{1,5}", wanted):
        return ParsedScore(Status.PLAYED, ns_score=_points(int(wanted)))
    found = re.fullmatch(r"A(?:(\d\d)(\d\d)|(\d{1,3}(?:\.\d+)?)/(\d{1,3}(?:\.\d+)?))", wanted, re.ASCII)
    if found is None:
        raise ScoreError(
            f"{text.strip()!r} is no score: write points like -400, percent like A5050 or A60/40, SIT or NP."
        )
    ns, ew = (Fraction(part) for part in found.groups() if part is not None)
    if max(ns, ew) > 100:
        raise ScoreError(f"{text.strip()!r} gives more than 100 percent.")
    return ParsedScore(Status.ARTIFICIAL, ns_pct=ns, ew_pct=ew)


_WORDS = {
    "": Status.NOT_PLAYED,
    "NP": Status.NOT_PLAYED,
    "SIT": Status.SIT_OUT,
    "SITOUT": Status.SIT_OUT,
    "SIT-OUT": Status.SIT_OUT,
    "SIT_OUT": Status.SIT_OUT,
    "LATE": Status.LATE,
}


def _points(value: int) -> int:
    if value % 10:
        raise ScoreError(f"{value} is no score: points are multiples of 10.")
    return value


def _lines_that_count(lines: Sequence[Line]) -> int:
    return sum(line.status is not Status.SIT_OUT for line in lines)


def _check(lines: Sequence[Line], field: int) -> None:
    for key, times in Counter(line.key for line in lines).items():
        if times > 1:
            raise ScoreError(f"Line {key} is there {times} times.")
    for line in lines:
        if line.status in COMPARED and _score_of(line) is None and not _has_percentages(line):
            raise ScoreError(f"Line {line.key} is {line.status} but has no score.")
        if line.status is Status.ARTIFICIAL and not _has_percentages(line):
            raise ScoreError(f"Line {line.key} is artificial but lacks its percentages.")
    if _lines_that_count(lines) > field:
        raise ScoreError(f"{_lines_that_count(lines)} lines cannot be scored in a field of {field}.")


def _has_percentages(line: Line) -> bool:
    return line.ns_pct is not None and line.ew_pct is not None


def _score_of(line: Line) -> int | None:
    return 0 if line.status is Status.PASSED_OUT else line.ns_score


def _compared(line: Line) -> bool:
    weighted = line.status is Status.ASSIGNED and _has_percentages(line)
    return line.status in COMPARED and not weighted


def _by_percentage(line: Line, top: int) -> BoardMP:
    given = line.status in (Status.ARTIFICIAL, Status.ASSIGNED)
    if not given or line.ns_pct is None or line.ew_pct is None:
        return BoardMP(None, None, top)
    return BoardMP(line.ns_pct * top / 100, line.ew_pct * top / 100, top)


def _score_group(group: Sequence[Line], field: int, top: int, tiny_groups: bool) -> dict[Hashable, BoardMP]:
    scores = [_score_of(line) or 0 for line in group]
    both = zip(group, match_points(scores), match_points([-value for value in scores]), strict=True)
    tiny = tiny_groups and len(group) <= TINY and len(group) * 3 <= field

    def converted(points: int) -> Fraction:
        return (
            tiny_group_percent(points, len(group)) * top / 100 if tiny else neuberg(points, len(group), field)
        )

    return {line.key: BoardMP(converted(ns), converted(ew), top) for line, ns, ew in both}
