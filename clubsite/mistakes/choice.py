"""Which decisions become puzzles. Pure.

A decision is a call or a card; what a claim cost is none, as there was nothing to choose among.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

LEAST_POINTS = 50
"""What a decision cost at least: a trick that goes down, or a part score's bonus."""
A_NIGHT = 3
"""Puzzles of a night at most, the dearest decision of each board."""
NIGHTS = 20
"""The newest published nights of somebody whose puzzles they get."""
A_DAY = 9
"""Puzzles that are put at most on one day: those that come back first, then those of the newest nights."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The act `seq` of a play by S or N, and what it cost in points. `night` and `table_board` are ids."""

    night: int
    table_board: int
    play: int
    seq: int
    by: str
    points: int


def chosen(decisions: Iterable[Decision]) -> list[Decision]:
    """Those that become puzzles: of each night the dearest, one of a board; in the order in which they were made."""
    nights: defaultdict[int, dict[int, Decision]] = defaultdict(dict)
    for one in sorted(decisions, key=_dearest):
        if one.points >= LEAST_POINTS and len(nights[one.night]) < A_NIGHT:
            nights[one.night].setdefault(one.table_board, one)
    return [one for boards in nights.values() for one in sorted(boards.values(), key=_place)]


def _dearest(one: Decision) -> tuple[int, int, int]:
    return -one.points, one.table_board, one.seq


def _place(one: Decision) -> tuple[int, int]:
    return one.table_board, one.seq
