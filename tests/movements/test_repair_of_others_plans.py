"""Repairs to other authors' movements, with several empty seats and with tables where nobody plays in a round."""

from collections.abc import Callable

import pytest

from movements import repair
from movements.faults import faults
from movements.files import read_plan
from movements.plan import Plan
from tests.movements.repairs import FIVE

TEN_AT_SIX = """\
10 6 3 6 0
1- 2:A  3- 4:B  5- 6:C  7- 8:D  9-10:E  0  0 0
4- 7:A  6- 9:B 10- 8:C  2- 5:D  0  0 0  1- 3:F
9- 8:A 10- 1:B  3- 2:C  0  0 0  7- 6:E  5- 4:F
"""
REPAIRS: dict[str, Callable[[Plan, int], repair.Change]] = {
    "leave": lambda plan, frozen: repair.leave(plan, frozen, 3),
    "curtail": lambda plan, frozen: repair.curtail(plan, frozen, frozen),
    "extend": lambda plan, frozen: repair.extend(plan, frozen, 1),
    "add_table": repair.add_table,
    "rest": lambda plan, frozen: repair.rest(plan, frozen, plan.rounds),
    "flip": lambda plan, frozen: repair.flip(plan, frozen, 1),
}


@pytest.mark.parametrize("text", [FIVE, TEN_AT_SIX])
@pytest.mark.parametrize("name", REPAIRS)
@pytest.mark.parametrize("frozen", [1, 2])
def test_what_comes_of_a_repair_can_be_played(text, name, frozen):
    plan = read_plan(text).plan
    after = REPAIRS[name](plan, frozen).plan
    assert faults(after) == []
    kept = [row for row in plan.schedule if row.round < frozen]
    assert [row for row in kept if row.boardset and row not in after.schedule] == []


@pytest.mark.parametrize(("text", "frozen"), [(FIVE, 1), (FIVE, 2), (TEN_AT_SIX, 1)])
def test_who_comes_late_gets_boards_in_the_rounds_that_are_left(text, frozen):
    plan = read_plan(text).plan
    done = repair.late(plan, frozen)
    assert faults(done.plan) == []
    (newcomer,) = done.newcomers
    rows = [row for row in done.plan.schedule if row.boardset and newcomer in (row.ns, row.ew)]
    assert rows and all(row.round > frozen for row in rows)
