"""Repairs that change later rounds: what each repair keeps in any movement, and what it reports."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import straight
from movements.repair import add_table, curtail, extend, fill, late, leave, rest
from movements.teams import american_whist
from tests.long import sample
from tests.movements.repairs import allowed, nights, sound


@given(nights())
@settings(max_examples=sample(20, 200))
def test_a_late_contestant_plays_from_the_next_round_on(night):
    plan, frozen = night
    repair = late(plan, frozen)
    sound(plan, repair, frozen)
    (newcomer,) = repair.newcomers
    seats = [repair.plan.seat_of(newcomer, n) for n in range(frozen + 1, plan.rounds + 1)]
    assert any(seat and seat.boardset for seat in seats)
    assert all(seat and not seat.boardset for n in range(1, frozen + 1) if (seat := repair.plan.seat_of(newcomer, n)))


@given(nights(odd=True))
@settings(max_examples=sample(12, 125))
def test_into_the_empty_seat_nobody_sits_out_any_more_and_nothing_else_moves(night):
    plan, frozen = night
    repair = late(plan, frozen)
    assert repair.newcomers == plan.absent
    assert all(row.boardset for row in repair.plan.schedule if row.round > frozen)
    moved = set(repair.plan.schedule) - set(plan.schedule)
    assert all(plan.absent[0] in (row.ns, row.ew) for row in moved)


@pytest.mark.parametrize(("tables", "frozen"), [(7, 1), (9, 3), (13, 2)])
def test_a_late_half_table_of_a_mitchell_goes_round_as_rover(tables, frozen):
    """All of a rover's tables, opponents and boards are different, and the rover displaces nobody twice."""
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
@settings(max_examples=sample(20, 200))
def test_a_contestant_leaves_and_only_his_tables_stop(night, data):
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


def test_his_opponents_are_named_with_their_rounds():
    repair = leave(straight(7, 7), 4, 3)
    assert [e.text for e in repair.effects] == [
        "Contestant 3 plays no more after round 4.",
        "Whoever would have met contestant 3 sits out: contestant 13 in round 5, "
        "contestant 12 in round 6 and contestant 11 in round 7.",
        "The scores of contestant 3 stay and count, also for the opponents.",
    ]


@given(nights(odd=False))
@settings(max_examples=sample(12, 125))
def test_who_left_can_come_back_or_be_replaced(night):
    plan, frozen = night
    gone = allowed(lambda: leave(plan, frozen, 1))
    if gone is not None:
        back = fill(gone.plan, frozen, 1)
        sound(plan, back, frozen)
        assert not back.plan.missing(frozen + 1)


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


def test_a_movement_that_was_cut_goes_on_as_itself():
    assert extend(straight(9, 5), 5, 2).plan.schedule == straight(9, 7).schedule
    assert extend(howell(6).cut(4), 2).plan.schedule == howell(6).cut(5).schedule


def test_a_full_mitchell_needs_new_boards_for_one_round_more_and_says_so():
    repair = extend(straight(5, 5), 5)
    assert repair.plan.board_sets == 6
    assert any("New boards are needed: board set 6" in e.text for e in repair.effects)
    assert "rematches" in repair.plan.declares


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
