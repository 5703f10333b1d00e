"""Clauses on the auctions of the field: where they differ, and the call that cost most."""

from collections import Counter
from collections.abc import Sequence

from clubsite.booklet.clauses import LEAST_TOLD, AuctionsDiffer, BetterCalls, Clause, DearestCall
from clubsite.booklet.solved_board import JudgedLine
from scoring.field_tree import field_tree

MAX_BETTER_CALLS = 3


def differ_clause(judged: Sequence[JudgedLine]) -> AuctionsDiffer | None:
    """Return the first call on which the auctions differ, or None if fewer than two differ."""
    if not judged:
        return None
    root = field_tree({place: one.call_texts for place, one in enumerate(judged)})
    if len(root.branches) < 2:
        return None
    ways = tuple((branch.steps[0], len(branch.keys)) for branch in root.branches)
    return AuctionsDiffer(root.steps, ways, len(judged))


def dearest_clauses(judged: Sequence[JudgedLine]) -> tuple[Clause, ...]:
    """Return the call that cost most, and the calls that would have cost nothing, or () if no call cost enough
    to be told.

    Of equally dear calls, the one that most tables made is named, and then the one of the first line.
    """
    made = [
        (one.call_texts[: place + 1], verdict)
        for one in judged
        for place, verdict in enumerate(one.calls)
        if verdict.points >= LEAST_TOLD
    ]
    if not made:
        return ()
    times = Counter(calls for calls, _ in made)
    calls, verdict = max(made, key=lambda one: (one[1].points, times[one[0]]))
    alone = len({other for other, one in made if one.points == verdict.points}) == 1
    dearest = DearestCall(verdict.player, calls[:-1], calls[-1], verdict.points, times[calls], len(judged), alone)
    if len(verdict.held) > MAX_BETTER_CALLS:
        return (dearest,)
    return dearest, BetterCalls(calls[:-1], verdict.held)
