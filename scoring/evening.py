"""A whole evening: every board scored in its field, and every contestant's total."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.artificial import AVERAGE_MINUS, AVERAGE_PLUS, session_award
from scoring.board import BoardMP, field_size
from scoring.lines import Line, Status, percent_of
from scoring.methods import score_lines
from scoring.settings import ORDINARY, ScoringSettings
from scoring.totals import Sums, Totals

Entry = Hashable


@dataclass(frozen=True, slots=True)
class Result:
    """One line on a board's traveller, with its two contestants. The empty side of a sit-out is None."""

    board: int
    ns: Entry | None
    ew: Entry | None
    line: Line
    section: Hashable = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """A result with its match points or, in IMP scoring, its IMPs."""

    result: Result
    points: BoardMP


def score_evening(
    results: Sequence[Result], settings: ScoringSettings = ORDINARY, field: int | None = None
) -> list[Scored]:
    """Return every result with its final match points or IMPs (see `score_boards` and `with_session_awards`)."""
    return with_session_awards(score_boards(results, settings, field))


def score_boards(
    results: Sequence[Result], settings: ScoringSettings = ORDINARY, field: int | None = None
) -> list[Scored]:
    """Return every result with its match points or IMPs, in the order given. Average plus and minus are as awarded.

    `field` is E, by default the largest board's number of lines. If sections are not compared, each section has its
    own E. Raise ScoreError for lines that cannot be scored.
    """
    groups: defaultdict[Hashable, dict[int, list[Line]]] = defaultdict(dict)
    apart = settings.field == "section"
    for result in results:
        groups[result.section if apart else ""].setdefault(result.board, []).append(result.line)
    points: dict[Hashable, dict[int, dict[Hashable, BoardMP]]] = {}
    for section, boards in groups.items():
        expected = field_size(boards.values()) if field is None else field
        points[section] = {n: score_lines(lines, expected, settings) for n, lines in boards.items()}
    return [
        Scored(result, points[result.section if apart else ""][result.board][result.line.key]) for result in results
    ]


def with_session_awards(scored: list[Scored]) -> list[Scored]:
    """Apply Law 12C2: average plus rises to a better average on other boards, and average minus falls to a worse one.

    The other boards are those without an average plus or minus. In IMP scoring, 3 and -3 are compared with the mean of
    the other boards (EBU White Book 2025, 4.1.1.1).
    """
    ruled = [n for n, row in enumerate(scored) if has_award(row.result.line)]
    if not ruled:
        return scored
    elsewhere = _elsewhere(scored, {e for n in ruled for e in (scored[n].result.ns, scored[n].result.ew)})
    rows = list(scored)
    for n in ruled:
        row = scored[n]
        ns, ew = (
            _session_points(row, side, entry, elsewhere)
            for side, entry in (("NS", row.result.ns), ("EW", row.result.ew))
        )
        rows[n] = replace(row, points=BoardMP(ns, ew, row.points.top))
    return rows


def has_award(line: Line) -> bool:
    """True if either side of the line has average plus or average minus."""
    if line.ns_pct is None and line.ew_pct is None:
        return False
    return any(_award_of(line, side) is not None for side in ("NS", "EW"))


def has_two_winners(results: Iterable[Result]) -> bool:
    """True if nobody sat in both directions, so that N/S and E/W were never compared with each other."""
    rows = [result for result in results if result.line.status is not Status.SIT_OUT]
    return not {row.ns for row in rows} & {row.ew for row in rows}


def sums(scored: Iterable[Scored], sides: Sequence[str]) -> Sums:
    """Return the exact points won, and the points possible, for everyone who played in one of these directions."""
    totals = Totals()
    for row in scored:
        count(totals, row.result, row.points, sides)
    return totals.sums()


def count(totals: Totals, result: Result, points: BoardMP, sides: Sequence[str]) -> None:
    """Add a result's points to the totals of the contestants who sat in `sides`."""
    if result.line.status is Status.SIT_OUT:
        return
    if "NS" in sides and result.ns is not None:
        totals.count(result.ns, points.ns, points.top)
    if "EW" in sides and result.ew is not None:
        totals.count(result.ew, points.ew, points.top)


def _award_of(line: Line, side: str) -> Fraction | None:
    """Return this side's average plus or minus, including an award from a split ruling, or None if there is none."""
    percent = percent_of(line, side)
    return percent if percent in (AVERAGE_PLUS, AVERAGE_MINUS) else None


def _elsewhere(scored: Sequence[Scored], entries: Collection[Entry | None]) -> dict[Entry, Fraction]:
    """Return the share of the possible points that each of `entries` won on boards without average plus or minus."""
    totals = Totals()
    for row in scored:
        result = row.result
        if result.ns in entries or result.ew in entries:
            sides = [side for side in ("NS", "EW") if _award_of(result.line, side) is None]
            count(totals, result, row.points, sides)
    return {entry: won / possible for entry, (won, possible) in totals.sums().items() if possible}


def _session_points(
    row: Scored, side: str, entry: Entry | None, elsewhere: Mapping[Entry, Fraction]
) -> Fraction | None:
    awarded = _award_of(row.result.line, side)
    points = row.points.ns if side == "NS" else row.points.ew
    if awarded is None or points is None or entry not in elsewhere:
        return points
    return session_award(awarded, elsewhere[entry] * row.points.top, points)
