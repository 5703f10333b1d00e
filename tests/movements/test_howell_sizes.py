"""Stored Howells are sound and as even as any published. In cyclic ones, players follow the next lower number."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from movements.balance import quality
from movements.checks import problems
from movements.errors import MovementError
from movements.howell import follows, howell, howell_lengths, howell_rounds
from movements.plan import Plan

SIZES = [(tables, rounds) for tables in range(2, 15) for rounds in range(tables, 2 * tables)]
CYCLIC = [(tables, rounds) for tables in range(2, 15) for rounds in howell_lengths(tables, cyclic=True)]

# The best published movements without shared boards, Q to one decimal (perfect ones exactly).
PUBLISHED = {
    "4x6": "77.1", "4x7": "100", "5x7": "74.8", "5x8": "83.7", "5x9": "83.3", "6x8": "69.9", "6x9": "90.7",
    "6x11": "100", "7x9": "77.9", "7x11": "91.1", "7x12": "89.8", "7x13": "91.3", "8x11": "82.9", "8x12": "87.1",
    "8x13": "91.3", "8x14": "95.3", "8x15": "100", "9x13": "89.1", "9x17": "94.7", "10x12": "78.8",
    "10x13": "83.3", "10x14": "82.7", "10x19": "100", "12x14": "79.0",
}  # fmt: skip


@pytest.mark.parametrize(("tables", "rounds"), SIZES)
def test_everybody_plays_every_board_set_once_and_nobody_twice(tables, rounds):
    plan = howell(tables, rounds)
    check_complete(plan, tables, rounds)


@pytest.mark.parametrize(("tables", "rounds"), CYCLIC)
def test_in_the_cyclic_one_everybody_follows_the_number_below(tables, rounds):
    plan = howell(tables, rounds, cyclic=True)
    check_complete(plan, tables, rounds)
    leaders = follows(plan)
    assert sorted(leaders.values()) == list(range(1, 2 * tables + 1))
    assert all(leaders[number] == number - 1 for number in range(2, rounds + 1))
    assert leaders[1] == rounds
    # Above the first ring are smaller ones and those who stay; within a ring everyone follows the number
    # below.
    above = [number for number in range(rounds + 1, 2 * tables + 1) if leaders[number] < number]
    assert all(leaders[number] == number - 1 for number in above)
    assert quality(plan) <= quality(howell(tables, rounds))


@pytest.mark.parametrize(("tables", "rounds"), CYCLIC)
def test_in_the_cyclic_one_boards_go_down_from_table_to_table(tables, rounds):
    plan = howell(tables, rounds, cyclic=True)
    for number in range(1, rounds):
        for now, then in zip(plan.round(number), plan.round(number + 1), strict=True):
            assert then.boardset == now.boardset % rounds + 1
    order = [p.boardset for p in plan.round(1)]
    assert order == sorted(order)


def check_complete(plan: Plan, tables: int, rounds: int):
    assert problems(plan) == []
    assert (plan.rounds, plan.board_sets, plan.contestants, plan.winners) == (rounds, rounds, 2 * tables, 1)
    played = {(c, p.boardset) for p in plan.schedule for c in (p.ns, p.ew)}
    assert len(played) == 2 * tables * rounds


def test_no_boards_are_shared_where_it_can_be_done():
    """No Howell designs exist for (2,4), (3,4), (5,6) and (5,8), according to Rosa, Schellenberg and Vanstone."""
    shared = {size: len(howell(*size).shares()) for size in SIZES if howell(*size).declares}
    assert shared == {(2, 2): 2, (2, 3): 3, (3, 5): 1, (4, 5): 1}
    assert all(howell(*size).declares == ("shares",) for size in shared)


@pytest.mark.parametrize("size", PUBLISHED)
def test_balance_is_at_least_the_best_published(size):
    plan = howell(*(int(number) for number in size.split("x")))
    assert plan.shares() == ()
    q, published = quality(plan), PUBLISHED[size]
    assert round(q, len(published.partition(".")[2])) >= Fraction(published)


def test_the_table_of_balance_in_the_docs_is_true():
    """Each row has a number of tables T and, from T rounds on, the balance of the free and of the cyclic Howell."""
    page = Path(__file__).parents[2].joinpath("docs/movements.md").read_text(encoding="utf-8")
    rows = re.search(r"^\| T \| R = T .*\n.*\n((?:\| .*\n)+)", page, re.MULTILINE)[1]
    shown = {}
    for line in rows.splitlines():
        tables, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        shown |= {(int(tables), rounds): cell for rounds, cell in enumerate(cells, int(tables))}
    assert shown == {
        size: f"{_balance(size)}/{_balance(size, cyclic=True) if size in CYCLIC else '-'}" for size in SIZES
    }


def _balance(size: tuple[int, int], cyclic: bool = False) -> str:
    return f"{float(quality(howell(*size, cyclic=cyclic))):.1f}"


@pytest.mark.parametrize("tables", range(2, 15))
def test_fewer_rounds_than_tables_are_the_more_even_of_the_shortest_ones_stopped_early(tables):
    assert howell(tables).rounds == howell_rounds(tables)
    free = howell(tables, tables)
    for rounds in range(1, tables):
        plan = howell(tables, rounds)
        ways = [free.cut(rounds)]
        if (tables, tables) in CYCLIC:
            ways.append(howell(tables, rounds, cyclic=True))
        assert plan.schedule in [way.schedule for way in ways]
        assert quality(plan) == max(quality(way) for way in ways)
        assert problems(plan) == []


def test_where_not_all_can_follow_one_another_the_director_is_told_what_would_do():
    """For even T, R = T + 1 is possible only with small rings. (4, 6), (5, 8) and (8, 9) were searched exhaustively."""
    assert [size for size in SIZES if size not in CYCLIC] == [
        (2, 2), (3, 5), (4, 5), (4, 6), (5, 8), (6, 7), (8, 9), (10, 11), (12, 13),
    ]  # fmt: skip
    with pytest.raises(MovementError, match=r"6 tables and 7 rounds .* play 8 rounds, or the free movement"):
        howell(6, 7, cyclic=True)


def test_in_a_free_one_the_table_may_be_that_of_the_number_below_but_not_the_direction():
    plan = howell(8, 11)
    assert follows(plan) is None
    leaders = follows(plan, seats=False)
    assert leaders[2] == 1
    assert leaders[16] == 16
    assert follows(howell(4, 6), seats=False) is None


def test_one_round_has_nobody_to_follow():
    assert follows(howell(4, 1)) is None
