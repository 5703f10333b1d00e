"""People of an event: nobody plays it twice, or deals or has seen its cards and plays; and what is kept of them."""

import datetime

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.invitations import account_join
from clubsite.clubs.services import person_add
from clubsite.core.data_map import Subject, gathered
from clubsite.core.refused import Refused
from clubsite.director.setup.dummy_slips import slips_taken
from clubsite.events.models import Event, EventAction, EventEntrant, EventPerson, Heat
from clubsite.events.selectors.players import person_key
from clubsite.events.services.heats import dealer_name, heat_release
from clubsite.nights.models import ContestantPerson
from clubsite.nights.selectors.repairs import StandInOrder
from clubsite.nights.services.rounds import session_start
from clubsite.privacy.services import Left, account_delete, retention_run
from tests.clubsite.events.two_clubs import AT_QUAY
from tests.kit.events import heat_night, join, make_event, score_round, take_lines
from tests.kit.heat_servers import HeatServer, state
from tests.kit.people import plays_as
from tests.kit.repairs import as_newcomer, mend


@pytest.fixture
def eve():
    return get_user_model().objects.create_user("eve", password="correct horse")


@pytest.fixture
def first(event, club, dee, eve):
    """The first heat, in play; Eve plays as Bo, number 1."""
    session = heat_night(join(event, club, dee), dee, start=False)
    plays_as(session, 1, eve)
    session_start(session=session, user=dee)
    return session


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


pytestmark = pytest.mark.django_db


@pytest.fixture
def heat(club, dee) -> Heat:
    """A heat in play at Dee's club, in which Bo plays with a key, and Ann is the dealer."""
    heat = join(make_event(club, dee), club, dee)
    session = heat_night(heat, dee)
    bo = ContestantPerson.objects.get(contestant__section__session=session, person__name="Bo")
    entrant, _ = EventEntrant.objects.get_or_create(
        contestant=bo.contestant, defaults={"heat": heat, "label": "1", "kind": "two_handed", "line": "ALL"}
    )
    EventPerson.objects.filter(entrant=entrant).delete()
    EventPerson.objects.create(entrant=entrant, key="a" * 64)
    Heat.objects.filter(pk=heat.pk).update(dealer=club.people.get(name="Ann"))
    return heat


def read_by(club, name: str, user: int | None = None) -> list[str]:
    [part] = gathered(Subject(user, (club.people.get(name=name).pk,)), "events")
    assert all(row["event"] == "Autumn simultaneous" and row["club"] == "Lantern Street" for row in part.rows)
    return [row["what"] for row in part.rows]


def test_people_read_what_events_know_about_them(heat, club, dee):
    assert read_by(club, "Bo") == ["played as number 1"]
    assert read_by(club, "Ann") == ["handled the cards as the dealer"]
    assert "announced the event" in read_by(club, "Flo", dee.pk)


def test_an_account_that_is_deleted_is_recognised_no_more(heat, club, cy):
    entrant = EventEntrant.objects.get(contestant__persons__person__name="Bo")
    known = EventPerson.objects.create(entrant=entrant, key=person_key(heat.event.public_id, cy.pk))
    account_delete(user=cy, left=Left.NOTHING)
    known.refresh_from_db()
    assert known.key == ""
    assert EventPerson.objects.filter(entrant=entrant, key="a" * 64).exists()


def test_old_events_lose_keys_but_no_results(heat, dee):
    server = HeatServer(heat.event, dee)
    server.put(state())

    def lost() -> int:
        return next(count for rule, count in retention_run(months=3, apply=True) if rule.key == "event_keys")

    assert lost() == 0
    closed = timezone.now() - datetime.timedelta(days=100)
    opened = closed - datetime.timedelta(days=1)
    Event.objects.update(window_opens=opened, window_closes=closed)
    keys = EventPerson.objects.exclude(key="").count()
    assert lost() == keys > 0
    assert lost() == 0
    assert not EventPerson.objects.exclude(key="").exists()
    assert heat.entrants.exists() and server.heat.lines.exists() and not server.heat.kept_states.exists()
    assert server.fresh().access.seen_from == ""
