"""Repairs on the night: what every one of them keeps, whatever the movement, and what a director is told."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements import catalogue
from movements.checks import problems
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import skip, straight
from movements.plan import Plan, with_sit_out
from movements.repair import Repair, add_table, curtail, extend, fill, flip, late, leave, re_pair, rest, swap

Found = tuple[Plan, int]


@st.composite
def nights(draw: st.DrawFn, odd: bool | None = None, last: bool = False) -> Found:
    """A movement of any family here and how many of its rounds have begun."""
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
    """Law 15: nobody plays a board that he has played."""
    seen = [(c, row.boardset) for row in plan.schedule if row.boardset for c in (row.ns, row.ew)]
    return len(seen) == len(set(seen))


def keeps_the_past(before: Plan, repair: Repair, frozen: int) -> bool:
    """Whoever sat at a table in a round that has begun sits there still, on the same boards."""
    wanted = {row for row in before.schedule if row.round <= frozen}
    there = {row for row in repair.plan.schedule if row.round <= frozen}
    return wanted <= there and all(row.boardset == 0 for row in there - wanted)


def sound(before: Plan, repair: Repair, frozen: int) -> None:
    assert problems(repair.plan) == []
    assert never_again(repair.plan)
    assert keeps_the_past(before, repair, frozen)
    assert Plan.from_json(repair.plan.to_json()) == repair.plan
    assert repair.effects


def allowed(make: Callable[[], Repair]) -> Repair | None:
    """The repair, or None where it was refused with a sentence."""
    try:
        return make()
    except MovementError as no:
        assert str(no).endswith(".")
        return None


@given(nights())
@settings(max_examples=40)
def test_a_late_contestant_plays_from_the_next_round_on(night: Found) -> None:
    plan, frozen = night
    repair = late(plan, frozen)
    sound(plan, repair, frozen)
    (newcomer,) = repair.newcomers
    seats = [repair.plan.seat_of(newcomer, n) for n in range(frozen + 1, plan.rounds + 1)]
    assert any(seat and seat.boardset for seat in seats)
    assert all(
        seat and not seat.boardset for n in range(1, frozen + 1) if (seat := repair.plan.seat_of(newcomer, n))
    )


@given(nights(odd=True))
@settings(max_examples=25)
def test_into_the_empty_seat_nobody_sits_out_any_more_and_nothing_else_moves(night: Found) -> None:
    plan, frozen = night
    repair = late(plan, frozen)
    assert repair.newcomers == plan.absent
    assert all(row.boardset for row in repair.plan.schedule if row.round > frozen)
    moved = set(repair.plan.schedule) - set(plan.schedule)
    assert all(plan.absent[0] in (row.ns, row.ew) for row in moved)


@pytest.mark.parametrize(("tables", "frozen"), [(7, 1), (9, 3), (13, 2)])
def test_a_late_half_table_of_a_mitchell_goes_round_as_rover(tables: int, frozen: int) -> None:
    """Tables, opponents and boards of a rover all differ, and he sends nobody out twice."""
    plan = straight(tables, tables)
    repair = late(plan, frozen)
    visits = [row for row in repair.plan.schedule if row.ns == 2 * tables + 1 and row.boardset]
    assert len({row.ew for row in visits}) == len({row.boardset for row in visits}) == len(visits)
    assert len({row.table for row in visits}) == len(visits) >= tables - frozen - 1
    assert "as rover" in repair.effects[0].text
    assert repair.plan.winners == 2
    assert repair.plan.south() == frozenset(range(1, tables + 1)) | {2 * tables + 1}


def test_a_newcomer_takes_the_robot_s_seats_and_the_robot_rests() -> None:
    plan = howell(4)
    repair = late(plan, 3, instead_of=8)
    sound(plan, repair, 3)
    for number in range(4, 8):
        before, after = plan.seat_of(8, number), repair.plan.seat_of(9, number)
        assert before and after and (before.table, before.boardset) == (after.table, after.boardset)
        assert 8 in repair.plan.missing(number)


@given(nights(), st.data())
@settings(max_examples=40)
def test_a_contestant_leaves_and_only_his_tables_stop(night: Found, data: st.DataObject) -> None:
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


def test_his_opponents_are_named_with_their_rounds() -> None:
    repair = leave(straight(7, 7), 4, 3)
    assert [e.text for e in repair.effects] == [
        "Contestant 3 plays no more after round 4.",
        "Whoever would have met contestant 3 sits out: contestant 13 in round 5, "
        "contestant 12 in round 6 and contestant 11 in round 7.",
        "The scores of contestant 3 stay and count, also for the opponents.",
    ]


@given(nights(odd=False))
@settings(max_examples=25)
def test_who_left_can_come_back_or_be_replaced(night: Found) -> None:
    plan, frozen = night
    gone = allowed(lambda: leave(plan, frozen, 1))
    if gone is not None:
        back = fill(gone.plan, frozen, 1)
        assert back is not None
        sound(plan, back, frozen)
        assert not back.plan.missing(frozen + 1)


@given(nights(), st.data())
@settings(max_examples=25)
def test_stopping_earlier_drops_the_last_rounds_and_nothing_else(night: Found, data: st.DataObject) -> None:
    plan, frozen = night
    rounds = data.draw(st.integers(0, plan.rounds + 1))
    repair = allowed(lambda: curtail(plan, frozen, rounds))
    if repair is None:
        assert rounds in (0, plan.rounds, plan.rounds + 1) or rounds < frozen
        return
    sound(plan, repair, frozen)
    assert set(repair.plan.schedule) == {row for row in plan.schedule if row.round <= rounds}


def test_a_result_that_lost_its_comparisons_is_said_to_have() -> None:
    (text,) = [e.text for e in curtail(straight(3, 3), 1, 1).effects if e.about == "boards"]
    assert text.startswith("Played at one table only")
    (text,) = [e.text for e in curtail(straight(7, 7), 1, 4).effects if e.about == "boards"]
    assert text.startswith("The result is complete")


@given(nights(last=True), st.integers(1, 2))
@settings(max_examples=30)
def test_a_round_more_keeps_all_rounds_there_are(night: Found, more: int) -> None:
    plan, frozen = night
    repair = extend(plan, frozen, more)
    sound(plan, repair, plan.rounds)
    assert repair.plan.rounds == plan.rounds + more
    there = set(plan.present)
    for number in range(plan.rounds + 1, plan.rounds + more + 1):
        busy = {c for row in repair.plan.round(number) if row.boardset for c in (row.ns, row.ew)}
        assert len(there - busy) == len(plan.absent)


def test_a_movement_that_was_cut_goes_on_as_itself() -> None:
    assert extend(straight(9, 5), 5, 2).plan.schedule == straight(9, 7).schedule
    assert extend(howell(6).cut(4), 2).plan.schedule == howell(6).cut(5).schedule


def test_a_full_mitchell_needs_new_boards_for_one_round_more_and_says_so() -> None:
    repair = extend(straight(5, 5), 5)
    assert repair.plan.board_sets == 6
    assert any("New boards are needed: board set 6" in e.text for e in repair.effects)
    assert "rematches" in repair.plan.declares


@given(nights())
@settings(max_examples=30)
def test_another_table_seats_two_more_for_the_rest(night: Found) -> None:
    plan, frozen = night
    repair = add_table(plan, frozen)
    sound(plan, repair, frozen)
    assert repair.newcomers == (plan.contestants + 1, plan.contestants + 2)
    for number in range(frozen + 1, plan.rounds + 1):
        busy = {c for row in repair.plan.round(number) if row.boardset for c in (row.ns, row.ew)}
        assert len(busy) == len(plan.present) + 2 - len(plan.absent)


@given(nights())
@settings(max_examples=30)
def test_the_rest_is_drawn_anew_without_a_replay(night: Found) -> None:
    plan, frozen = night
    repair = rest(plan, frozen)
    sound(plan, repair, frozen)
    assert repair.plan.rounds == plan.rounds
    if plan.winners == 2:
        assert repair.plan.south() == plan.south()
        assert "directions" not in repair.plan.declares


def test_two_empty_places_are_closed_up_by_a_new_rest() -> None:
    plan = leave(leave(straight(9, 7), 3, 2).plan, 3, 14).plan
    again = rest(plan, 3)
    sound(plan, again, 3)
    for number in range(4, 8):
        assert sum(bool(row.boardset) for row in again.plan.round(number)) == 8


@given(nights(), st.data())
@settings(max_examples=60)
def test_two_who_changed_places_are_put_right_or_refused(night: Found, data: st.DataObject) -> None:
    plan, frozen = night
    one, other = data.draw(st.lists(st.sampled_from(plan.present), min_size=2, max_size=2, unique=True))
    number = data.draw(st.integers(1, plan.rounds))
    repair = allowed(lambda: swap(plan, frozen, one, other, number))
    if repair is None:
        assert max(number, frozen) > 1
        return
    assert problems(repair.plan) == [] and never_again(repair.plan)
    before, after = plan.seat_of(one, number), repair.plan.seat_of(other, number)
    assert before and after and (before.table, before.ns == one) == (after.table, after.ns == other)
    untouched = {row for row in plan.schedule if row.round <= frozen and row.round != number}
    assert untouched <= set(repair.plan.schedule)


@given(nights(), st.data())
@settings(max_examples=25)
def test_a_table_the_wrong_way_round_changes_one_row(night: Found, data: st.DataObject) -> None:
    plan, _ = night
    row = data.draw(st.sampled_from([row for row in plan.schedule if row.boardset]))
    repair = flip(plan, row.round, row.table)
    assert problems(repair.plan) == []
    assert set(repair.plan.schedule) - set(plan.schedule) == {replace(row, ns=row.ew, ew=row.ns)}
    assert flip(repair.plan, row.round, row.table).plan == plan


def test_the_wrong_players_at_a_table_change_places_with_the_right_ones() -> None:
    """E/W 8 and 9 sat down at each other's tables: going on from there, nobody replays anything."""
    plan = straight(7, 7)
    repair = re_pair(plan, 1, 1, 2, ns=2, ew=8)
    assert [(row.ns, row.ew) for row in repair.plan.round(1)[:3]] == [(1, 9), (2, 8), (3, 10)]
    assert "round 1, table 1: contestant 1 sits n/s, contestant 9 e/w." in repair.effects[1].text.lower()
    assert any("stay so to the end" in effect.text for effect in repair.effects)
    assert problems(repair.plan) == [] and repair.plan.declares == ()


