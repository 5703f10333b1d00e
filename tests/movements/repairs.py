"""Helpers for repair tests: movements at any stage, and the laws that every repair obeys."""

from collections.abc import Callable

from hypothesis import strategies as st

from movements.checks import problems
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import skip, straight
from movements.plan import Plan, with_sit_out
from movements.repair import Change
from tests.long import sample

Found = tuple[Plan, int]
# Five players at four tables. Boards A and C are at two tables at once, 1 and 2 meet twice, number 5 sits at half a
# table in every round (in round 3 they are not mentioned at all), and one table is empty.
FIVE = """\
5 4 4 4 0
 1-2 A  3-4 A  5-0 0  0 0 0
 2-1 B  3-0 0  4-5 B  0 0 0
 1-3 C  0 0 0  2-4 C  0 0 0
 2-3 D  4-1 D  0-5 0  0 0 0
"""


def cells(plan: Plan) -> list[list[str]]:
    """Return N/S-E/W/board set of each table, round by round."""
    return [[f"{p.ns}-{p.ew}/{p.boardset}" for p in plan.round(r)] for r in range(1, plan.rounds + 1)]


@st.composite
def nights(draw: st.DrawFn, odd: bool | None = None, last: bool = False) -> Found:
    """Draw a Mitchell, a skip Mitchell or a Howell, and the number of its rounds that have begun."""
    family = draw(st.sampled_from(["mitchell", "skip", "howell"]))
    if family == "mitchell":
        tables = draw(st.sampled_from([3, 5, 7, 9, 13]))
        plan = straight(tables, draw(st.integers(2, tables)))
    elif family == "skip":
        tables = draw(st.sampled_from([4, 6, 8, 12]))
        plan = skip(tables, draw(st.integers(2, tables - 1)))
    else:
        tables = draw(st.integers(4, 7))
        plan = howell(tables, draw(st.integers(2, 2 * tables - 1)))
    if draw(st.booleans()) if odd is None else odd:
        plan = with_sit_out(plan, plan.contestants)
    return plan, draw(st.integers(0, plan.rounds - (0 if last else 1)))


def never_again(plan: Plan) -> bool:
    """True if nobody plays a board twice (Law 15)."""
    seen = [(c, row.boardset) for row in plan.schedule if row.boardset for c in (row.ns, row.ew)]
    return len(seen) == len(set(seen))


def keeps_the_past(before: Plan, repair: Change, frozen: int) -> bool:
    """True if everybody who sat at a table in a round that has begun still sits there, with the same boards."""
    wanted = {row for row in before.schedule if row.round <= frozen}
    there = {row for row in repair.plan.schedule if row.round <= frozen}
    return wanted <= there and all(row.boardset == 0 for row in there - wanted)


def sound(before: Plan, repair: Change, frozen: int):
    assert problems(repair.plan) == []
    assert never_again(repair.plan)
    assert keeps_the_past(before, repair, frozen)
    assert Plan.from_json(repair.plan.to_json()) == repair.plan
    assert repair.effects


def allowed(make: Callable[[], Change]) -> Change | None:
    """Return the repair, or None if it was refused with a message."""
    try:
        return make()
    except MovementError as no:
        assert str(no).endswith(".")
        return None


FIELDS = sample((*range(2, 21), 23, 30, 37, 44, 51, 58, 59, 60), range(2, 61))
