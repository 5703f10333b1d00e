"""One line of a traveller: its status, its score or award, and the form in which clubs write the score."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.errors import ScoreError
from scoring.figures import number


class Status(StrEnum):
    """The status of a line.

    `not_played` and `sit_out` never count for their contestants, and `late` does not count yet. An `artificial`
    score is a percentage. A `fouled` line is compared only with other fouled lines. An `assigned` score is one
    score, several weighted scores, or percentages.
    """

    PLAYED = "played"
    PASSED_OUT = "passed_out"
    NOT_PLAYED = "not_played"
    LATE = "late"
    ARTIFICIAL = "artificial"
    ASSIGNED = "assigned"
    FOULED = "fouled"
    SIT_OUT = "sit_out"


COMPARED_STATUSES = frozenset({Status.PLAYED, Status.PASSED_OUT, Status.ASSIGNED, Status.FOULED})
FOULED_GROUP = "fouled"

# A side's scores: weight (they add up to 1) and points from N/S's side.
Parts = tuple[tuple[Fraction, int], ...]
WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a traveller. `ns_score` is the score of both sides, in points from N/S's point of view.

    For rulings, `ns_pct` and `ew_pct` are percentages of the full top (artificial and assigned scores). `ns_parts` and
    `ew_parts` are each side's weighted scores under Law 12C1c, or the two scores of a split ruling. Without
    `ew_parts`, E/W have the same parts as N/S. Lines are compared only with lines of the same `group`, if the board
    was fouled during the session. `times` is the number of equal lines for which this line stands, as in a table of
    frequencies.
    """

    key: Hashable
    status: Status = Status.PLAYED
    ns_score: int | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None
    ns_parts: Parts = ()
    ew_parts: Parts = ()
    group: Hashable = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class ParsedScore:
    """A parsed score, with the fields of a Line."""

    status: Status
    ns_score: int | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None
    ns_parts: Parts = ()
    ew_parts: Parts = ()


def score_of(line: Line) -> int | None:
    """Return the score that both sides share, or None if there is no shared score."""
    return 0 if line.status is Status.PASSED_OUT else line.ns_score


def is_plain(line: Line) -> bool:
    """True if both sides share one score, whether it is the line's own score or an assigned score."""
    if line.ns_parts or line.ew_parts:
        return False
    if line.status is Status.ASSIGNED:
        return line.ns_pct is None and line.ew_pct is None
    return line.status in COMPARED_STATUSES


def is_compared(line: Line) -> bool:
    """True if at least one side has a score with which other scores are compared."""
    return line.status in COMPARED_STATUSES and (line.ns_pct is None or line.ew_pct is None)


def group_of(line: Line) -> Hashable:
    """Return the group of lines with which this line is compared."""
    return line.group or (FOULED_GROUP if line.status is Status.FOULED else "")


def percent_of(line: Line, side: str) -> Fraction | None:
    """Return the percentage that a ruling gave to `side` (NS or EW), or None if no ruling did."""
    if line.status not in (Status.ARTIFICIAL, Status.ASSIGNED):
        return None
    return line.ns_pct if side == "NS" else line.ew_pct


def parts_of(line: Line, side: str) -> Parts:
    """Return the weighted scores that count for `side`, or () if there are no scores. A plain score has weight 1."""
    if line.status not in COMPARED_STATUSES or percent_of(line, side) is not None:
        return ()
    own = line.ns_parts if side == "NS" else line.ew_parts or line.ns_parts
    if own:
        return own
    points = score_of(line)
    return () if points is None else ((WHOLE, points),)


def field_of(lines: Sequence[Line]) -> int:
    """Return how many of a board's lines count towards the field: all except sit-outs."""
    sit_out = Status.SIT_OUT
    return sum([line.times for line in lines if line.status is not sit_out])


def check(lines: Sequence[Line], field: int) -> None:
    """Raise ScoreError for a repeated key, an incomplete line, or more results than the field has."""
    if len({line.key for line in lines}) < len(lines):
        key, times = Counter(line.key for line in lines).most_common(1)[0]
        raise ScoreError(f"Line {key} is there {times} times.")
    for line in lines:
        if line.ns_score is None or line.ns_parts or line.ew_parts:
            _check_line(line)
    results = sum([line.times for line in lines if is_compared(line)])
    if results > field:
        raise ScoreError(f"{results} results cannot be scored in a field of {field}.")


def _check_line(line: Line) -> None:
    for parts in (line.ns_parts, line.ew_parts):
        if parts and (sum(weight for weight, _ in parts) != 1 or min(parts)[0] <= 0):
            raise ScoreError(f"The weights of line {line.key} do not add up to 100 percent.")
    both = [percent_of(line, side) is not None or parts_of(line, side) != () for side in ("NS", "EW")]
    if line.status in COMPARED_STATUSES and not all(both):
        raise ScoreError(f"Line {line.key} is {line.status} but has no score.")
    if line.status is Status.ARTIFICIAL and (line.ns_pct is None or line.ew_pct is None):
        raise ScoreError(f"Line {line.key} is artificial but lacks its percentages.")


