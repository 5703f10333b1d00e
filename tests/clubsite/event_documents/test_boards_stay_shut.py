"""Boards of an event between servers stay shut everywhere until no heat may still be played, and not for ever."""

import datetime

import pytest
from django.utils import timezone

from clubsite.duplicate.models import Board
from clubsite.duplicate.services.directing import session_end
from clubsite.event_documents.messages.bodies import AskBody
from clubsite.event_documents.services.release import envelope_key
from clubsite.events.models import Event, Heat
from clubsite.events.services.heat_closing import heat_leave_out
from clubsite.events.services.publications import event_publish
from clubsite.events.services.sweep import events_sweep
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from tests.clubsite.event_documents import samples
from tests.clubsite.event_documents.spokes import ASK_ALL, WHOLE, accepted_spoke
from tests.kit.events import close_window, heat_night, join, make_event, play_heat

SCORES = {1: "1N S 8", 2: "1N S 7", 3: "p"}


@pytest.fixture
def event(club, dee):
    return make_event(club, dee)


@pytest.fixture
def own(event, club, dee):
    """The heat of the organiser's club, which has been played to the end."""
    heat = join(event, club, dee)
    session = heat_night(heat, dee)
    play_heat(session, dee, SCORES)
    session_end(session=session, user=dee)
    return session


@pytest.fixture
def away(event, dee):
    """The server of a club that takes part."""
    return accepted_spoke(event, dee)


def shut(session) -> bool:
    events_sweep()
    return bool(owed_elsewhere(set(Board.objects.filter(board_set__session=session).values_list("pk", flat=True))))


def hours_ago(hours: int) -> None:
    """Let the heat of the other server have got the key so many hours ago."""
    Heat.objects.filter(public_id=samples.HEAT).update(released_at=timezone.now() - datetime.timedelta(hours=hours))


def test_a_heat_that_starts_in_the_last_minute_keeps_the_boards_shut_until_it_is_confirmed(event, own, away, dee):
    away.say(ASK_ALL)
    secret = event.secret.open()
    event_publish(event=close_window(event), user=dee)
    assert shut(own)
    assert away.say(ASK_ALL)[-1].secret == "", "somebody may still play"
    confirmed = Heat.objects.filter(public_id=samples.HEAT)
    confirmed.update(confirmed_at=timezone.now())
    assert not shut(own)
    assert away.say(ASK_ALL)[-1].secret == secret


def test_the_whole_heat_of_another_server_opens_the_boards(event, own, away):
    away.say(ASK_ALL)
    close_window(event)
    assert shut(own)
    away.say(WHOLE)
    assert not shut(own)


def test_a_heat_that_is_never_confirmed_keeps_the_boards_shut_for_eight_hours(event, own, away):
    away.say(ASK_ALL)
    close_window(event)
    hours_ago(7)
    assert shut(own)
    hours_ago(9)
    assert not shut(own)


def test_a_heat_that_the_organiser_leaves_out_keeps_no_board_shut(event, own, away, dee):
    away.say(ASK_ALL)
    close_window(event)
    assert shut(own)
    heat_leave_out(heat=Heat.objects.get(public_id=samples.HEAT), user=dee)
    assert not shut(own)


def test_a_file_with_the_results_so_far_opens_no_boards(event, own, away):
    away.say(ASK_ALL)
    Heat.objects.filter(public_id=samples.HEAT).update(results_file="so-far.csv")
    close_window(event)
    assert shut(own)


def test_a_heat_without_the_key_keeps_no_board_shut(event, own, away):
    close_window(event)
    assert not shut(own)


def test_an_envelope_that_is_told_of_late_shuts_no_boards_again(event, own, away):
    ago = timezone.now() - datetime.timedelta(hours=9)
    Event.objects.update(window_opens=ago - datetime.timedelta(hours=1), window_closes=ago)
    assert not shut(own)
    away.say(AskBody(wants=(), envelope=True))
    assert not shut(own)


def test_an_envelope_keeps_the_boards_shut_until_eight_hours_after_the_window(event, own, away, dee):
    """Its club may have no line to this server, which then hears of the heat when it is over."""
    envelope_key(event=event, heat=Heat.objects.get(public_id=samples.HEAT), user=dee)
    close_window(event)
    assert shut(own)
    ago = timezone.now() - datetime.timedelta(hours=9)
    Event.objects.update(window_opens=ago - datetime.timedelta(hours=1), window_closes=ago)
    assert not shut(own)
