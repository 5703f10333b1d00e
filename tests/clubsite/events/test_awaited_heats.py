"""A heat is confirmed once every score is in. What an event waits for after its window, and what can be done."""

import datetime

import pytest
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventAction, EventStatus, Heat
from clubsite.events.selectors.event_facts import heats_awaited
from clubsite.events.selectors.heats import heat_scores
from clubsite.events.services.events import event_publish
from clubsite.events.services.heats import (
    dealer_name,
    heat_close,
    heat_confirm,
    heat_leave_out,
    heat_release,
    heat_unconfirm,
)
from clubsite.events.services.scoring import event_score
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import Board, Session, SessionStatus, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.events.two_clubs import AT_QUAY, ended_night
from tests.kit.events import close_window, dealer_of, heat_night, join, make_club, make_event, score_round
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score


@pytest.fixture
def own(heat, dee):
    """The heat of the organiser's club, played and ended."""
    ended_night(heat, dee)
    heat.refresh_from_db()
    return heat


@pytest.fixture
def endless(event, cy):
    """A heat of another club whose first boards are scored and whose night runs on."""
    heat = join(event, make_club("Quay Street", cy), cy)
    heat_night(heat, cy, names=AT_QUAY)
    heat.refresh_from_db()
    return heat


def awaited(event) -> list[tuple[str, str]]:
    event.refresh_from_db()
    return [(one.heat.club_name, one.words) for one in heats_awaited(event)]


def boards_of(heat) -> set[int]:
    return set(Board.objects.filter(board_set__session=heat.session).values_list("pk", flat=True))


def test_nights_that_run_and_scores_that_are_not_confirmed_are_named(event, own, endless, dee, client, director):
    assert awaited(event) == [], "its window is open"
    close_window(event)
    event_score(event_id=event.pk)
    assert awaited(event) == [
        ("Lantern Street", "has not confirmed its scores"),
        ("Quay Street", "has not ended its night"),
    ]
    heat_confirm(heat=own, user=dee)
    assert awaited(event) == [("Quay Street", "has not ended its night")]
    assert "Quay Street, which has not ended its night" in text_of(client, f"/events/{event.public_id}/")
    page = director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "The event waits for" in page and "You can close the heat from" in page


def test_the_organiser_closes_a_heat_and_the_boards_open(event, own, endless, dee, director):
    close_window(event)
    assert owed_elsewhere(boards_of(own))
    event.refresh_from_db()
    endless.event.refresh_from_db()
    with pytest.raises(Refused, match="8 hours after the start"):
        heat_close(heat=endless, user=dee)
    Session.objects.filter(pk=endless.session_id).update(started_at=timezone.now() - datetime.timedelta(hours=9))
    address = f"/director/clubs/lantern/events/{event.public_id}/heats/{endless.public_id}/close/"
    assert address in director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "cannot be started again" in director.get(address).text
    assert "The night of Quay Street is ended" in director.post(address, follow=True).text
    endless.session.refresh_from_db()
    assert endless.session.status == SessionStatus.ENDED
    assert not owed_elsewhere(boards_of(own))
    assert event.log.filter(action=EventAction.HEAT_CLOSED, heat=endless, user=dee).exists()
    assert AuditEntry.objects.filter(action=AuditAction.SESSION_ENDED, user=dee, club=endless.club).exists()


def test_the_organiser_leaves_a_heat_out(event, own, endless, dee, director):
    address = f"/director/clubs/lantern/events/{event.public_id}/heats/{endless.public_id}/leave-out/"
    assert "The window is open" in director.post(address, follow=True).text
    close_window(event)
    assert "Quay Street is left out" in director.post(address, follow=True).text
    heat_confirm(heat=own, user=dee)
    assert awaited(event) == [("Quay Street", "has not ended its night")], "its boards stay shut"
    page = director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "You can close the heat from" in page and "Leave it out" not in page
    endless.refresh_from_db()
    with pytest.raises(Refused, match="does not take part any more"):
        heat_leave_out(heat=endless, user=dee)
    events_sweep()
    event.refresh_from_db()
    assert event.status == EventStatus.PUBLISHED, "the ranking waits no longer"


def test_the_clock_publishes_nothing_while_a_club_plays(event, own, endless, dee, cy):
    """No score of the second club is in yet, so that its heat would not count."""
    heat_confirm(heat=own, user=dee)
    close_window(event)
    events_sweep()
    assert not event.publications.exists()
    session_end(session=endless.session, user=cy)
    events_sweep()
    assert event.publications.count() == 1


def test_the_secret_is_shown_once_no_club_plays(event, own, endless, dee, cy, client):
    """Published by a key while a club plays: nobody reads the secret on any page before its night has ended."""
    secret = event.secret.open()
    pages = [f"/events/{event.public_id}/{page}" for page in ("", "log/", "proof/", "proof.json")]
    event_publish(event=close_window(event), user=dee)
    events_sweep()
    assert all(secret not in client.get(page).text for page in pages)
    assert "Somebody may still play one of these boards" in text_of(client, pages[2])
    session_end(session=endless.session, user=cy)
    events_sweep()
    assert [secret in client.get(page).text for page in pages] == [False, True, True, True]
    assert event.log.filter(action=EventAction.SECRET_SHOWN).count() == 1


