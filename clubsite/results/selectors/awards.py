"""The final values of average plus and average minus at the end of a session (Law 12C2), for a contestant's card."""

from collections.abc import Iterable
from fractions import Fraction

from clubsite.rankings.shapes import Side, TravellerLine
from scoring.evening import Result, Scored, with_session_awards


def awards_changed(lines: Iterable[tuple[TravellerLine, Side]]) -> dict[int, Fraction]:
    """Return a dict from TableBoard id to final value, for awards that changed because of the contestant's other
    boards.

    `lines` has all lines of one contestant, each with the side on which the contestant sat.
    """
    counted = [(line, side) for line, side in lines if line.result and line.points and line.mp_of(side) is not None]
    before = [
        Scored(Result(0, line.ns, line.ew, line.result.line(line.table_board)), line.points)
        for line, _ in counted
        if line.result and line.points
    ]
    found = {}
    for (line, side), final in zip(counted, with_session_awards(before), strict=True):
        points = final.points.ns if side == "ns" else final.points.ew
        if points is not None and points != line.mp_of(side):
            found[line.table_board] = points
    return found