def parse_score_text(text: str) -> ParsedScore:
    """Parse a score as clubs write it: `-400`, `+620`; percentages as `A5050`, `A60/40`; `SIT`; `LATE`; `NP` or empty.

    For rulings, `60% 620, 40% -100` is a weighted score. `620 / -100` gives N/S the first score and E/W the second,
    both from N/S's point of view. A side may have a percentage, as in `620 / A40`. Raise ScoreError for any other
    text.
    """
    wanted = text.strip().upper().replace("−", "-")
    if wanted in _STATUS_OF_WORD:
        return ParsedScore(_STATUS_OF_WORD[wanted])
    if re.fullmatch(r"[+-]?[0-9]{1,5}", wanted):
        return ParsedScore(Status.PLAYED, ns_score=_points(int(wanted)))
    found = re.fullmatch(r"A(?:(\d\d)(\d\d)|(\d{1,3}(?:\.\d+)?)/(\d{1,3}(?:\.\d+)?))", wanted, re.ASCII)
    if found is not None:
        ns, ew = (_percent(part, text) for part in found.groups() if part is not None)
        return ParsedScore(Status.ARTIFICIAL, ns_pct=ns, ew_pct=ew)
    return _ruling(wanted, text.strip())


def score_text(line: Line | ParsedScore) -> str:
    """Return a line's score in the form that `parse_score_text` reads: `-400`, `A6040`, `60% 620, 40% -100`, `SIT`,
    `LATE`, or "" if the board was not played.
    """
    if line.status in STATUS_CODES or line.status is Status.NOT_PLAYED:
        return STATUS_CODES.get(line.status, "")
    if line.ns_pct is None and line.ew_pct is None and not line.ns_parts:
        return "" if line.ns_score is None else str(line.ns_score)
    if line.ns_pct is not None and line.ew_pct is not None:
        return _percents_text(line.ns_pct, line.ew_pct)
    ns, ew = _side_text(line.ns_pct, line.ns_parts), _side_text(line.ew_pct, line.ew_parts or line.ns_parts)
    return ns if not line.ew_parts and line.ew_pct is None and "%" in ns else f"{ns} / {ew}"


def _percents_text(ns: Fraction, ew: Fraction) -> str:
    if ns.denominator == ew.denominator == 1 and max(ns, ew) < 100:
        return f"A{int(ns):02}{int(ew):02}"
    return f"A{number(ns, PERCENT_DECIMALS)}/{number(ew, PERCENT_DECIMALS)}"


def _side_text(percent: Fraction | None, parts: Parts) -> str:
    if percent is not None:
        return f"A{number(percent, PERCENT_DECIMALS)}"
    if len(parts) == 1:
        return str(parts[0][1])
    return ", ".join(f"{number(100 * weight, WEIGHT_DECIMALS)}% {points}" for weight, points in parts)


PERCENT_DECIMALS, WEIGHT_DECIMALS = 2, 4
STATUS_CODES = {Status.SIT_OUT: "SIT", Status.LATE: "LATE"}
"""The codes in texts that `parse_score_text` reads."""
_STATUS_OF_WORD = {
    "": Status.NOT_PLAYED,
    "NP": Status.NOT_PLAYED,
    "SIT": Status.SIT_OUT,
    "SITOUT": Status.SIT_OUT,
    "SIT-OUT": Status.SIT_OUT,
    "SIT_OUT": Status.SIT_OUT,
    "LATE": Status.LATE,
}
_PART = re.compile(r"\s*(?:(\d{1,3}(?:\.\d{1,4})?)\s*%\s*)?([+-]?\d{1,5})\s*", re.ASCII)
_SIDE_PERCENT = re.compile(r"\s*A\s*(\d{1,3}(?:\.\d+)?)\s*", re.ASCII)
MOST_PARTS = 20


def _ruling(wanted: str, text: str) -> ParsedScore:
    sides = wanted.split("/")
    if len(sides) > 2 or not any(sign in wanted for sign in "%/"):
        raise ScoreError(f"{text[:40]!r} is no score: write points like -400, percent like A5050 or A60/40, SIT or NP.")
    (ns_pct, ns_parts), (ew_pct, ew_parts) = (_side(side, text) for side in (sides[0], sides[-1]))
    if ns_parts == ew_parts:
        ew_parts = ()
    return ParsedScore(Status.ASSIGNED, None, ns_pct, ew_pct, ns_parts, ew_parts)


def _side(side: str, text: str) -> tuple[Fraction | None, Parts]:
    percent = _SIDE_PERCENT.fullmatch(side)
    if percent:
        return _percent(percent[1], text), ()
    found = [_PART.fullmatch(part) for part in side.split(",")[: MOST_PARTS + 1]]
    if len(found) > MOST_PARTS or not all(found):
        raise ScoreError(f"{text[:40]!r} is no ruling: write it like 60% 620, 40% -100 or 620 / -100.")
    parts = tuple((Fraction(one[1] or 100) / 100, _points(int(one[2]))) for one in found if one)
    if sum(weight for weight, _ in parts) != 1 or any(weight == 0 for weight, _ in parts):
        raise ScoreError(f"The percentages of {text[:40]!r} do not add up to 100.")
    return None, parts


def _percent(number: str, text: str) -> Fraction:
    percent = Fraction(number)
    if percent > 100:
        raise ScoreError(f"{text.strip()[:40]!r} gives more than 100 percent.")
    return percent


def _points(value: int) -> int:
    if value % 10:
        raise ScoreError(f"{value} is no score: points are multiples of 10.")
    return value
