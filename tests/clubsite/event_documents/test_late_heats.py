"""A heat of another server of which nothing was heard when the window closed: the event waits for it and takes it."""

import pytest

from clubsite.duplicate.services.directing import session_end
from clubsite.events.models import Event, EventAction, Heat
from clubsite.events.selectors.awaited_heats import heats_awaited
from clubsite.events.services.confirmation import heat_confirm
from clubsite.events.services.heat_closing import heat_leave_out
from clubsite.events.services.publications import event_publish
from clubsite.events.services.sweep import events_sweep
from tests.clubsite.event_documents import samples
from tests.clubsite.event_documents.spokes import ASK_ALL, LINES, WHOLE, accepted_spoke
from tests.kit.events import close_window, heat_night, join, make_event, play_heat
from tests.kit.pages import text_of


@pytest.fixture
def event(club, dee):
    """An event whose own heat is confirmed. Its window is still open."""
    event = make_event(club, dee)
    heat = join(event, club, dee)
    session = heat_night(heat, dee)
    play_heat(session, dee, {1: "1N S 8", 2: "1N S 7", 3: "p"})
    session_end(session=session, user=dee)
    heat_confirm(heat=heat, user=dee)
    return event


@pytest.fixture
def away(event, dee):
    """The server of another club that got the key."""
    spoke = accepted_spoke(event, dee)
    spoke.say(ASK_ALL)
    return spoke


def versions(event) -> int:
    events_sweep()
    return event.publications.count()


def test_the_event_waits_for_a_heat_that_has_the_key_and_sent_nothing(event, away, director, client):
    close_window(event)
    assert versions(event) == 0
    assert "Quay Street, which has the cards and has sent no scores" in text_of(client, f"/events/{event.public_id}/")
    page = director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "It may still be played" in page and "Leave it out" in page
    away.say(LINES)
    assert versions(event) == 0
    event.refresh_from_db()
    assert [one.words for one in heats_awaited(event)] == ["has not confirmed its scores"]
    away.say(WHOLE)
    assert versions(event) == 1


def test_a_heat_of_which_nothing_ever_comes_is_left_out(event, away, dee):
    close_window(event)
    heat_leave_out(heat=Heat.objects.get(public_id=samples.HEAT), user=dee)
    assert versions(event) == 1


def test_a_heat_is_handed_in_after_the_publication_as_long_as_corrections_are_possible(event, away, dee):
    event_publish(event=close_window(event), user=dee)
    assert [one.heat.club_name for one in heats_awaited(Event.objects.get())] == ["Quay Street"]
    assert away.say(LINES)[0].refused == ""
    state = away.say(WHOLE)[0]
    assert (state.refused, state.confirmed) == ("", True)
    assert event.log.filter(action=EventAction.CONFIRMED, heat__public_id=samples.HEAT).exists()
    second = event_publish(event=event, user=dee)
    assert second.version == 2 and samples.HEAT in second.payload["tables"]
    assert "as a correction" in away.say(LINES)[0].refused, "it is confirmed now"


def test_after_the_corrections_no_heat_is_taken(event, away, dee):
    event_publish(event=close_window(event), user=dee)
    Event.objects.update(correction_hours=0)
    assert "time for corrections is over" in away.say(WHOLE)[0].refused
