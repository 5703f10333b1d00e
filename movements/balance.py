"""How evenly everybody competes with everybody: the figure of merit Q, exact.

Competition C of two contestants, over the board sets that both play, each played k times in all: they met =
k - 1; they sat in the same direction = +1; in opposite directions = -1. S = sum over sets of k(k - 1).
Q = 100 S^2 / (N sum C^2) with N the number of couples; 100 = everybody competes equally (after Manning).
"""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

from movements.plan import SIT_OUT, Pairing, Plan

Couple = tuple[int, int]


def competition(plan: Plan) -> dict[Couple, int]:
    """C of every couple of contestants who are present, keyed (lower, higher)."""
    result: dict[Couple, int] = dict.fromkeys(combinations(plan.present, 2), 0)
    for played in _by_set(plan).values():
        for pairing in played:
            result[_couple(pairing.ns, pairing.ew)] += len(played) - 1
        for one, other in combinations(played, 2):
            result[_couple(one.ns, other.ns)] += 1
            result[_couple(one.ew, other.ew)] += 1
            result[_couple(one.ns, other.ew)] -= 1
            result[_couple(one.ew, other.ns)] -= 1
    return result


def quality(plan: Plan) -> Fraction:
    """Q from 0 to 100, as if the plan had one winner; 0 if no board is played twice."""
    total = sum(k * (k - 1) for k in (len(played) for played in _by_set(plan).values()))
    competitions = competition(plan).values()
    squares = sum(c * c for c in competitions)
    return Fraction(100 * total * total, len(competitions) * squares) if squares else Fraction(0)


def _by_set(plan: Plan) -> dict[int, list[Pairing]]:
    played: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in plan.schedule:
        if pairing.boardset != SIT_OUT:
            played[pairing.boardset].append(pairing)
    return played


def _couple(one: int, other: int) -> Couple:
    return (one, other) if one < other else (other, one)
