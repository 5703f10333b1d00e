"""How evenly everybody competes with everybody: the figure of merit Q, exact.

Competition C of two contestants, over the board sets that both play, each played k times in all: they met =
k - 1; they sat in the same direction = +1; in opposite directions = -1. S = sum over sets of k(k - 1).
Q = 100 S^2 / (N sum C^2) with N the number of couples; 100 = everybody competes equally (after Manning).
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from movements.plan import SIT_OUT, Plan

Couple = tuple[int, int]


def competition(plan: Plan) -> dict[Couple, int]:
    """C of every couple of contestants who are present, keyed (lower, higher); nobody may replay a set.

    Worked out in whole numbers as bit sets: with the sets that one plays N/S and E/W side by side, the bits
    that two have in common are the sets on which they sat in the same direction.
    """
    width = plan.board_sets + 1
    sat = dict.fromkeys(range(1, plan.contestants + 1), 0)
    played = sat.copy()
    met: Counter[Couple] = Counter()
    times = _times(plan)
    for p in plan.schedule:
        if p.boardset != SIT_OUT:
            here = 1 << p.boardset
            sat[p.ns] |= here
            sat[p.ew] |= here << width
            played[p.ns] |= here
            played[p.ew] |= here
            # They sat opposite ways, which counts -1 below: k makes that the k - 1 of a meeting.
            met[(p.ns, p.ew) if p.ns < p.ew else (p.ew, p.ns)] += times[p.boardset]
    rows = [(c, sat[c], played[c]) for c in plan.present]
    return {
        (one, other): 2 * (s & t).bit_count() - (p & q).bit_count() + met[one, other]
        for (one, s, p), (other, t, q) in combinations(rows, 2)
    }


def quality(plan: Plan) -> Fraction:
    """Q from 0 to 100, as if the plan had one winner; 0 if no board is played twice."""
    total = sum(k * (k - 1) for k in _times(plan).values())
    competitions = competition(plan).values()
    squares = sum(c * c for c in competitions)
    return Fraction(100 * total * total, len(competitions) * squares) if squares else Fraction(0)


def _times(plan: Plan) -> Counter[int]:
    return Counter(p.boardset for p in plan.schedule if p.boardset != SIT_OUT)