def test_both_players_of_a_table_are_wrong() -> None:
    plan = howell(6)
    row = plan.round(1)[2]
    ns, ew = plan.round(1)[0].ew, plan.round(1)[5].ns
    repair = re_pair(plan, 1, 1, row.table, ns, ew)
    assert replace(row, ns=ns, ew=ew) in repair.plan.schedule
    assert repair.plan.round(1)[0].ew == row.ns and repair.plan.round(1)[5].ns == row.ew
    assert problems(repair.plan) == []


def test_one_table_plays_other_boards_where_somebody_would_replay() -> None:
    """A Howell stopped early has boards to spare: a later row keeps its players and gets others of them."""
    plan = howell(6).cut(5)
    repair = swap(plan, 2, 1, 2, 2)
    changed = [row for row in repair.plan.schedule if row.round > 2 and row not in plan.schedule]
    assert changed and all(
        any(replace(row, boardset=old.boardset) == old for old in plan.schedule) for row in changed
    )
    assert repair.plan.board_sets == plan.board_sets
    assert sum("which one of them has played" in effect.text for effect in repair.effects) == len(changed)
    assert never_again(repair.plan)


@pytest.mark.parametrize("tables", [5, 7, 9, 13])
def test_the_rest_of_a_mitchell_goes_on_as_a_mitchell(tables: int) -> None:
    """N/S stay, E/W up one, boards down one: no rematch, nothing shared, no new boards."""
    plan = straight(tables, tables)
    again = rest(plan, 2).plan
    assert (again.declares, again.board_sets) == ((), tables)
    for row in again.schedule:
        assert row.ns == row.table
        coming = again.seat_of(row.ew, row.round + 1)
        if row.round > 2 and coming is not None:
            assert coming.table % tables == (row.table + 1) % tables


