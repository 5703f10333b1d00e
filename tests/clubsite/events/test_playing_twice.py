"""Nobody plays an event twice, deals its cards and plays, or has seen its cards and plays."""

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.invitations.links import account_join
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.director.setup.dummy_slips import slips_taken
from clubsite.duplicate.models import ContestantPerson
from clubsite.duplicate.repair_orders import StandInOrder
from clubsite.duplicate.services.rounds import session_start
from clubsite.events.models import EventAction, EventEntrant, EventPerson
from clubsite.events.selectors.players import person_key
from clubsite.events.services.heat_sessions import dealer_name, heat_release
from tests.clubsite.events.two_clubs import AT_QUAY
from tests.kit.events import heat_night, join, make_club, make_event, score_round, take_lines
from tests.kit.people import plays_as
from tests.kit.repairs import as_newcomer, mend


@pytest.fixture
def eve():
    return get_user_model().objects.create_user("eve", password="correct horse")


@pytest.fixture
def event(club, dee):
    return make_event(club, dee)


@pytest.fixture
def first(event, club, dee, eve):
    """The first heat, in play; Eve plays as Bo, number 1."""
    session = heat_night(join(event, club, dee), dee, start=False)
    plays_as(session, 1, eve)
    session_start(session=session, user=dee)
    return session


@pytest.fixture
def quay(cy):
    return make_club("Quay Street", cy)


def second(event, quay, cy, eve, number=1):
    """A heat of another club, not begun, in which Eve plays under `number`."""
    session = heat_night(join(event, quay, cy), cy, start=False, names=AT_QUAY)
    if eve is not None:
        plays_as(session, number, eve)
    return session


def test_the_same_account_cannot_start_in_a_second_heat(event, first, quay, cy, eve, client):
    session = second(event, quay, cy, eve)
    words = "Jo has played the boards of this event already, at Lantern Street"
    with pytest.raises(Refused, match=f"{words} on {timezone.localdate():%-d %B %Y}. Seat"):
        session_start(session=session, user=cy)
    client.force_login(cy)
    page = client.get(f"/director/{session.public_id}/setup/start/").text
    assert words in page
    assert f"/director/{session.public_id}/setup/players/" in page
    plays_as(session, 1, None)
    session_start(session=session, user=cy)


def test_the_same_person_of_a_club_is_known_without_an_account(event, first, club, dee):
    session = heat_night(join(event, club, dee), dee, start=False, names=AT_QUAY)
    ContestantPerson.objects.filter(contestant__section__session=session, person__name="Jo").update(
        person=club.people.get(name="Ann")
    )
    with pytest.raises(Refused, match="Ann has played"):
        session_start(session=session, user=dee)


def test_a_stand_in_who_has_played_elsewhere_is_refused(event, first, quay, cy, eve):
    session = second(event, quay, cy, None)
    session_start(session=session, user=cy)
    eve_there = person_add(club=quay, name="Eve")
    eve_there.user = eve
    eve_there.save()
    row = ContestantPerson.objects.get(contestant__section__session=session, person__name="Kit")
    section = session.sections.get()
    with pytest.raises(Refused, match="Eve has played"):
        mend(section, StandInOrder(row, as_newcomer(eve_there)), cy)
    assert not ContestantPerson.objects.filter(person=eve_there).exists()
    mend(section, StandInOrder(row, as_newcomer(person_add(club=quay, name="Pam"))), cy)


def test_the_dealer_of_a_heat_plays_in_no_heat(event, club, dee, quay, cy, eve):
    heat = join(event, club, dee, planned_at=timezone.now())
    heat_night(heat, dee, start=False)
    dora = person_add(club=club, name="Dora")
    dora.user = eve
    dora.save()
    dealer_name(heat=heat, person=dora, user=dee)
    session = second(event, quay, cy, eve)
    with pytest.raises(Refused, match="Jo deals the cards at Lantern Street"):
        session_start(session=session, user=cy)


def test_who_has_printed_the_slips_plays_in_no_heat(event, club, dee, quay, cy):
    heat = join(event, club, dee, planned_at=timezone.now())
    session = heat_night(heat, dee, start=False)
    heat_release(heat=heat, user=dee)
    slips_taken(dee, session)
    there = second(event, quay, cy, dee)
    with pytest.raises(Refused, match="Jo printed the slips"):
        session_start(session=there, user=cy)


def test_keys_are_of_one_event_and_give_no_account_away(event, club, dee, eve):
    other = make_event(club, dee, name="Winter simultaneous")
    keys = {person_key(one.public_id, account) for one in (event, other) for account in (eve.pk, dee.pk)}
    assert len(keys) == 4 and all(len(key) == 64 for key in keys)


def test_people_without_an_account_are_unknown_and_a_robot_is_nobody(event, first, eve):
    people = EventPerson.objects.filter(entrant__heat=first.heat)
    take_lines(first.heat)
    assert sorted(people.values_list("key", flat=True)) == ["", "", "", "", "", person_key(event.public_id, eve.pk)]
    first.sections.get().contestants.filter(number=2).update(robot="club")
    ContestantPerson.objects.filter(contestant__section__session=first, contestant__number=2).delete()
    take_lines(first.heat)
    assert people.count() == 5 and not people.filter(entrant__label="2").exists()


def test_a_second_play_that_nobody_could_know_gets_no_place(event, first, quay, cy, eve):
    session = second(event, quay, cy, None)
    session_start(session=session, user=cy)
    score_round(first, first.created_by, {1: "1N S 7"})
    score_round(session, cy, {1: "1N S 7"})
    for one in (first, session):
        take_lines(one.heat)
    assert not EventEntrant.objects.filter(second_play=True).exists()
    account_join(person=quay.people.get(name="Jo"), user=eve, maker=cy)
    [entrant] = EventEntrant.objects.filter(second_play=True)
    assert (entrant.heat, entrant.label) == (session.heat, "1")
    assert event.log.filter(action=EventAction.PLAYED_TWICE, heat=session.heat).count() == 1
    take_lines(session.heat)
    assert EventEntrant.objects.filter(second_play=True).count() == 1
