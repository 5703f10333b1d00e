"""A whole evening: every board scored in its field, every contestant's sum."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.artificial import AVERAGE_MINUS, AVERAGE_PLUS, session_award
from scoring.board import BoardMP, field_size
from scoring.lines import Line, Status, percent_of
from scoring.methods import score_lines
from scoring.ranking import Placed, Standing, rank
from scoring.settings import ORDINARY, ScoringSettings

Entry = Hashable


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a board's traveller with its two contestants (None: nobody there, a sit-out)."""

    board: int
    ns: Entry | None
    ew: Entry | None
    line: Line
    section: Hashable = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """A result with its match points, or IMPs."""

    result: Result
    points: BoardMP


def score_evening(
    results: Sequence[Result], settings: ScoringSettings = ORDINARY, field: int | None = None
) -> list[Scored]:
    """Match points or IMPs of every result, in the order given.

    `field` is E, by default the largest board's number of lines; sections that are not compared have each their
    own. Average plus and minus are those of Law 12C2: see `with_session_awards`. Raises ScoreError.
    """
    groups: defaultdict[Hashable, dict[int, list[Line]]] = defaultdict(dict)
    apart = settings.field == "section"
    for result in results:
        groups[result.section if apart else ""].setdefault(result.board, []).append(result.line)
    points: dict[Hashable, dict[int, dict[Hashable, BoardMP]]] = {}
    for section, boards in groups.items():
        expected = field_size(boards.values()) if field is None else field
        points[section] = {n: score_lines(lines, expected, settings) for n, lines in boards.items()}
    scored = [
        Scored(result, points[result.section if apart else ""][result.board][result.line.key])
        for result in results
    ]
    return with_session_awards(scored, settings)


def with_session_awards(scored: list[Scored], settings: ScoringSettings = ORDINARY) -> list[Scored]:
    """Law 12C2: average plus grows to a better average of one's other boards, average minus shrinks to a worse.

    The other boards are those without an average plus or minus. Match points only; IMPs stay as awarded.
    """
    ruled = [] if settings.imps else [n for n, row in enumerate(scored) if _is_award(row.result.line)]
    if not ruled:
        return scored
    elsewhere = _elsewhere(scored)
    found = list(scored)
    for n in ruled:
        row = scored[n]
        ns, ew = (
            _session_points(row, side, entry, elsewhere)
            for side, entry in (("NS", row.result.ns), ("EW", row.result.ew))
        )
        found[n] = replace(row, points=BoardMP(ns, ew, row.points.top))
    return found


def has_two_winners(results: Iterable[Result]) -> bool:
    """Whether nobody sat in both directions: N/S and E/W were then never compared with one another."""
    rows = [result for result in results if result.line.status is not Status.SIT_OUT]
    return not {row.ns for row in rows} & {row.ew for row in rows}


def standings(scored: Sequence[Scored]) -> dict[str, list[Standing]]:
    """Sums by direction, `NS` and `EW`; one who sat in both is in both. Whoever only sat out is in neither.

    `full` is the most that anybody in that direction could win: what totals are factored to.
    """
    return {side: with_full(sums(scored, (side,))) for side in ("NS", "EW")}


def rank_evening(scored: Sequence[Scored], winners: int, by: str = "percentage") -> list[list[Placed]]:
    """One ranking, or with two winners that of N/S and that of E/W. `by`: see `scoring.ranking.rank`."""
    directions = (("NS",), ("EW",)) if winners == 2 else (("NS", "EW"),)
    return [rank(with_full(sums(scored, sides)), by) for sides in directions]


Sums = dict[Entry, tuple[Fraction, int]]


def sums(scored: Iterable[Scored], sides: Sequence[str]) -> Sums:
    """Won and possible of everybody who sat in one of the directions, exact.

    Numerators are added denominator by denominator: adding 60,000 fractions one by one takes ten times as long.
    """
    won: defaultdict[Entry, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    possible: defaultdict[Entry, int] = defaultdict(int)
    for row in scored:
        for side in sides:
            entry, points = (row.result.ns, row.points.ns) if side == "NS" else (row.result.ew, row.points.ew)
            if entry is None or row.result.line.status is Status.SIT_OUT:
                continue
            possible[entry] += 0 if points is None else row.points.top
            if points is not None:
                won[entry][points.denominator] += points.numerator
    return {entry: (_added(won[entry]), possible[entry]) for entry in possible}


def with_full(totals: Mapping[Entry, tuple[Fraction, int]]) -> list[Standing]:
    """Standings whose `full` is the most that anybody could win."""
    full = Fraction(max((possible for _, possible in totals.values()), default=0))
    return [Standing(entry, won, Fraction(possible), full) for entry, (won, possible) in totals.items()]


def _added(numerators: Mapping[int, int]) -> Fraction:
    return sum((Fraction(total, denominator) for denominator, total in numerators.items()), Fraction(0))


def _award(line: Line, side: str) -> Fraction | None:
    """Average plus or average minus, if the line is one for that side."""
    percent = percent_of(line, side) if line.status is Status.ARTIFICIAL else None
    return percent if percent in (AVERAGE_PLUS, AVERAGE_MINUS) else None


def _is_award(line: Line) -> bool:
    return line.status is Status.ARTIFICIAL and not (
        _award(line, "NS") is None and _award(line, "EW") is None
    )


def _elsewhere(scored: Sequence[Scored]) -> dict[Entry, Fraction]:
    """Everybody's percentage on the boards without average plus or minus."""
    totals: Sums = {}
    for side in ("NS", "EW"):
        others = [row for row in scored if _award(row.result.line, side) is None]
        for entry, (won, possible) in sums(others, (side,)).items():
            before = totals.get(entry, (Fraction(0), 0))
            totals[entry] = (before[0] + won, before[1] + possible)
    return {entry: Fraction(100 * won, possible) for entry, (won, possible) in totals.items() if possible}


def _session_points(
    row: Scored, side: str, entry: Entry | None, elsewhere: Mapping[Entry, Fraction]
) -> Fraction | None:
    awarded = _award(row.result.line, side)
    if awarded is None:
        return row.points.ns if side == "NS" else row.points.ew
    return session_award(awarded, elsewhere.get(entry)) * row.points.top / 100
