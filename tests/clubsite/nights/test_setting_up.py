"""A draft: its movement, its people, what it still needs before it can start, and how it is deleted."""

import datetime
from typing import Any

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Contestant, ContestantPerson, Session, Table
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import session_create, session_discard, session_update
from clubsite.play.models import PlaySeat, Room, SeatTicket
from movements.choose import options
from movements.howell import howell
from movements.mitchell import straight


@pytest.fixture
def draft(club, dee):
    return session_create(
        club=club, user=dee, name="Tuesday", date=datetime.date(2026, 11, 17), players=6, boards_per_round=2
    )


def accept(session, user, plan=None):
    plan = plan or straight(3, 3)
    return movement_accept(session=session, plan=plan, title=plan.name, user=user)


def names(session):
    rows = ContestantPerson.objects.filter(contestant__section__session=session).order_by("contestant__number")
    return [(row.contestant.number, row.person.name) for row in rows]


@pytest.mark.parametrize("facts", [{"players": 1}, {"players": 121}, {"boards_per_round": 0}, {"boards_per_round": 13}])
def test_a_session_of_impossible_size_is_refused_in_words(club, draft, dee, facts):
    wanted = {"players": 6, "boards_per_round": 2, **facts}
    with pytest.raises(Refused) as refused:
        session_create(club=club, user=dee, name="x", date=datetime.date(2026, 11, 17), **wanted)
    assert refused.value.field == next(iter(facts))
    assert str(refused.value).endswith(".")
    with pytest.raises(Refused):
        session_update(session=draft, user=dee, **facts)


def test_what_is_missing_is_said_with_its_counts(draft, dee, club):
    def missing():
        return [gap.sentence for gap in missing_for_start(draft)]

    assert missing() == ["Choose a movement."]
    accept(draft, dee)
    for number, said in ((1, "5 players have no name yet."), (5, "1 player has no name yet.")):
        for place in range(1, number + 1):
            contestant_assign(session=draft, number=place, person=person_add(club=club, name=f"P{place}"))
        assert missing() == [said, "Make the boards: 6 are needed."]
    session_update(session=draft, user=dee, players=8)
    assert missing() == ["Choose a movement."]


def test_too_few_boards_are_refused_with_both_counts_and_of_too_many_the_first_are_used(make_night, dee):
    night = make_night(boards_per_round=2, start=False)
    boards_deal(session=night.session, count=5, user=dee)
    with pytest.raises(Refused, match="needs 6 boards, the set has 5"):
        session_start(session=night.session, user=dee)
    night.session.refresh_from_db()
    assert night.session.status == "draft"
    boards_deal(session=night.session, count=9, user=dee)
    session_start(session=night.session, user=dee)
    used = Board.objects.filter(table_boards__round__section=night.section).distinct()
    assert sorted(b.number for b in used) == [1, 2, 3, 4, 5, 6]


def test_a_movement_for_another_number_of_players_is_refused_with_both_counts(draft, dee):
    with pytest.raises(Refused, match="seats 8 players, the session has 6"):
        accept(draft, dee, howell(4))


def test_choosing_another_movement_keeps_the_names_in_their_order(make_night, dee):
    """This is also true for a movement with a sit-out."""
    for players, plans in ((6, [howell(3)]), (5, [option.plan for option in options(5, 1)])):
        session = make_night(players=players, start=False).session
        before = [name for _, name in names(session)]
        for plan in plans:
            accept(session, dee, plan)
            assert [name for _, name in names(session)] == before


def test_a_smaller_movement_takes_its_surplus_tables_and_rooms_away(make_night, dee):
    night = make_night(start=False)
    session_update(session=night.session, user=dee, players=4)
    accept(night.session, dee, options(4, 1)[0].plan)
    assert Table.objects.filter(section=night.section).count() == 2
    assert Room.objects.count() == 2


def test_a_discarded_draft_leaves_nothing_but_its_line_in_the_audit_log(make_night, dee):
    night = make_night(start=False)
    assert SeatTicket.objects.exists()
    session_discard(session=night.session, user=dee)
    for model in (Session, Contestant, Table, Room, Board, PlaySeat, SeatTicket):
        assert not model.objects.exists()
    assert AuditEntry.objects.filter(action=AuditAction.SESSION_DISCARDED, user=dee).count() == 1


def test_a_session_that_has_begun_is_neither_begun_nor_discarded_nor_are_its_names_changed(night, dee):
    with pytest.raises(Refused, match="has begun"):
        session_start(session=night.session, user=dee)
    with pytest.raises(Refused, match="has begun"):
        contestant_assign(session=night.session, number=1, person=None)
    with pytest.raises(Refused):
        session_discard(session=night.session, user=dee)
    assert Session.objects.exists()


def test_the_same_page_sent_twice_is_one_night_and_with_another_choice_another(club, dee):
    facts: dict[str, Any] = {"date": datetime.date(2026, 11, 24), "players": 12, "boards_per_round": 2}

    def made(**choice):
        return session_create(club=club, user=dee, name="Tuesday", idempotency_key="a page", **facts, **choice).pk

    assert made() == made()
    assert len({made(), made(live=False), made(live=False, other_tables=[5, 6])}) == 3
