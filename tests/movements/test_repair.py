"""Repairs of later rounds: what each keeps in any movement, rounds that are not drawn yet, and others' plans."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements import repair
from movements.catalogue import build
from movements.checks import problems
from movements.errors import MovementError
from movements.faults import faults
from movements.files import read_plan
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import SIT_OUT, Plan
from movements.repair import (
    add_table,
    curtail,
    extend,
    fill,
    join_undrawn,
    late,
    leave,
    leave_undrawn,
    rest,
    rounds_in_all,
)
from movements.swiss import first_round, next_round
from movements.teams import american_whist
from tests.long import sample
from tests.movements.repairs import FIVE, allowed, nights, sound


@given(nights())
@settings(max_examples=sample(25, 250))
def test_a_late_contestant_plays_from_the_next_round_on_and_in_the_empty_seat_nothing_else_moves(night):
    plan, frozen = night
    repair = late(plan, frozen)
    sound(plan, repair, frozen)
    (newcomer,) = repair.newcomers
    seats = [repair.plan.seat_of(newcomer, n) for n in range(frozen + 1, plan.rounds + 1)]
    assert any(seat and seat.boardset for seat in seats)
    assert all(seat and not seat.boardset for n in range(1, frozen + 1) if (seat := repair.plan.seat_of(newcomer, n)))
    if plan.absent:
        assert repair.newcomers == plan.absent
        assert all(row.boardset for row in repair.plan.schedule if row.round > frozen), "nobody sits out any more"
        moved = set(repair.plan.schedule) - set(plan.schedule)
        assert all(newcomer in (row.ns, row.ew) for row in moved)


@pytest.mark.parametrize(("tables", "frozen"), [(7, 1), (9, 3), (13, 2)])
def test_a_late_half_table_of_a_mitchell_goes_round_as_rover(tables, frozen):
    plan = straight(tables, tables)
    repair = late(plan, frozen)
    visits = [row for row in repair.plan.schedule if row.ns == 2 * tables + 1 and row.boardset]
    assert len({row.ew for row in visits}) == len({row.boardset for row in visits}) == len(visits)
    assert len({row.table for row in visits}) == len(visits) >= tables - frozen - 1
    assert "as rover" in repair.effects[0].text
    assert repair.plan.winners == 2
    assert repair.plan.south() == frozenset(range(1, tables + 1)) | {2 * tables + 1}


def test_a_newcomer_takes_the_robot_s_seats_and_the_robot_rests():
    plan = howell(4)
    repair = late(plan, 3, instead_of=8)
    sound(plan, repair, 3)
    for number in range(4, 8):
        before, after = plan.seat_of(8, number), repair.plan.seat_of(9, number)
        assert before and after and (before.table, before.boardset) == (after.table, after.boardset)
        assert 8 in repair.plan.missing(number)


@given(nights(), st.data())
@settings(max_examples=sample(25, 250))
def test_a_contestant_leaves_only_his_tables_stop_and_he_can_come_back(night, data):
    plan, frozen = night
    who = data.draw(st.sampled_from(plan.present))
    repair = allowed(lambda: leave(plan, frozen, who))
    if repair is None:
        assert plan.tables - bool(plan.absent) <= 2
        return
    sound(plan, repair, frozen)
    for row in repair.plan.schedule:
        gone = row.round > frozen and who in (row.ns, row.ew)
        assert (row in plan.schedule) or gone
        assert not (gone and row.boardset)
    back = fill(repair.plan, frozen, who)
    sound(plan, back, frozen)
    assert back.plan.missing(frozen + 1) == set(plan.absent)


def test_his_opponents_are_named_with_their_rounds():
    repair = leave(straight(7, 7), 4, 3)
    assert [e.text for e in repair.effects] == [
        "Contestant 3 plays no more after round 4.",
        "Whoever would have met contestant 3 sits out: contestant 13 in round 5, "
        "contestant 12 in round 6 and contestant 11 in round 7.",
        "The scores of contestant 3 stay and count, also for the opponents.",
    ]


@given(nights(), st.data())
@settings(max_examples=sample(12, 125))
def test_stopping_earlier_drops_the_last_rounds_and_nothing_else(night, data):
    plan, frozen = night
    rounds = data.draw(st.integers(0, plan.rounds + 1))
    repair = allowed(lambda: curtail(plan, frozen, rounds))
    if repair is None:
        assert rounds in (0, plan.rounds, plan.rounds + 1) or rounds < frozen
        return
    sound(plan, repair, frozen)
    assert set(repair.plan.schedule) == {row for row in plan.schedule if row.round <= rounds}


def test_a_result_that_lost_its_comparisons_is_said_to_have():
    (text,) = [e.text for e in curtail(straight(3, 3), 1, 1).effects if e.about == "boards"]
    assert text.startswith("Played at one table only")
    (text,) = [e.text for e in curtail(straight(7, 7), 1, 4).effects if e.about == "boards"]
    assert text.startswith("The result is complete")


@given(nights(last=True), st.integers(1, 2))
@settings(max_examples=sample(15, 150))
def test_a_round_more_keeps_all_rounds_there_are(night, more):
    plan, frozen = night
    repair = extend(plan, frozen, more)
    sound(plan, repair, plan.rounds)
    assert repair.plan.rounds == plan.rounds + more
    there = set(plan.present)
    for number in range(plan.rounds + 1, plan.rounds + more + 1):
        busy = {c for row in repair.plan.round(number) if row.boardset for c in (row.ns, row.ew)}
        assert len(there - busy) == len(plan.absent)


def test_a_movement_that_was_cut_goes_on_as_itself_and_a_full_one_with_new_boards():
    assert extend(straight(9, 5), 5, 2).plan.schedule == straight(9, 7).schedule
    assert extend(howell(6).cut(4), 2).plan.schedule == howell(6).cut(5).schedule
    repair = extend(straight(5, 5), 5)
    assert repair.plan.board_sets == 6 and "rematches" in repair.plan.declares
    assert any("New boards are needed: board set 6" in e.text for e in repair.effects)


@given(nights())
@settings(max_examples=sample(15, 150))
def test_another_table_seats_two_more_for_the_rest(night):
    plan, frozen = night
    repair = add_table(plan, frozen)
    sound(plan, repair, frozen)
    assert repair.newcomers == (plan.contestants + 1, plan.contestants + 2)
    for number in range(frozen + 1, plan.rounds + 1):
        busy = {c for row in repair.plan.round(number) if row.boardset for c in (row.ns, row.ew)}
        assert len(busy) == len(plan.present) + 2 - len(plan.absent)


@given(nights())
@settings(max_examples=sample(15, 150))
def test_the_rest_is_drawn_anew_without_a_replay(night):
    plan, frozen = night
    repair = rest(plan, frozen)
    sound(plan, repair, frozen)
    assert repair.plan.rounds == plan.rounds
    if plan.winners == 2:
        assert repair.plan.south() == plan.south()
        assert "directions" not in repair.plan.declares


def test_two_empty_places_are_closed_up_by_a_new_rest():
    plan = leave(leave(straight(9, 7), 3, 2).plan, 3, 14).plan
    again = rest(plan, 3)
    sound(plan, again, 3)
    for number in range(4, 8):
        assert sum(bool(row.boardset) for row in again.plan.round(number)) == 8


@pytest.mark.parametrize("tables", [5, 7, 9, 13])
def test_the_rest_of_a_mitchell_goes_on_as_a_mitchell(tables):
    """N/S stay, E/W move up one and boards move down one. There is no rematch, no board sharing and no new board."""
    plan = straight(tables, tables)
    again = rest(plan, 2).plan
    assert (again.declares, again.board_sets) == ((), tables)
    for row in again.schedule:
        assert row.ns == row.table
        coming = again.seat_of(row.ew, row.round + 1)
        if row.round > 2 and coming is not None:
            assert coming.table % tables == (row.table + 1) % tables


def test_of_teams_no_two_are_set_against_each_other_and_nobody_is_in_none():
    """In a second draw of the round, 6 met 1 and 7 met 2, who are their own partners in the teams of two."""
    plan = american_whist(5, 4)
    for change in (lambda: extend(plan, 1), lambda: rest(plan, 1), lambda: add_table(plan, 1), lambda: late(plan, 1)):
        with pytest.raises(MovementError, match="Teams meet each other by this movement alone"):
            change()
    shorter = curtail(plan, 1, 2).plan
    assert extend(shorter, 1, 2).plan.schedule == plan.schedule


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
    robots = join_undrawn(first_round(8), 1, IN_ALL, instead_of=8)
    assert there(robots.plan, 2) == {*range(1, 8), 9}


def test_a_round_that_is_drawn_and_has_not_begun_is_drawn_again():
    plan = drawn(first_round(8))
    left = leave_undrawn(plan, 1, 3, IN_ALL)
    assert (left.plan.rounds, left.plan.missing(2)) == (1, frozenset({3}))
    assert any("Round 2 was drawn already" in effect.text for effect in left.effects)


def test_rounds_more_or_fewer_are_shown_and_those_begun_stay():
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
