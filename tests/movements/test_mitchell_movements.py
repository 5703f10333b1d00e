"""Straight and skip Mitchells: cell by cell, and every invariant at every legal size."""

from collections.abc import Iterator

import pytest

from movements.checks import problems
from movements.errors import MovementError
from movements.mitchell import skip, skip_rounds, straight, straight_rounds
from movements.plan import Plan, with_sit_out

# ns-ew/boardset of tables 1, 2, 3 ... in each round.
STRAIGHT_5 = """
1-6/1  2-7/2  3-8/3  4-9/4  5-10/5
1-10/2 2-6/3  3-7/4  4-8/5  5-9/1
1-9/3  2-10/4 3-6/5  4-7/1  5-8/2
1-8/4  2-9/5  3-10/1 4-6/2  5-7/3
1-7/5  2-8/1  3-9/2  4-10/3 5-6/4
"""
SKIP_4 = """
1-5/1 2-6/2 3-7/3 4-8/4
1-8/2 2-5/3 3-6/4 4-7/1
1-6/3 2-7/4 3-8/1 4-5/2
"""
SKIP_6 = """
1-7/1  2-8/2  3-9/3  4-10/4 5-11/5 6-12/6
1-12/2 2-7/3  3-8/4  4-9/5  5-10/6 6-11/1
1-11/3 2-12/4 3-7/5  4-8/6  5-9/1  6-10/2
1-9/4  2-10/5 3-11/6 4-12/1 5-7/2  6-8/3
1-8/5  2-9/6  3-10/1 4-11/2 5-12/3 6-7/4
"""


def cells(plan: Plan) -> list[list[str]]:
    return [
        [f"{p.ns}-{p.ew}/{p.boardset}" for p in sorted(plan.round(r), key=lambda p: p.table)]
        for r in range(1, plan.rounds + 1)
    ]


def table_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("plan", "golden"),
    [(straight(5, 5), STRAIGHT_5), (skip(4, 3), SKIP_4), (skip(6, 5), SKIP_6)],
    ids=["straight 5", "skip 4", "skip 6"],
)
def test_cell_by_cell(plan, golden):
    assert cells(plan) == table_of(golden)


def every_mitchell() -> Iterator[Plan]:
    for tables in range(2, 31):
        for rounds in range(1, straight_rounds(tables) + 1):
            yield straight(tables, rounds)
        if tables % 2 == 0:
            for rounds in range(1, skip_rounds(tables) + 1):
                yield skip(tables, rounds)


def test_every_size_up_to_30_tables_is_sound():
    unsound = {(p.name, p.tables, p.rounds): found for p in every_mitchell() if (found := problems(p))}
    assert unsound == {}


def test_every_odd_field_up_to_59_is_sound():
    plans = (with_sit_out(p, 2 * p.tables) for p in every_mitchell())
    unsound = {(p.name, p.tables, p.rounds): found for p in plans if (found := problems(p))}
    assert unsound == {}


@pytest.mark.parametrize("absent", range(1, 15))
def test_anybody_may_be_the_one_who_is_missing(absent):
    plan = with_sit_out(straight(7, 7), absent)
    assert problems(plan) == []
    assert [p.boardset for p in plan.schedule if absent in (p.ns, p.ew)] == [0] * 7
    assert len(plan.sit_outs()) == 7
    assert absent not in plan.present


def test_refusals_say_what_to_do():
    with pytest.raises(MovementError, match="Use skip-mitchell: it has up to 7 rounds"):
        straight(8, 7)
    with pytest.raises(MovementError, match="use the straight one"):
        skip(7, 6)
    for make, tables, rounds in ((straight, 7, 8), (skip, 8, 8), (straight, 0, 1), (skip, 102, 1), (straight, 5, 0)):
        with pytest.raises(MovementError):
            make(tables, rounds)


def test_only_one_can_be_missing_and_must_exist():
    with pytest.raises(MovementError, match="missing already"):
        with_sit_out(with_sit_out(straight(5, 5), 10), 9)
    with pytest.raises(MovementError, match="no contestant 11"):
        with_sit_out(straight(5, 5), 11)
