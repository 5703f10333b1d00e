"""How evenly all contestants compete with each other: the exact figure of merit Q.

The competition C of two contestants is added up over the board sets that both play. If a set is played k times in all,
it adds k - 1 if they met on the set, +1 if they sat in the same direction, or -1 if in opposite directions. S is the
sum over all sets of k(k - 1). Q = 100 S^2 / (N sum C^2), where N is the number of couples. At 100, everyone competes
equally with everyone else (after Manning). Both functions assume that nobody replays a set.

Let v and w be the vectors of two contestants' directions (+1 N/S, -1 E/W, 0 not played), set by set. C is v.w, plus k
for every meeting, since contestants who meet sit in opposite directions. Vectors are bit sets: the sets played N/S
and, `width` bits higher, the sets played E/W. So the bits that two vectors share are the sets on which both
contestants sat the same way.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from movements.plan import SIT_OUT, Plan

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Signs:
    """A vector of +1, -1 and 0. `alike` has a bit for each +1 and, higher up, for each -1; `both` ignores the signs."""

    alike: int
    both: int

    def times(self, other: "_Signs") -> int:
        """Return the inner product with `other`."""
        return 2 * (self.alike & other.alike).bit_count() - (self.both & other.both).bit_count()


def competition(plan: Plan) -> dict[Couple, int]:
    """Return the competition C of every couple of contestants present, keyed by (lower number, higher number)."""
    directions = _directions(plan)
    met = _meetings(plan)
    return {
        (contestant, other): directions[contestant].times(directions[other]) + met[contestant, other]
        for contestant, other in combinations(plan.present, 2)
    }


def quality(plan: Plan) -> Fraction:
    """Return Q, from 0 to 100, as if the plan had one winner, or 0 if no board is played twice."""
    total = sum(k * (k - 1) for k in _times(plan).values())
    squares = _sum_of_squares(plan)
    contestants = len(plan.present)
    couples = contestants * (contestants - 1) // 2
    return Fraction(100 * total * total, couples * squares) if squares else Fraction(0)


def _sum_of_squares(plan: Plan) -> int:
    """Return the sum of C^2 over all couples.

    Without meetings, it is the sum of (v.w)^2 over all v and w, which equals the sum of the squared products of the
    columns, one column for each set. There are fewer columns than couples. C itself is needed only for couples who
    meet.
    """
    directions, columns = _directions(plan), list(_columns(plan))
    by_columns = sum(s.times(s) ** 2 for s in columns) + 2 * sum(s.times(t) ** 2 for s, t in combinations(columns, 2))
    themselves = sum(v.times(v) ** 2 for v in directions.values())
    meetings = _meetings(plan).items()
    crossed = sum(m * (m + 2 * directions[contestant].times(directions[other])) for (contestant, other), m in meetings)
    return (by_columns - themselves) // 2 + crossed


def _directions(plan: Plan) -> dict[int, _Signs]:
    """Return the sets that each contestant plays as N/S and as E/W."""
    rows = ((c, p.boardset, c == p.ew) for p in plan.schedule if p.boardset != SIT_OUT for c in (p.ns, p.ew))
    return _signs(rows, range(1, plan.contestants + 1), plan.board_sets + 1)


def _columns(plan: Plan) -> Iterable[_Signs]:
    """Return, for each set, the contestants who play it as N/S and as E/W."""
    rows = ((p.boardset, c, c == p.ew) for p in plan.schedule if p.boardset != SIT_OUT for c in (p.ns, p.ew))
    return _signs(rows, range(1, plan.board_sets + 1), plan.contestants + 1).values()


def _signs(rows: Iterable[tuple[int, int, bool]], keys: Iterable[int], width: int) -> dict[int, _Signs]:
    alike = dict.fromkeys(keys, 0)
    both = alike.copy()
    for key, place, minus in rows:
        alike[key] |= 1 << (place + width * minus)
        both[key] |= 1 << place
    return {key: _Signs(alike[key], both[key]) for key in alike}


def _meetings(plan: Plan) -> Counter[Couple]:
    """Return, for each couple, the sum of k over all sets on which they meet."""
    times = _times(plan)
    met: Counter[Couple] = Counter()
    for p in plan.schedule:
        if p.boardset != SIT_OUT:
            met[(p.ns, p.ew) if p.ns < p.ew else (p.ew, p.ns)] += times[p.boardset]
    return met


def _times(plan: Plan) -> Counter[int]:
    return Counter(p.boardset for p in plan.schedule if p.boardset != SIT_OUT)
