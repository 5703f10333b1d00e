"""Splitting a tie for a trophy that cannot be shared: a series of tests puts the tied contestants in order.

Head to head comes first, then a count-back in points per board, which is how the English Bridge Union splits
ties (White Book, split tie procedure: http://www.ebu.co.uk/lawsandethics/articles/splitties/howto.htm). Master
points, money and the place in the ranking are still shared.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from scoring.evening import Entry, Scored


def split_tie(tied: Sequence[Entry], scored: Sequence[Scored]) -> list[list[Entry]]:
    """Return the tied contestants, best first. Contestants whom no test separates stay in one list.

    After a test has separated some contestants, the contestants who are still level start again with the first test.
    """
    if len(tied) < 2:
        return [list(tied)] if tied else []
    for test in TIE_TESTS:
        figures = {entry: test(entry, tied, scored) for entry in tied}
        if None in figures.values() or len(set(figures.values())) == 1:
            continue
        level = sorted({figure for figure in figures.values() if figure is not None}, reverse=True)
        groups = [[entry for entry in tied if figures[entry] == figure] for figure in level]
        return [part for group in groups for part in split_tie(group, scored)]
    return [list(tied)]


def head_to_head(entry: Entry, tied: Sequence[Entry], scored: Sequence[Scored]) -> Fraction | None:
    """Return the share of points won on boards against the other tied entries, or None unless `entry` met them all."""
    others = set(tied) - {entry}
    won, possible, met = Fraction(0), 0, set()
    for row in scored:
        own, opponent, points = _of(entry, row)
        if own and opponent in others and points is not None:
            met.add(opponent)
            won, possible = won + points, possible + row.points.top
    return won / possible if met == others and possible else None


def count_back(entry: Entry, tied: Sequence[Entry], scored: Sequence[Scored]) -> Fraction | None:
    """Return 1 point per board above average and 1/2 per average board, divided by the number of counting boards."""
    figures = [(points, row) for row in scored for own, _, points in (_of(entry, row),) if own]
    boards = [(points, _average(row)) for points, row in figures if points is not None]
    if not boards:
        return None
    wins = sum((Fraction(1 + (points > half) - (points < half), 2) for points, half in boards), Fraction(0))
    return wins / len(boards)


TIE_TESTS: tuple[Callable[[Entry, Sequence[Entry], Sequence[Scored]], Fraction | None], ...] = (
    head_to_head,
    count_back,
)


def _of(entry: Entry, row: Scored) -> tuple[bool, Entry | None, Fraction | None]:
    if row.result.ns == entry:
        return True, row.result.ew, row.points.ns
    return row.result.ew == entry, row.result.ns, row.points.ew


def _average(row: Scored) -> Fraction:
    """Return half of the top, or 0 for IMPs, where `top` is 1 and only means that the board counts."""
    ns, ew, top = row.points.ns, row.points.ew, row.points.top
    return Fraction(0) if top == 1 or ns is None or ew is None else Fraction(top, 2)
