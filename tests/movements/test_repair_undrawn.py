"""Repairs to a Swiss: after every arrival and departure, each later round is drawn for the contestants
who are there.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.catalogue import build
from movements.checks import problems
from movements.errors import MovementError
from movements.plan import SIT_OUT, Plan
from movements.repair import join_undrawn, leave_undrawn, rounds_in_all
from movements.swiss import first_round, next_round

IN_ALL = 5


def there(plan: Plan, number: int) -> set[int]:
    return set(range(1, plan.contestants + 1)) - plan.missing(number)


def drawn(plan: Plan) -> Plan:
    order = sorted(there(plan, plan.rounds + 1), key=lambda c: (c * 7 % 11, c))
    try:
        return next_round(plan, order)
    except MovementError:
        return next_round(plan, order, kept=0, rematches=True)


@given(st.integers(5, 12), st.lists(st.sampled_from(["leave", "one", "two", "draw"]), max_size=4))
def test_every_round_is_drawn_for_those_who_are_there(contestants, changes):
    plan = first_round(contestants)
    for change in changes:
        frozen = plan.rounds
        if change == "leave" and len(there(plan, frozen + 1)) > 3:
            plan = leave_undrawn(plan, frozen, min(there(plan, frozen + 1) & there(plan, frozen)), 9).plan
        elif change in ("one", "two"):
            plan = join_undrawn(plan, frozen, 9, 1 if change == "one" else 2).plan
        plan = drawn(plan)
        seated = [c for row in plan.round(plan.rounds) if row.boardset != SIT_OUT for c in (row.ns, row.ew)]
        assert set(seated) <= there(plan, plan.rounds)
        assert len(there(plan, plan.rounds) - set(seated)) == len(there(plan, plan.rounds)) % 2
        assert problems(plan) == []


def test_a_newcomer_in_the_empty_seat_may_meet_those_who_sat_out_there():
    plan = first_round(7)
    out = next(c for row in plan.sit_outs() for c in (row.ns, row.ew) if c not in plan.absent)
    joined = join_undrawn(plan, 1, IN_ALL)
    (newcomer,) = joined.newcomers
    assert newcomer == plan.absent[0]
    second = next_round(joined.plan, [out, newcomer, *({1, 2, 3, 4, 5, 6, 7} - {out})])
    assert {out, newcomer} in [{row.ns, row.ew} for row in second.round(2)]


def test_a_round_that_is_drawn_and_has_not_begun_is_drawn_again():
    plan = drawn(first_round(8))
    left = leave_undrawn(plan, 1, 3, IN_ALL)
    assert (left.plan.rounds, left.plan.missing(2)) == (1, frozenset({3}))
    assert any("Round 2 was drawn already" in effect.text for effect in left.effects)


def test_the_robot_goes_when_somebody_comes_in_its_place():
    joined = join_undrawn(first_round(8), 1, IN_ALL, instead_of=8)
    assert len(there(joined.plan, 2)) == 8
    assert 8 not in there(joined.plan, 2)


def test_rounds_more_or_fewer_are_told_and_those_begun_stay():
    plan = drawn(first_round(8))
    assert rounds_in_all(plan, 2, 7).in_all == 7
    assert rounds_in_all(plan, 1, 1).plan.rounds == 1
    assert rounds_in_all(plan, 2, 4).plan == plan
    with pytest.raises(MovementError, match="Round 2 has begun"):
        rounds_in_all(plan, 2, 1)


def test_nobody_comes_or_goes_in_the_last_round_and_two_must_be_left():
    plan = first_round(2)
    with pytest.raises(MovementError, match="Round 1 is the last"):
        join_undrawn(plan, 1, 1)
    with pytest.raises(MovementError, match="Nobody would have anybody to play"):
        leave_undrawn(plan, 1, 2, IN_ALL)


def test_who_sat_out_is_counted_for_those_who_were_there_alone():
    plan = first_round(7)
    for _ in range(6):
        plan = drawn(plan)
    outs = Counter(c for row in plan.sit_outs() for c in (row.ns, row.ew) if c not in plan.missing(row.round))
    assert set(outs.values()) == {1}


def test_a_team_goes_on_with_one_member_and_takes_no_third():
    left = leave_undrawn(build("swiss-teams", 4), 1, 6, IN_ALL)
    assert any("who would meet somebody who has gone sits out" in effect.text for effect in left.effects)
    plan = next_round(left.plan, [2, 1, 3, 4], teams=True)
    assert problems(plan) == []
    assert [{p.ns, p.ew} for p in plan.round(2) if p.boardset == SIT_OUT] == [{3, 6}]
    with pytest.raises(MovementError, match="let the newcomer stand in for somebody"):
        join_undrawn(build("swiss-teams", 4), 1, IN_ALL)