@st.composite
def catalogued(draw: st.DrawFn) -> Plan:
    """A movement of any family that there is."""
    family = catalogue.FAMILIES[draw(st.sampled_from(sorted(catalogue.FAMILIES)))]
    sizes = [tables for tables in range(2, 11) if family.rounds(tables)]
    tables = draw(st.sampled_from(sizes))
    plan = family.make(tables, draw(st.sampled_from(list(family.rounds(tables)))))
    odd = family.odd and not plan.absent and draw(st.booleans())
    return with_sit_out(plan, family.missing(tables)) if odd else plan


@st.composite
def changes(draw: st.DrawFn, plan: Plan, frozen: int) -> tuple[bool, Callable[[], Repair]]:
    """Any change, possible or not; and whether it is of rows that may have been played."""
    one, other = (draw(st.integers(1, plan.contestants)) for _ in "ab")
    number, table = draw(st.integers(1, max(1, frozen))), draw(st.integers(1, plan.tables))
    ahead: list[Callable[[], Repair]] = [
        lambda: late(plan, frozen),
        lambda: leave(plan, frozen, one),
        lambda: curtail(plan, frozen, max(1, frozen)),
        lambda: extend(plan, frozen),
        lambda: add_table(plan, frozen),
        lambda: rest(plan, frozen),
    ]
    rows: list[Callable[[], Repair]] = [
        lambda: swap(plan, frozen, one, other, number),
        lambda: flip(plan, number, table),
        lambda: re_pair(plan, frozen, number, table, one, other),
    ]
    which = draw(st.integers(0, len(ahead + rows) - 1))
    return which >= len(ahead), (ahead + rows)[which]


