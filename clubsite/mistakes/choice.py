"""How the decisions that become puzzles are chosen. The functions are pure.

A decision is a call or a card. A claim is not a decision, because there was nothing to choose from.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

LEAST_POINTS = 50
"""The least cost of a decision: a trick that goes down, or a part score's bonus."""
MAX_PER_SESSION = 3
"""Limit of puzzles from one session: the costliest decision of each board."""
RECENT_SESSIONS = 20
"""Number of a person's newest published sessions that give puzzles."""
MAX_PER_DAY = 9
"""Limit of puzzles on one day: returning ones first, then those of the newest sessions."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: the act `seq` by S or N in a play, and its cost in points. `session` and `table_board` are ids."""

    session: int
    table_board: int
    play: int
    seq: int
    by: str
    points: int


def dear_enough(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that cost enough to become puzzles."""
    return [one for one in decisions if one.points >= LEAST_POINTS]


def chosen(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that become puzzles: the costliest of each session, at most one per board, in the order in
    which they were made.
    """
    by_session: defaultdict[int, dict[int, Decision]] = defaultdict(dict)
    for one in sorted(dear_enough(decisions), key=_dearest):
        if len(by_session[one.session]) < MAX_PER_SESSION:
            by_session[one.session].setdefault(one.table_board, one)
    return [one for boards in by_session.values() for one in sorted(boards.values(), key=_place)]


def _dearest(one: Decision) -> tuple[int, int, int]:
    return -one.points, one.table_board, one.seq


def _place(one: Decision) -> tuple[int, int]:
    return one.table_board, one.seq
