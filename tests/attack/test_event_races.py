"""Two people do the same to an event at once, or things that exclude each other: each happens once."""

import datetime

import pytest
from django.utils import timezone

from clubsite.events.models import Event, EventAction, Heat
from clubsite.events.services.heats import dealer_name
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.rounds import session_start
from tests.kit.events import close_window, dealer_of, heat_night, join, make_club, make_event, play_heat
from tests.kit.people import another_director, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
SCORES = {1: "1N S 8", 2: "1N S 7", 3: "p"}


@pytest.fixture
def two(club, dee):
    """The browsers of two directors of one club."""
    return signed_in(dee), signed_in(another_director(club, "pat"))


def posted_by_both(two, at_once, path: str) -> list[int]:
    return sorted(answer.status_code for answer in at_once(*(lambda one=one: one.post(path) for one in two)))


def lines(event: Event, action: EventAction) -> int:
    return event.log.filter(action=action).count()


def test_what_two_directors_do_to_an_event_at_once_happens_once(club, dee, two, at_once):
    """They announce it, release the cards of a heat, confirm the heat and publish the ranking."""
    event = make_event(club, dee, announce=False)
    of_event, of_heat = f"/director/clubs/lantern/events/{event.public_id}/", "/director/clubs/lantern/heats/"
    assert posted_by_both(two, at_once, f"{of_event}announce/") == [200, 302]
    assert lines(event, EventAction.ANNOUNCED) == 1
    event.refresh_from_db()

    heat = join(event, club, dee, planned_at=timezone.now() + datetime.timedelta(minutes=30))
    of_heat += f"{heat.public_id}/"
    session = heat_night(heat, dee, start=False)
    dealer_name(heat=heat, person=dealer_of(club), user=dee)
    posted_by_both(two, at_once, f"{of_heat}release/")
    assert lines(event, EventAction.CARDS_RELEASED) == 1
    assert Heat.objects.get().session.board_sets.get().boards.count() == 3

    session_start(session=session, user=dee)
    play_heat(session, dee, SCORES)
    session_end(session=session, user=dee)
    assert posted_by_both(two, at_once, f"{of_heat}confirm/") == [302, 302]
    assert lines(event, EventAction.CONFIRMED) == 1

    assert posted_by_both(two, at_once, f"{of_event}publish/") == [200, 200], "the window is open"
    close_window(event)
    assert posted_by_both(two, at_once, f"{of_event}publish/") == [302, 302]
    assert [publication.version for publication in event.publications.all()] == [1]
    assert lines(event, EventAction.PUBLISHED) == lines(event, EventAction.SECRET_SHOWN) == 1


def test_a_club_that_leaves_while_it_is_accepted_is_in_or_out(club, dee, cy, at_once):
    event = make_event(make_club("Quay Street", cy), cy, joining="approval")
    heat = join(event, club, dee)
    organiser, director = signed_in(cy), signed_in(dee)
    at_once(
        lambda: organiser.post(f"/director/clubs/quay-street/events/{event.public_id}/heats/{heat.public_id}/accept/"),
        lambda: director.post(f"/director/clubs/lantern/heats/{heat.public_id}/leave/"),
    )
    told = list(event.log.filter(heat=heat).values_list("action", flat=True))
    status = Heat.objects.get().status
    assert status in ("left", "declined", "accepted")
    assert status != "left" or told[0] == "left"