@given(catalogued(), st.data())
@settings(max_examples=60)
def test_one_change_after_another_in_every_movement_there_is(plan: Plan, data: st.DataObject) -> None:
    """As on a bad night: whatever was changed before, the next one keeps the laws or is refused with a sentence."""
    frozen = data.draw(st.integers(0, plan.rounds))
    for _ in range(data.draw(st.integers(1, 4))):
        of_rows, make = data.draw(changes(plan, frozen))
        repair = allowed(make)
        if repair is not None:
            assert problems(repair.plan) == [] and never_again(repair.plan)
            assert of_rows or keeps_the_past(plan, repair, frozen)
            plan = repair.plan
        frozen = min(plan.rounds, frozen + data.draw(st.integers(0, 1)))


REFUSED: list[tuple[Callable[[], Repair], str]] = [
    (lambda: leave(straight(7, 7), 7, 3), "Round 7 is the last: there is no later round to change."),
    (lambda: leave(with_sit_out(straight(7, 7), 14), 2, 14), "Nobody plays as contestant 14 in round 3."),
    (lambda: leave(straight(1, 1), 0, 2), "Nobody would have anybody to play"),
    (lambda: curtail(straight(7, 7), 4, 3), "can stop after any round from 4 to 6, not after 3"),
    (lambda: swap(straight(7, 7), 2, 5, 5, 2), "Choose two different contestants."),
    (lambda: swap(straight(7, 7), 2, 5, 15, 2), "Nobody plays as contestant 15 in round 2."),
    (lambda: re_pair(straight(7, 7), 2, 2, 1, 1, 1), "Nobody can play against himself"),
    (lambda: re_pair(straight(7, 7), 2, 2, 1, 1, 14), "That is how they sit already."),
    (lambda: re_pair(straight(7, 7), 2, 2, 8, 1, 14), "There is no table 8 in round 2."),
    (lambda: flip(with_sit_out(straight(7, 7), 14), 1, 7), "Nobody plays at table 7 in round 1"),
    (lambda: re_pair(with_sit_out(straight(7, 7), 14), 1, 1, 7, 1, 2), "Nobody plays at table 7 in round 1"),
    (lambda: late(straight(7, 7), 7), "Round 7 is the last"),
    (lambda: fill(straight(7, 7), 2, 3) or late(straight(7, 7), 7), "Contestant 3 is playing already."),
]  # fmt: skip


@pytest.mark.parametrize(("make", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_a_director_s_words(make: Callable[[], Repair], sentence: str) -> None:
    with pytest.raises(MovementError, match=sentence.replace("(", r"\(")):
        make()


def test_boards_already_played_are_named() -> None:
    """E/W 9 has had set 4 in round 2: he cannot have played it at table 2 in round 3 as well."""
    with pytest.raises(MovementError) as no:
        re_pair(straight(7, 7), 3, 3, 2, ns=2, ew=9)
    assert str(no.value) == "Contestant 9 has board set 4 in round 2 and cannot have them in round 3 too."
