"""Who really sat where: any change after any other change, and refusals in words that directors use."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements import catalogue
from movements.checks import problems
from movements.errors import MovementError
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import Plan, with_sit_out
from movements.repair import Change, add_table, curtail, extend, fill, flip, late, leave, re_pair, rest, swap
from tests.long import sample
from tests.movements.repairs import allowed, keeps_the_past, never_again, nights


@given(nights(), st.data())
@settings(max_examples=sample(30, 300))
def test_two_who_changed_places_are_put_right_or_refused(night, data):
    plan, frozen = night
    first, other = data.draw(st.lists(st.sampled_from(plan.present), min_size=2, max_size=2, unique=True))
    number = data.draw(st.integers(1, plan.rounds))
    repair = allowed(lambda: swap(plan, frozen, first, other, number))
    if repair is None:
        assert max(number, frozen) > 1
        return
    assert problems(repair.plan) == [] and never_again(repair.plan)
    before, after = plan.seat_of(first, number), repair.plan.seat_of(other, number)
    assert before and after and (before.table, before.ns == first) == (after.table, after.ns == other)
    untouched = {row for row in plan.schedule if row.round <= frozen and row.round != number}
    assert untouched <= set(repair.plan.schedule)


@given(nights(), st.data())
@settings(max_examples=sample(12, 125))
def test_a_table_the_wrong_way_round_changes_one_row(night, data):
    plan, _ = night
    row = data.draw(st.sampled_from([row for row in plan.schedule if row.boardset]))
    repair = flip(plan, row.round, row.table)
    assert problems(repair.plan) == []
    assert set(repair.plan.schedule) - set(plan.schedule) == {replace(row, ns=row.ew, ew=row.ns)}
    assert flip(repair.plan, row.round, row.table).plan == plan


def test_the_wrong_players_at_a_table_change_places_with_the_right_ones():
    plan = straight(7, 7)
    repair = re_pair(plan, 1, 1, 2, ns=2, ew=8)
    assert [(row.ns, row.ew) for row in repair.plan.round(1)[:3]] == [(1, 9), (2, 8), (3, 10)]
    assert "round 1, table 1: contestant 1 sits n/s, contestant 9 e/w." in repair.effects[1].text.lower()
    assert any("stay so to the end" in effect.text for effect in repair.effects)
    assert problems(repair.plan) == [] and repair.plan.declares == ()


def test_both_players_of_a_table_are_wrong():
    plan = howell(6)
    row = plan.round(1)[2]
    ns, ew = plan.round(1)[0].ew, plan.round(1)[5].ns
    repair = re_pair(plan, 1, 1, row.table, ns, ew)
    assert replace(row, ns=ns, ew=ew) in repair.plan.schedule
    assert repair.plan.round(1)[0].ew == row.ns and repair.plan.round(1)[5].ns == row.ew
    assert problems(repair.plan) == []


def test_one_table_plays_other_boards_where_somebody_would_replay():
    """A Howell that stops early has spare boards. A later row keeps its players and gets some of the spare boards."""
    plan = howell(6).cut(5)
    repair = swap(plan, 2, 1, 2, 2)
    changed = [row for row in repair.plan.schedule if row.round > 2 and row not in plan.schedule]
    assert changed and all(any(replace(row, boardset=old.boardset) == old for old in plan.schedule) for row in changed)
    assert repair.plan.board_sets == plan.board_sets
    assert sum("which one of them has played" in effect.text for effect in repair.effects) == len(changed)
    assert never_again(repair.plan)


@st.composite
def catalogued(draw: st.DrawFn) -> Plan:
    family = catalogue.FAMILIES[draw(st.sampled_from(sorted(catalogue.FAMILIES)))]
    sizes = [tables for tables in range(2, 11) if family.rounds(tables)]
    tables = draw(st.sampled_from(sizes))
    plan = family.make(tables, draw(st.sampled_from(list(family.rounds(tables)))))
    odd = family.odd and not plan.absent and draw(st.booleans())
    return with_sit_out(plan, family.missing(tables)) if odd else plan


@st.composite
def changes(draw: st.DrawFn, plan: Plan, frozen: int) -> tuple[bool, Callable[[], Change]]:
    """Draw any change, possible or not, and whether it affects rows that may have been played."""
    first, other = (draw(st.integers(1, plan.contestants)) for _ in "ab")
    number, table = draw(st.integers(1, max(1, frozen))), draw(st.integers(1, plan.tables))
    ahead: list[Callable[[], Change]] = [
        lambda: late(plan, frozen), lambda: leave(plan, frozen, first), lambda: curtail(plan, frozen, max(1, frozen)),
        lambda: extend(plan, frozen), lambda: add_table(plan, frozen), lambda: rest(plan, frozen),
    ]  # fmt: skip
    rows: list[Callable[[], Change]] = [
        lambda: swap(plan, frozen, first, other, number),
        lambda: flip(plan, number, table),
        lambda: re_pair(plan, frozen, number, table, first, other),
    ]
    which = draw(st.integers(0, len(ahead + rows) - 1))
    return which >= len(ahead), (ahead + rows)[which]


@given(catalogued(), st.data())
@settings(max_examples=sample(30, 300))
def test_one_change_after_another_in_every_movement_there_is(plan, data):
    frozen = data.draw(st.integers(0, plan.rounds))
    for _ in range(data.draw(st.integers(1, 4))):
        of_rows, make = data.draw(changes(plan, frozen))
        repair = allowed(make)
        if repair is not None:
            assert problems(repair.plan) == [] and never_again(repair.plan)
            assert of_rows or keeps_the_past(plan, repair, frozen)
            plan = repair.plan
        frozen = min(plan.rounds, frozen + data.draw(st.integers(0, 1)))


REFUSED: list[tuple[Callable[[], Change], str]] = [
    (lambda: leave(straight(7, 7), 7, 3), "Round 7 is the last: there is no later round to change."),
    (lambda: leave(with_sit_out(straight(7, 7), 14), 2, 14), "Nobody plays as contestant 14 in round 3."),
    (lambda: leave(straight(1, 1), 0, 2), "Nobody would have anybody to play"),
    (lambda: curtail(straight(7, 7), 4, 3), "can stop after any round from 4 to 6, not after 3"),
    (lambda: swap(straight(7, 7), 2, 5, 5, 2), "Choose two different contestants."),
    (lambda: swap(straight(7, 7), 2, 5, 15, 2), "Nobody plays as contestant 15 in round 2."),
    (lambda: re_pair(straight(7, 7), 2, 2, 1, 1, 1), "Nobody can play against themselves"),
    (lambda: re_pair(straight(7, 7), 2, 2, 1, 1, 14), "That is how they sit already."),
    (lambda: re_pair(straight(7, 7), 2, 2, 8, 1, 14), "There is no table 8 in round 2."),
    (lambda: flip(with_sit_out(straight(7, 7), 14), 1, 7), "Nobody plays at table 7 in round 1"),
    (lambda: re_pair(with_sit_out(straight(7, 7), 14), 1, 1, 7, 1, 2), "Nobody plays at table 7 in round 1"),
    (lambda: late(straight(7, 7), 7), "Round 7 is the last"),
    (lambda: fill(straight(7, 7), 2, 3) or late(straight(7, 7), 7), "Contestant 3 is playing already."),
]  # fmt: skip


@pytest.mark.parametrize(("make", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_a_director_s_words(make, sentence):
    with pytest.raises(MovementError, match=sentence.replace("(", r"\(")):
        make()


def test_boards_already_played_are_named():
    with pytest.raises(MovementError) as no:
        re_pair(straight(7, 7), 3, 3, 2, ns=2, ew=9)
    assert str(no.value) == "Contestant 9 has board set 4 in round 2 and cannot have them in round 3 too."
