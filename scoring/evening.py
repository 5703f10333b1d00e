"""A whole evening: every board scored in one field, every contestant's sum."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.board import BoardMP, Line, Status, field_size, score_board
from scoring.ranking import Placed, Standing, rank

Entry = Hashable


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a board's traveller with its two contestants (None: nobody there, a sit-out)."""

    board: int
    ns: Entry | None
    ew: Entry | None
    line: Line


@dataclass(frozen=True, slots=True)
class Scored:
    """A result with its match points."""

    result: Result
    points: BoardMP


def score_evening(results: Sequence[Result], *, tiny_groups: bool = False) -> list[Scored]:
    """Match points of every result, in the order given; the field is the largest board's."""
    boards: defaultdict[int, list[Line]] = defaultdict(list)
    for result in results:
        boards[result.board].append(result.line)
    field = field_size(boards.values())
    points = {n: score_board(lines, field, tiny_groups=tiny_groups) for n, lines in boards.items()}
    return [Scored(result, points[result.board][result.line.key]) for result in results]


def has_two_winners(results: Iterable[Result]) -> bool:
    """Whether nobody sat in both directions: N/S and E/W were then never compared with one another."""
    rows = [result for result in results if result.line.status is not Status.SIT_OUT]
    return not {row.ns for row in rows} & {row.ew for row in rows}


def standings(scored: Sequence[Scored]) -> dict[str, list[Standing]]:
    """Sums by direction, `NS` and `EW`; one who sat in both is in both. Whoever only sat out is in neither.

    `full` is the most that anybody in that direction could win: what totals are factored to.
    """
    return {"NS": _with_full(_sums(scored, "NS")), "EW": _with_full(_sums(scored, "EW"))}


def rank_evening(scored: Sequence[Scored], winners: int) -> list[list[Placed]]:
    """One ranking, or with two winners that of N/S and that of E/W."""
    if winners == 2:
        return [rank(rows) for rows in standings(scored).values()]
    together = _sums(scored, "NS")
    for entry, (won, possible) in _sums(scored, "EW").items():
        before = together.get(entry, (Fraction(0), Fraction(0)))
        together[entry] = (before[0] + won, before[1] + possible)
    return [rank(_with_full(together))]


Sums = dict[Entry, tuple[Fraction, Fraction]]


def _sums(scored: Sequence[Scored], side: str) -> Sums:
    """Won and possible of everybody who sat in a direction."""
    sums: Sums = {}
    for row in scored:
        entry, points = (row.result.ns, row.points.ns) if side == "NS" else (row.result.ew, row.points.ew)
        if entry is None or row.result.line.status is Status.SIT_OUT:
            continue
        won, possible = sums.get(entry, (Fraction(0), Fraction(0)))
        sums[entry] = (won, possible) if points is None else (won + points, possible + row.points.top)
    return sums


def _with_full(sums: Sums) -> list[Standing]:
    full = max((possible for _, possible in sums.values()), default=Fraction(0))
    return [Standing(entry, won, possible, full) for entry, (won, possible) in sums.items()]
