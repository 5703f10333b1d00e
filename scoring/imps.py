"""International match points (Law 78B): exact cross-IMPs and Butler scores, board by board."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

from scoring.board import SIDES, BoardMP, by_groups
from scoring.comparing import Award, awards, compared, number_of
from scoring.figures import rounded
from scoring.lines import Line, Parts, check, field_of, percent_of
from scoring.settings import ORDINARY, ScoringSettings

# Law 78B: the smallest difference worth 1, 2, 3 ... 24 IMPs.
# fmt: off
FIRST_DIFFERENCES = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)
# fmt: on
_ABOVE = tuple(first - 1 for first in FIRST_DIFFERENCES)

# Law 86A: average plus and minus are worth 3 IMPs; other percentages are in proportion.
IMPS_A_PERCENT = Fraction(3, 10)
DATUM_UNIT = 10


def imps(difference: int) -> int:
    """Return the IMPs for a point difference, negative for a loss. A difference of 4000 or more is worth 24 IMPs."""
    worth = bisect_left(_ABOVE, abs(difference))
    return worth if difference >= 0 else -worth


def weighted_imps(parts: Parts, other: int) -> Fraction:
    """Return the IMPs of weighted scores against the score `other`.

    Each part is converted to IMPs before it is weighted (Law 12C1c).
    """
    return sum((weight * imps(points - other) for weight, points in parts), Fraction(0))


def artificial_imps(percent: Fraction) -> Fraction:
    """Return 3 IMPs for average plus (60 percent), -3 for average minus, 0 for average, and others in proportion."""
    return (percent - 50) * IMPS_A_PERCENT


def datum(scores: Sequence[int], trim: int = 1) -> int:
    """Return the Butler datum to the nearest 10. `trim` scores are dropped at each end, or fewer if none would remain.

    Halves are rounded away from zero. Return 0 if there are no scores.
    """
    if not scores:
        return 0
    dropped = min(trim, (len(scores) - 1) // 2)
    kept = sorted(scores)[dropped : len(scores) - dropped]
    return int(rounded(Fraction(sum(kept), len(kept) * DATUM_UNIT), 0)) * DATUM_UNIT


def datum_of(lines: Sequence[Line], settings: ScoringSettings = ORDINARY) -> int:
    """Return the datum of lines that are compared with one another.

    A score, even an assigned score, counts only if it is the score of both sides.
    """
    own, other = awards(lines, "NS"), awards(lines, "EW")
    agreed = [
        award.parts[0][1]
        for key, award in own.items()
        if len(award.parts) == 1 and other.get(key) == award
        for _ in range(award.times)
    ]
    return datum(agreed, settings.butler_trim)


def score_cross_imps(
    lines: Sequence[Line], field: int | None = None, settings: ScoringSettings = ORDINARY
) -> dict[Hashable, BoardMP]:
    """Return each line's IMPs against the other lines in its group. `top` is 1, so that the sum of the tops is the
    number of boards.

    `field` is N, the largest number of results on a board (see `field_size`), by default the size of this board.
    Raise ScoreError for lines that cannot be scored.
    """
    return _score_imps(lines, field, settings, _cross)


def score_butler(
    lines: Sequence[Line], field: int | None = None, settings: ScoringSettings = ORDINARY
) -> dict[Hashable, BoardMP]:
    """Return each line's IMPs against its group's datum. `top` is 1, so that the tops add up to the number of boards.

    Raise ScoreError for lines that cannot be scored.
    """
    return _score_imps(lines, field, settings, _butler)


Side = dict[Hashable, Award]
Method = Callable[[Sequence[Line], str, Side, ScoringSettings, int], dict[Hashable, Fraction]]


def _score_imps(
    lines: Sequence[Line], field: int | None, settings: ScoringSettings, method: Method
) -> dict[Hashable, BoardMP]:
    full = field_of(lines) if field is None else field
    check(lines, full)
    scored: dict[Hashable, BoardMP] = {}
    for group in by_groups(lines):
        given = {side: awards(group, side) for side in SIDES}
        points = {side: method(group, side, given[side], settings, full) for side in SIDES}
        for line in group:
            ns, ew = (_of(line, side, points[side], settings, full) for side in SIDES)
            counts = ns is not None and ew is not None
            scored[line.key] = BoardMP(ns if counts else None, ew if counts else None, 1)
    return scored


def _of(
    line: Line, side: str, points: dict[Hashable, Fraction], settings: ScoringSettings, field: int
) -> Fraction | None:
    percent = percent_of(line, side)
    if percent is None:
        worth = points.get(line.key)
    else:
        times = max(1, field - 1) if settings.imp_divisor == "sum" and settings.method == "cross_imps" else 1
        worth = artificial_imps(percent) * times
    return None if worth is None else _ROUNDINGS[settings.rounding](worth)


def _cross(
    group: Sequence[Line], side: str, given: Side, settings: ScoringSettings, field: int
) -> dict[Hashable, Fraction]:
    sign = 1 if side == "NS" else -1
    share = _SHARES[settings.imp_divisor](max(1, number_of(given)), field)
    return compared(given, imps, lambda won: sign * won * share)


def _butler(
    group: Sequence[Line], side: str, given: Side, settings: ScoringSettings, field: int
) -> dict[Hashable, Fraction]:
    sign = 1 if side == "NS" else -1
    average = datum_of(group, settings)
    worth = {value: Fraction(sign * imps(value - average)) for ((_, value), *_), _ in given.values()}
    return {
        key: worth[parts[0][1]] if len(parts) == 1 else sign * weighted_imps(parts, average)
        for key, (parts, _) in given.items()
    }


def _towards_nought(worth: Fraction) -> Fraction:
    tenths, rest = divmod(abs(worth) * 10, 1)
    near = Fraction(tenths + (rest > Fraction(1, 2)), 10)
    return near if worth >= 0 else -near


# What one IMP of a comparison counts on a board with some of the field's results. A lone result has no comparison.
_SHARES: dict[str, Callable[[int, int], Fraction]] = {
    "field": lambda results, field: Fraction(field, results * max(1, field - 1)),  # EBU White Book 2025, 4.2.4
    "mean": lambda results, field: Fraction(1, max(1, results - 1)),
    "sum": lambda results, field: Fraction(max(1, field - 1), max(1, results - 1)),
    "results": lambda results, field: Fraction(1, results),
}
_ROUNDINGS: dict[str, Callable[[Fraction], Fraction]] = {
    "exact": lambda worth: worth,
    "tenth": lambda worth: rounded(worth, 1),
    "tenth_to_average": _towards_nought,
}
