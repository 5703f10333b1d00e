"""Scoring one board: match points under Law 78A, Neuberg's formula if results are missing, rulings, and groups."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.comparing import awards, compared, number_of
from scoring.errors import ScoreError
from scoring.figures import rounded
from scoring.lines import (
    COMPARED_STATUSES,
    Line,
    ParsedScore,
    Status,
    check,
    field_of,
    group_of,
    is_compared,
    is_plain,
    parse_score_text,
    percent_of,
    score_of,
)
from scoring.settings import ORDINARY, ScoringSettings

__all__ = [
    "COMPARED_STATUSES",
    "SIDES",
    "BoardMP",
    "Line",
    "ParsedScore",
    "Status",
    "by_groups",
    "field_size",
    "match_points",
    "neuberg",
    "parse_score_text",
    "score_board",
    "tiny_group_percent",
]

SIDES = ("NS", "EW")
MAX_TINY_GROUP = 3


@dataclass(frozen=True, slots=True)
class BoardMP:
    """Both sides' exact match points, or None if the board does not count. `top` is 2(E - 1).

    For IMPs, `ns` and `ew` are IMPs, and `top` is 1, so that the sum of the tops is the number of boards.
    """

    ns: Fraction | None
    ew: Fraction | None
    top: int


def match_points(scores: Sequence[int]) -> list[int]:
    """Return match points under Law 78A, in the order given: 2 for each score beaten and 1 for each score equalled."""
    points = _frequencies(Counter(scores))
    return [points[value] for value in scores]


def neuberg(points: Fraction | int, results: int, field: int) -> Fraction:
    """Return (M*E + E - A) / A: M match points among A results, converted to a field with E results.

    Raise ScoreError unless 1 <= A <= E.
    """
    if not 1 <= results <= field:
        raise ScoreError(f"{results} results cannot be scored in a field of {field}.")
    return Fraction(points * field + field - results, results)


def in_proportion(points: Fraction | int, results: int, field: int) -> Fraction:
    """Return M*(E - 1)/(A - 1): M match points among A results, as the same share of the top for E results. If there
    is only one result, return half the top.

    Raise ScoreError unless 1 <= A <= E.
    """
    if not 1 <= results <= field:
        raise ScoreError(f"{results} results cannot be scored in a field of {field}.")
    return Fraction(points * (field - 1), results - 1) if results > 1 else Fraction(field - 1)


def tiny_group_percent(points: Fraction | int, results: int) -> Fraction:
    """Return 60 + 5(M - (A - 1)) percent, used for one to three results in a field at least three times as large."""
    return Fraction(60 + 5 * (points - (results - 1)))


def field_size(boards: Iterable[Sequence[Line]]) -> int:
    """Return E, the largest number of lines on any of these boards, not counting sit-outs, or 0 without lines."""
    return max((field_of(lines) for lines in boards), default=0)


def score_board(
    lines: Sequence[Line], field: int | None = None, settings: ScoringSettings = ORDINARY
) -> dict[Hashable, BoardMP]:
    """Return the match points of every line on one board, by line key. The order of the lines does not matter.

    `field` is E (see `field_size`), by default the size of this board. Each direction is scored separately, so that
    each side of a split score is compared in its own direction. A weighted score is compared part by part, using
    the weights. Raise ScoreError for a repeated key, a line without its score, or a field that is too small.
    """
    expected = field_of(lines) if field is None else field
    check(lines, expected)
    scored: dict[Hashable, BoardMP] = {}
    for group in by_groups(lines):
        results = [line for line in group if is_compared(line)]
        full = expected if settings.fewer_results != "own_top" else _number_of(results)
        scored |= _score_group(group, results, full, settings)
    return scored | _by_percentages(lines, _top(expected))


def by_groups(lines: Sequence[Line]) -> list[list[Line]]:
    """Split the lines into groups that are compared with each other, including lines without a score to compare."""
    groups: defaultdict[Hashable, list[Line]] = defaultdict(list)
    for line in lines:
        groups[group_of(line)].append(line)
    return list(groups.values())


Convert = Callable[[Fraction | int, int], Fraction]


def _score_group(
    group: Sequence[Line], results: Sequence[Line], full: int, settings: ScoringSettings
) -> dict[Hashable, BoardMP]:
    top = _top(full)

    def converted(points: Fraction | int, among: int) -> Fraction:
        if settings.tiny_groups and among <= MAX_TINY_GROUP and among * 3 <= full:
            worth = tiny_group_percent(points, among) * top / 100
        else:
            worth = _CONVERSIONS[settings.fewer_results](points, among, full)
        return _ROUNDINGS[settings.rounding](worth, top)

    nothing = BoardMP(None, None, top)
    scored = {line.key: nothing for line in group}
    if all(map(is_plain, results)):
        return scored | _plain(results, top, converted)
    sides = [_direction(results, side, converted) for side in SIDES]
    for line in results:
        ns, ew = (points.get(line.key) for points in sides)
        scored[line.key] = BoardMP(_share(line, "NS", top, ns), _share(line, "EW", top, ew), top)
    return scored


def _top(field: int) -> int:
    return 2 * max(0, field - 1)


def _number_of(lines: Iterable[Line]) -> int:
    return sum([line.times for line in lines])


def _plain(results: Sequence[Line], top: int, converted: Convert) -> dict[Hashable, BoardMP]:
    """Score the usual case, in which both sides have one score. Each distinct score is converted only once."""
    among = _number_of(results)
    scores = [score_of(line) or 0 for line in results]
    times: Counter[int] = Counter()
    for line, value in zip(results, scores, strict=True):
        times[value] += line.times
    points = _frequencies(times)
    worth = {
        value: BoardMP(converted(won, among), converted(2 * (among - 1) - won, among), top)
        for value, won in points.items()
    }
    return {line.key: worth[value] for line, value in zip(results, scores, strict=True)}


def _frequencies(times: Counter[int]) -> dict[int, int]:
    points: dict[int, int] = {}
    beaten = 0
    for value in sorted(times):
        points[value] = 2 * beaten + times[value] - 1
        beaten += times[value]
    return points


def _direction(results: Sequence[Line], side: str, converted: Convert) -> dict[Hashable, Fraction]:
    """Return the match points for one direction. Weighted and split scores are compared as they count for that side."""
    sign = 1 if side == "NS" else -1
    given = awards(results, side)
    among = number_of(given)
    return compared(given, lambda difference: _law_78a(sign * difference), lambda points: converted(points, among))


def _law_78a(difference: int) -> int:
    return 1 + (difference > 0) - (difference < 0)


def _share(line: Line, side: str, top: int, points: Fraction | None) -> Fraction | None:
    percent = percent_of(line, side)
    return points if percent is None else percent * top / 100


def _by_percentages(lines: Sequence[Line], top: int) -> dict[Hashable, BoardMP]:
    """Score the lines in which both sides have percentages.

    The percentages are of the field's full top, whatever the board's own top is (Law 12C2).
    """
    return {
        line.key: BoardMP(line.ns_pct * top / 100, line.ew_pct * top / 100, top)
        for line in lines
        if line.ns_pct is not None and line.ew_pct is not None and line.status in (Status.ARTIFICIAL, Status.ASSIGNED)
    }


def _towards_average(points: Fraction, top: int) -> Fraction:
    """Round to 0.1, with an exact half towards the average, so that the two sides still add up to the top."""
    average = Fraction(top, 2)
    tenths, rest = divmod(abs(points - average) * 10, 1)
    distance = Fraction(tenths + (rest > Fraction(1, 2)), 10)
    return average + distance if points >= average else average - distance


def _from_average(points: Fraction, top: int) -> Fraction:
    """Round to 0.1, with an exact half away from the average (EBU White Book 2025, 4.2.6.1).

    The two sides still add up to the top.
    """
    average = Fraction(top, 2)
    return average + rounded(points - average, 1)


_CONVERSIONS: dict[str, Callable[[Fraction | int, int, int], Fraction]] = {
    "neuberg": neuberg,
    "factoring": in_proportion,
    "own_top": neuberg,  # in a field of the board's own scores
}
_ROUNDINGS: dict[str, Callable[[Fraction, int], Fraction]] = {
    "exact": lambda points, top: points,
    "tenth": _from_average,
    "tenth_to_average": _towards_average,
}