def test_a_club_with_a_late_play_to_come_is_named_because_it_keeps_the_boards_shut(event, own, dee, client):
    row = TableBoard.objects.filter(round__section__session=own.session, board__number=2).first()
    enter_score(row, dee, "late", why="A late play")
    results_sweep()
    event_publish(event=close_window(event), user=dee)
    assert awaited(event) == [("Lantern Street", "has a board still to be played late")]
    assert not event.shown_secret
    page = text_of(client, f"/events/{event.public_id}/")
    assert "Hands stay shut because of Lantern Street, which has a board still to be played late" in page
    enter_score(row, dee, "1N S 7", why="played")
    results_sweep()
    events_sweep()
    event.refresh_from_db()
    assert event.shown_secret and awaited(event) == []


def test_a_heat_whose_dealer_has_the_cards_keeps_the_boards_shut_for_eight_hours(event, own, cy):
    """It may play with a scoring program of its own, so this site does not see when its night is over."""
    heat = join(event, make_club("Quay Street", cy), cy, planned_at=timezone.now() + datetime.timedelta(minutes=5))
    heat_night(heat, cy, names=AT_QUAY, start=False)
    dealer_name(heat=heat, person=dealer_of(heat.club), user=cy)
    heat_release(heat=heat, user=cy)
    assert owed_elsewhere(boards_of(own))
    close_window(event)
    assert owed_elsewhere(boards_of(own))
    long_ago = timezone.now() - datetime.timedelta(days=3)
    Heat.objects.filter(pk=heat.pk).update(released_at=long_ago, planned_at=long_ago)
    events_sweep()
    assert owed_elsewhere(boards_of(own)), (
        "fault (h): it may play until the end of the window, however early it got them"
    )
    ended = timezone.now() - datetime.timedelta(hours=9)
    Event.objects.filter(pk=event.pk).update(window_opens=ended - datetime.timedelta(hours=1), window_closes=ended)
    events_sweep()
    assert not owed_elsewhere(boards_of(own)), "nobody plays any more, and the draft cannot start"


def page(director, heat) -> str:
    return director.get(f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/").text


def test_the_page_counts_the_scores_of_a_running_night_and_names_what_is_missing(heat, dee, director):
    session = heat_night(heat, dee)
    score_round(session, dee, {1: "1N S 7", 2: "p"})
    shown = page(director, heat)
    assert "2 of 9 scores counted" in shown and "6 of them are of rounds to come" in shown
    assert "End the night when everybody has played" in shown
    session_end(session=session, user=dee)
    with pytest.raises(Refused, match=r"Only 2 of 3 .* table 3, round 1: board \d \(no score\)"):
        heat_confirm(heat=heat, user=dee)
    [row] = TableBoard.objects.filter(state="unplayed")
    enter_score(row, dee, status="not_played")
    heat_confirm(heat=heat, user=dee)
    assert "3 of 3 scores counted" in page(director, heat)


def test_boards_of_the_clubs_own_are_not_counted(club, dee):
    heat = join(make_event(club, dee, boards=2), club, dee)
    assert heat_scores(heat_night(heat, dee).heat).expected == 6


def test_a_heat_is_confirmed_with_every_score(own, dee, director):
    assert "9 of 9 scores counted" in page(director, own)
    address = f"/director/clubs/{own.club.slug}/heats/{own.public_id}/"
    assert "<b>Confirmed</b> by dee" in director.post(f"{address}confirm/", follow=True).text
    own.refresh_from_db()
    assert own.confirmed_by == dee
    assert own.event.log.filter(action=EventAction.CONFIRMED, facts={"counted": 9, "expected": 9}).count() == 1
    assert "<b>Confirmed</b>" not in director.post(f"{address}unconfirm/", follow=True).text


def test_a_heat_is_confirmed_after_its_night_and_its_late_plays_and_stays_so(own, dee):
    Session.objects.update(status=SessionStatus.RUNNING)
    with pytest.raises(Refused, match="still running"):
        heat_confirm(heat=own, user=dee)
    Session.objects.update(status=SessionStatus.ENDED)
    row = TableBoard.objects.first()
    enter_score(row, dee, status="late")
    with pytest.raises(Refused, match="a late play is still to come"):
        heat_confirm(heat=own, user=dee)
    enter_score(row, dee, "1N S 7", why="played")
    heat_confirm(heat=own, user=dee)
    enter_score(row, dee, "3N S 9")
    Event.objects.update(status=EventStatus.PUBLISHED)
    with pytest.raises(Refused, match="You can still correct"):
        heat_unconfirm(heat=own, user=dee)
    own.refresh_from_db()
    assert own.confirmed_at is not None
