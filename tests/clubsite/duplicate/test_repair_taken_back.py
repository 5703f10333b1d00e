"""A previewed repair must still be possible, and a finished one can be taken back until the next round."""

from typing import Any

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_add
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Section, TableBoard
from clubsite.duplicate.selectors.movements import plan_of
from clubsite.duplicate.selectors.repairs import Make, last_change, preview
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.repair import repair_apply, repair_undo
from clubsite.duplicate.services.rounds import round_force
from clubsite.scores.models import ScoreEntry
from movements import repair
from movements.errors import MovementError
from tests.clubsite.at_tables import say_ready
from tests.clubsite.duplicate.seatings import seats
from tests.kit.typed_scores import enter_score


def test_what_was_previewed_must_still_be_so(night, dee):
    """The round moved on while the director looked: a message, and no change."""
    plan = plan_of(night.section)
    assert plan is not None
    make: Make = lambda plan, frozen: repair.leave(plan, frozen, 2)  # noqa: E731
    seen = preview(night.section, plan, make).seen
    round_force(section=night.section, user=dee)
    before = seats(night.section)
    with pytest.raises(Refused, match="The room has moved on since this was shown, so nothing was changed"):
        repair_apply(section=night.section, make=make, seen=seen, what="x", user=dee, leaves=2)
    assert seats(night.section) == before
    assert not AuditEntry.objects.filter(action=AuditAction.MOVEMENT_CHANGED).exists()


def test_a_score_that_came_in_meanwhile_asks_for_another_look(night, dee):
    plan = plan_of(night.section)
    assert plan is not None
    make: Make = lambda plan, _: repair.flip(plan, 1, 2)  # noqa: E731
    seen = preview(night.section, plan, make).seen
    enter_score(TableBoard.objects.get(round__number=1, table__number=2), dee, "1N S 7")
    with pytest.raises(Refused, match="Look again"):
        repair_apply(section=night.section, make=make, seen=seen, what="x", user=dee)
    assert ScoreEntry.objects.count() == 1


REPAIRS: list[tuple[Make, dict[str, Any]]] = [
    (lambda plan, frozen: repair.add_table(plan, frozen), {"newcomers": 2}),
    (lambda plan, frozen: repair.late(plan, frozen), {"newcomers": 1}),
    (lambda plan, frozen: repair.leave(plan, frozen, 2), {"leaves": 2}),
    (lambda plan, frozen: repair.curtail(plan, frozen, 2), {}),
    (lambda plan, frozen: repair.extend(plan, frozen), {}),
    (lambda plan, frozen: repair.swap(plan, frozen, 4, 5, 1), {}),
    (lambda plan, frozen: repair.rest(plan, frozen, 2), {}),
]


@pytest.mark.parametrize(("make", "people"), REPAIRS)
def test_a_repair_can_be_taken_back_until_the_next_round(night, mend, club, dee, make, people):
    enter_score(TableBoard.objects.get(round__number=1, table__number=1), dee, "1N S 7")
    before, plan, persons = seats(night.section), plan_of(night.section), everybody(night.section)
    people = dict(people)
    if "newcomers" in people:
        new = range(people["newcomers"])
        people["newcomers"] = [[person_add(club=club, name=f"New {n}")] for n in new]
    section = mend(night, make, **people)
    assert plan_of(section) != plan and last_change(section) is not None
    assert repair_undo(section=section, user=dee) == "a repair"
    section.refresh_from_db()
    assert (seats(section), plan_of(section), everybody(section)) == (before, plan, persons)
    assert section.tables.count() == 3
    assert last_change(section) is None
    with pytest.raises(Refused, match="can no longer be taken back"):
        repair_undo(section=section, user=dee)


def everybody(section: Section) -> list[tuple[int, str, int, int | None]]:
    rows = section.contestants.values_list(
        "number", "persons__person__name", "persons__from_round", "persons__to_round"
    )
    return sorted(rows)


def test_too_late_to_take_back_once_a_round_has_begun(night, mend, dee):
    section = mend(night, lambda plan, frozen: repair.curtail(plan, frozen, 2))
    round_force(section=section, user=dee)
    section.refresh_from_db()
    assert last_change(section) is None
    with pytest.raises(Refused):
        repair_undo(section=section, user=dee)


def test_after_the_end_only_who_sat_where_is_put_right(night, mend, dee):
    enter_score(TableBoard.objects.get(round__number=1, table__number=1), dee, "1N S 7")
    session_end(session=night.session, user=dee)
    with pytest.raises(Refused, match="only who really sat where can still be put right"):
        mend(night, lambda plan, frozen: repair.curtail(plan, frozen, 2))
    mend(night, lambda plan, _: repair.flip(plan, 1, 1))
    assert TableBoard.objects.get(round__number=1, table__number=1, state="finished").ns.number == 4
    repair_undo(section=night.section, user=dee)
    assert TableBoard.objects.get(round__number=1, table__number=1, state="finished").ns.number == 1


def test_what_would_play_on_is_not_taken_back_after_the_end(night, mend, dee):
    section = mend(night, lambda plan, frozen: repair.curtail(plan, frozen, 2))
    session_end(session=night.session, user=dee)
    section = Section.objects.get(pk=section.pk)
    assert last_change(section) is None
    with pytest.raises(Refused, match="can no longer be taken back"):
        repair_undo(section=section, user=dee)


def test_the_movement_says_that_it_was_changed(night, mend, dee):
    section = mend(night, lambda plan, frozen: repair.extend(plan, frozen))
    assert section.movement.title == "mitchell (changed), 3 tables, 4 rounds of 1 board"
    assert section.movement.short_title == "mitchell (changed), 3 tables"
    repair_undo(section=section, user=dee)
    section.movement.refresh_from_db()
    assert (section.movement.title, section.movement.changed) == ("mitchell", False)


def test_who_goes_before_they_came_has_never_been_there(night, mend, kit, club, dee):
    """A stand-in changes their mind. Another takes over, and that can be taken back."""
    same: Make = lambda plan, frozen: repair.Repair(plan, ())  # noqa: E731
    section = mend(night, same, stand_in=(night.contestant(3).persons.get(), kit))
    contestant = section.contestants.get(number=3)
    once = everybody(section)
    other = person_add(club=club, name="Lee Other", guest=True)
    mend(night, same, stand_in=(contestant.persons.get(person=kit), other))
    assert [(p.person.name, p.from_round, p.to_round) for p in contestant.persons.all()] == [
        ("Gus", 1, 1),
        ("Lee Other", 2, None),
    ]
    repair_undo(section=section, user=dee)
    assert everybody(section) == once


@pytest.mark.django_db(transaction=True)
def test_two_directors_press_at_once_and_one_change_is_made(night, dee, at_once):
    plan = plan_of(night.section)
    assert plan is not None
    make: Make = lambda plan, frozen: repair.leave(plan, frozen, 2)  # noqa: E731
    seen = preview(night.section, plan, make).seen

    def press():
        try:
            repair_apply(section=night.section, make=make, seen=seen, what="leaves", user=dee, leaves=2)
        except (Refused, MovementError) as no:
            return str(no)
        return ""

    answers = at_once(press, press, lambda: say_ready(night.tickets[1]))
    assert sorted(bool(answer) for answer in answers[:2]) == [False, True]
