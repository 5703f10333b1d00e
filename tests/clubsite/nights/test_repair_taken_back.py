"""A previewed repair must still be possible when it is applied, and it can be undone until the next round."""

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import Repair, Section, TableBoard
from clubsite.nights.selectors import repairs as orders
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.repairs import last_repair
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.repairs import repair_apply, repair_undo
from clubsite.nights.services.rounds import round_force
from clubsite.scores.models import ScoreEntry
from tests.clubsite.at_tables import say_ready
from tests.clubsite.nights.seatings import seats
from tests.kit.repairs import as_newcomer, look
from tests.kit.typed_scores import enter_score


def test_what_was_previewed_must_still_be_so(night, dee):
    """The round moves on while the director looks at the preview, so a message appears and nothing is changed."""
    order = orders.LeaveOrder(2)
    seen = look(night.section, order).seen
    round_force(section=night.section, user=dee)
    before = seats(night.section)
    with pytest.raises(Refused, match="The room has moved on since this was shown, so nothing was changed"):
        repair_apply(section=night.section, order=order, seen=seen, user=dee)
    assert seats(night.section) == before
    assert not AuditEntry.objects.filter(action=AuditAction.MOVEMENT_CHANGED).exists()
    assert not Repair.objects.exists()


def test_a_score_that_came_in_meanwhile_asks_for_another_look(night, dee):
    order = orders.TurnOrder(1, 2)
    seen = look(night.section, order).seen
    enter_score(TableBoard.objects.get(round__number=1, table__number=2), dee, "1N S 7")
    with pytest.raises(Refused, match="Look again"):
        repair_apply(section=night.section, order=order, seen=seen, user=dee)
    assert ScoreEntry.objects.count() == 1


NEW, OTHER = (orders.Newcomer("New", None),), (orders.Newcomer("Other", None),)


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (orders.TableOrder(NEW, OTHER), "another table for New and Other"),
        (orders.LateOrder(NEW), "New comes late"),
        (orders.LeaveOrder(2), "Flo leaves"),
        (orders.ShorterOrder(2), "stops after round 2"),
        (orders.LongerOrder(1), "1 round more"),
        (orders.SwapOrder(4, 5, 1), "Ann and Hal change places in round 1"),
        (orders.AnewOrder(2), "a new movement from round 2 to 2"),
    ],
)
def test_a_repair_can_be_taken_back_until_the_next_round(night, mend, dee, order, what):
    enter_score(TableBoard.objects.get(round__number=1, table__number=1), dee, "1N S 7")
    before, plan, persons = seats(night.section), plan_of(night.section), everybody(night.section)
    section = mend(night, order)
    made = last_repair(section)
    assert plan_of(section) != plan and made is not None
    assert (made.kind, made.what, made.by, made.undone_by) == (order.kind, what, dee, None)
    undone = repair_undo(section=section, user=dee)
    assert undone == made and undone.undone_by == dee and undone.undone_at is not None
    section.refresh_from_db()
    assert (seats(section), plan_of(section), everybody(section)) == (before, plan, persons)
    assert section.tables.count() == 3
    assert last_repair(section) is None
    with pytest.raises(Refused, match="can no longer be taken back"):
        repair_undo(section=section, user=dee)


def everybody(section):
    rows = section.contestants.values_list(
        "number", "persons__person__name", "persons__from_round", "persons__to_round"
    )
    return sorted(rows)


def test_too_late_to_take_back_once_a_round_has_begun(night, mend, dee):
    section = mend(night, orders.ShorterOrder(2))
    round_force(section=section, user=dee)
    section.refresh_from_db()
    assert last_repair(section) is None
    with pytest.raises(Refused):
        repair_undo(section=section, user=dee)


def test_after_the_end_only_who_sat_where_is_put_right(night, mend, dee):
    enter_score(TableBoard.objects.get(round__number=1, table__number=1), dee, "1N S 7")
    session_end(session=night.session, user=dee)
    with pytest.raises(Refused, match="only who really sat where can still be put right"):
        mend(night, orders.ShorterOrder(2))
    mend(night, orders.TurnOrder(1, 1))
    assert TableBoard.objects.get(round__number=1, table__number=1, state="finished").ns.number == 4
    repair_undo(section=night.section, user=dee)
    assert TableBoard.objects.get(round__number=1, table__number=1, state="finished").ns.number == 1


def test_what_would_play_on_is_not_taken_back_after_the_end(night, mend, dee):
    section = mend(night, orders.ShorterOrder(2))
    session_end(session=night.session, user=dee)
    section = Section.objects.get(pk=section.pk)
    assert last_repair(section) is None
    with pytest.raises(Refused, match="can no longer be taken back"):
        repair_undo(section=section, user=dee)


def test_the_movement_says_that_it_was_changed(night, mend, dee):
    section = mend(night, orders.LongerOrder(1))
    assert section.movement.title == "mitchell (changed), 3 tables, 4 rounds of 1 board"
    assert section.movement.short_title == "mitchell (changed), 3 tables"
    repair_undo(section=section, user=dee)
    section.movement.refresh_from_db()
    assert (section.movement.title, section.movement.changed) == ("mitchell", False)


def test_who_goes_before_they_came_has_never_been_there(night, mend, kit, club, dee):
    """A stand-in withdraws. Another stand-in takes over, and that change can be taken back."""
    section = mend(night, orders.StandInOrder(night.contestant(3).persons.get(), as_newcomer(kit)))
    contestant = section.contestants.get(number=3)
    once = everybody(section)
    other = person_add(club=club, name="Lee Other", guest=True)
    mend(night, orders.StandInOrder(contestant.persons.get(person=kit), as_newcomer(other)))
    assert [(p.person.name, p.from_round, p.to_round) for p in contestant.persons.all()] == [
        ("Gus", 1, 1),
        ("Lee Other", 2, None),
    ]
    repair_undo(section=section, user=dee)
    assert everybody(section) == once


@pytest.mark.django_db(transaction=True)
def test_two_directors_press_at_once_and_one_change_is_made(night, dee, at_once):
    order = orders.LeaveOrder(2)
    seen = look(night.section, order).seen

    def press():
        try:
            repair_apply(section=night.section, order=order, seen=seen, user=dee)
        except Refused as no:
            return str(no)
        return ""

    answers = at_once(press, press, lambda: say_ready(night.tickets[1]))
    assert sorted(bool(answer) for answer in answers[:2]) == [False, True]
