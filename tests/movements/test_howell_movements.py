"""Full Howells for 2 to 7 tables: invariants, and the best possible balance."""

from dataclasses import replace
from fractions import Fraction

import pytest

from movements.balance import competition, quality
from movements.checks import problems
from movements.errors import MovementError
from movements.howell import howell, stored
from movements.make_howells import as_text, remade
from movements.plan import Plan, with_sit_out

ALL_SIZES = range(2, 8)

# The movement has always been this: a change would alter sessions already planned.
HOWELL_4 = [
    ["8-1/1", "6-5/2", "4-2/3", "7-3/5"],
    ["8-2/2", "7-6/3", "5-3/4", "1-4/6"],
    ["8-3/3", "1-7/4", "6-4/5", "2-5/7"],
    ["8-4/4", "2-1/5", "7-5/6", "3-6/1"],
    ["8-5/5", "3-2/6", "1-6/7", "4-7/2"],
    ["8-6/6", "4-3/7", "2-7/1", "5-1/3"],
    ["8-7/7", "5-4/1", "3-1/2", "6-2/4"],
]
HOWELL_2 = [["4-1/1", "2-3/1"], ["4-2/2", "3-1/2"], ["4-3/3", "1-2/3"]]


def cells(plan: Plan) -> list[list[str]]:
    return [[f"{p.ns}-{p.ew}/{p.boardset}" for p in plan.round(r)] for r in range(1, plan.rounds + 1)]


def test_cell_by_cell():
    assert cells(howell(4)) == HOWELL_4
    assert cells(howell(2)) == HOWELL_2


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_every_odd_field_and_every_earlier_stop_is_sound(tables):
    for rounds in range(1, 2 * tables):
        plan = howell(tables, rounds)
        assert problems(plan) == []
        for absent in range(1, 2 * tables + 1):
            assert problems(with_sit_out(plan, absent)) == []


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_in_an_odd_field_everybody_sits_out_once(tables):
    plan = with_sit_out(howell(tables), 2 * tables)
    assert sorted(p.ew if p.ns == 2 * tables else p.ns for p in plan.sit_outs()) == list(plan.present)


def test_only_two_and_three_tables_share_boards_and_three_in_one_round_only():
    shared = {tables: [(s.round, s.boardset, s.tables) for s in howell(tables).shares()] for tables in ALL_SIZES}
    assert shared[2] == [(r, r, (1, 2)) for r in (1, 2, 3)]
    assert shared[3] == [(5, 5, (1, 2, 3))]
    assert [shared[tables] for tables in (4, 5, 6, 7)] == [[], [], [], []]


@pytest.mark.parametrize(
    ("tables", "best_possible"), [(2, 100), (3, 60), (4, 100), (5, Fraction(250, 3)), (6, 100), (7, Fraction(2100, 23))]
)
def test_balance_is_the_best_that_can_be(tables, best_possible):
    """4x7 and 6x11 are published at 100, 5x9 at 83.3 and 7x13 at 91.3. Odd T is limited to 60, 83.33 and 91.30."""
    assert quality(howell(tables)) == best_possible


def test_a_perfect_howell_lets_everybody_compete_equally_with_everybody():
    assert set(competition(howell(6)).values()) == {5}


def test_one_contestant_never_leaves_table_1_and_the_others_follow_one_another():
    for tables in (4, 5, 6, 7):
        plan = howell(tables)
        assert {p.ns for p in plan.schedule if p.table == 1} == {2 * tables}
        for r in range(1, plan.rounds):
            for before, after in zip(plan.round(r), plan.round(r + 1), strict=True):
                assert after.ew == before.ew % plan.rounds + 1
                assert after.boardset == before.boardset % plan.rounds + 1


def test_the_stored_howells_are_those_that_the_script_finds():
    sizes = ["2x3", "3x5", "4x7", "5x9", "6x11", "7x13"]
    assert as_text(remade(sizes)) == as_text({size: stored()[size] for size in sizes})


@pytest.mark.parametrize(("tables", "rounds"), [(1, None), (15, None), (4, 8), (4, 0)])
def test_sizes_that_do_not_exist_are_refused(tables, rounds):
    with pytest.raises(MovementError, match=f"not {tables if rounds is None else rounds}"):
        howell(tables, rounds)


def switched(plan: Plan, rounds: int) -> Plan:
    """Return the plan with N/S and E/W swapped in the last rounds."""
    last = plan.rounds - rounds
    rows = (replace(p, ns=p.ew, ew=p.ns) if p.round > last else p for p in plan.schedule)
    return replace(plan, schedule=tuple(rows))


def test_turning_everybody_round_changes_no_balance():
    plan = howell(5)
    assert quality(switched(plan, plan.rounds)) == quality(plan)


def test_a_board_played_once_compares_nobody():
    assert quality(with_sit_out(howell(2), 4)) == 0
