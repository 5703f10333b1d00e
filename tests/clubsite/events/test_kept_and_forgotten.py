"""What is kept of the people in an event: what they read of it themselves, and what old events lose."""

import datetime

import pytest
from django.utils import timezone

from clubsite.core.own_data import Subject, gathered
from clubsite.duplicate.models import ContestantPerson
from clubsite.events.models import Event, EventEntrant, EventPerson, Heat
from clubsite.events.selectors.players import person_key
from clubsite.privacy.services.account_deletion import Left, account_delete
from clubsite.privacy.services.retention import retention_run
from tests.kit.events import heat_night, join, make_event
from tests.kit.heat_servers import HeatServer, state

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
        return next(one.count for one in retention_run(months=3, apply=True) if one.rule.key == "event_keys")

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
