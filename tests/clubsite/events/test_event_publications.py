"""Publishing an event: when it is possible, what comes out, and how corrections become a new version."""

import datetime

import pytest
from django.db import DatabaseError, transaction
from django.test import override_settings
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.events.models import EventAction, EventPublication, EventStatus, Heat
from clubsite.events.selectors.event_facts import correctable_until
from clubsite.events.services.events import event_payload, event_publish
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import TableBoard
from clubsite.rankings.services.sweep import results_sweep
from games.event_seed import secret_commitment
from tests.clubsite.events.two_clubs import ended_night
from tests.kit.events import close_window, join, make_event
from tests.kit.typed_scores import enter_score


@pytest.fixture
def event(club, dee):
    return make_event(club, dee, winners=2, min_tables=3)


@pytest.fixture
def night(event, club, dee):
    return ended_night(join(event, club, dee), dee)


@pytest.fixture
def closed(event, night):
    return close_window(event)


def correct(night, user):
    """Give South 3 a better score on board 1 than everybody else's."""
    row = TableBoard.objects.get(round__section__session=night, board__number=1, ns__number=3)
    enter_score(row, user, "1N S 10", why="as told")
    results_sweep()


def confirm(event):
    Heat.objects.filter(event=event).update(confirmed_at=timezone.now())


def end_corrections(event):
    """Let the correction period be over: it ends with the publication."""
    type(event).objects.filter(pk=event.pk).update(correction_hours=0)
    event.refresh_from_db()


def names(publication, line: str = "NS") -> list[tuple[str, str]]:
    rows = next(found["rows"] for found in publication.payload["lists"] if found["line"] == line)
    labels = dict(publication.event.heats.get().entrants.values_list("pk", "label"))
    return [(row["place"], labels[row["entrant"]]) for row in rows]


def test_an_event_that_was_not_announced_or_is_cancelled_has_nothing_to_publish(club, dee):
    draft = close_window(make_event(club, dee, announce=False))
    with pytest.raises(Refused, match="Announce"):
        event_publish(event=draft, user=dee)
    type(draft).objects.update(status=EventStatus.CANCELLED)
    with pytest.raises(Refused, match="cancelled"):
        event_publish(event=draft, user=dee)


def test_an_event_in_which_nobody_played_is_not_published(event, dee):
    with pytest.raises(Refused, match="nothing to publish"):
        event_publish(event=close_window(event), user=dee)


def test_the_first_version_has_the_lists_and_the_fields_of_the_boards(closed, dee):
    publication = event_publish(event=closed, user=dee)
    closed.refresh_from_db()
    assert (publication.version, closed.status) == (1, EventStatus.PUBLISHED)
    assert names(publication) == [("1", "1"), ("2", "2"), ("3", "3")]
    boards = {board["number"]: board for board in publication.payload["boards"]}
    assert [boards[n]["results"] for n in (1, 2, 3)] == [3, 3, 3]
    assert [row["ns"] for row in boards[1]["frequencies"]] == ["4/1", "2/1", "0/1"]
    assert closed.log.filter(action=EventAction.PUBLISHED, facts={"version": 1}).count() == 1


def test_the_secret_is_shown_with_the_first_version_and_kept_nowhere_else(closed, dee):
    sealed = closed.secret.open()
    event_publish(event=closed, user=dee)
    closed.refresh_from_db()
    assert (closed.shown_secret, bool(closed.secret)) == (sealed, False)
    assert secret_commitment(closed.shown_secret) == closed.commitment
    assert closed.log.filter(action=EventAction.SECRET_SHOWN).count() == 1


@override_settings(DEAL_KEYS=["another key"])
def test_a_secret_that_no_key_opens_does_not_hold_up_the_ranking(closed, dee):
    assert event_publish(event=closed, user=dee).version == 1
    closed.refresh_from_db()
    assert not closed.shown_secret


def test_the_database_refuses_to_change_a_version(closed, dee):
    publication = event_publish(event=closed, user=dee)
    with pytest.raises(DatabaseError), transaction.atomic():
        EventPublication.objects.filter(pk=publication.pk).update(payload={})


def test_a_correction_in_the_period_is_a_new_version(closed, night, dee):
    first = event_publish(event=closed, user=dee)
    assert closed.publications.last().payload == event_payload(closed)
    correct(night, dee)
    events_sweep()
    assert EventPublication.objects.count() == 1  # the organiser publishes it
    assert closed.publications.last().payload != event_payload(closed)
    second = event_publish(event=closed, user=dee)
    assert second.version == 2
    assert names(second)[0] == ("1", "1")
    assert names(first) == [("1", "1"), ("2", "2"), ("3", "3")]
    assert second.payload["boards"] != first.payload["boards"]


def test_a_score_that_was_not_yet_scored_is_in_what_is_published(closed, night, dee):
    correct(night, dee)
    publication = event_publish(event=closed, user=dee)
    board = next(one for one in publication.payload["boards"] if one["number"] == 1)
    assert board["frequencies"][0]["ns_score"] == 180


def test_a_correction_after_the_period_is_refused(closed, night, dee):
    event_publish(event=closed, user=dee)
    end_corrections(closed)
    assert event_publish(event=closed, user=dee).version == 1  # nothing has changed
    correct(night, dee)
    with pytest.raises(Refused, match="correction period ended"):
        event_publish(event=closed, user=dee)
    assert correctable_until(closed) <= timezone.now()


def test_the_clock_publishes_once_every_heat_is_confirmed(closed):
    events_sweep()
    assert not EventPublication.objects.exists()
    confirm(closed)
    events_sweep()
    [publication] = EventPublication.objects.all()
    assert publication.by_user is None
    events_sweep()
    assert EventPublication.objects.count() == 1


def test_the_clock_does_not_wait_for_a_heat_that_does_not_count(closed, event, club, dee):
    confirm(closed)
    type(event).objects.update(window_closes=timezone.now() + datetime.timedelta(hours=1))
    event.refresh_from_db()
    join(event, club, dee)  # a second heat of the club, which nobody plays
    close_window(event)
    events_sweep()
    assert EventPublication.objects.count() == 1


def test_the_clock_publishes_nothing_if_the_organiser_wants_to(closed):
    confirm(closed)
    type(closed).objects.update(publish_by_clock=False)
    events_sweep()
    assert not EventPublication.objects.exists()


def test_the_button_twice_is_one_version(closed, dee):
    assert event_publish(event=closed, user=dee) == event_publish(event=closed, user=dee)
    assert EventPublication.objects.count() == 1
