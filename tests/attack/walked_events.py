"""The event in a walk: at some moments the walked night is a heat of it, and another club plays another heat."""

import datetime
import hashlib
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.sealed_fields import Sealed
from clubsite.duplicate.models import Session
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import session_start
from clubsite.simultaneous.models import EventStatus, Heat, SimultaneousEvent
from clubsite.simultaneous.services.booklet_pages import booklet_page_make
from clubsite.simultaneous.services.heat_sessions import dealer_name, heat_release, heat_session_choose
from clubsite.simultaneous.services.publications import event_publish
from clubsite.simultaneous.services.scoring import event_score
from games.event_seed import secret_commitment
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import close_window, heat_night, join, make_club, make_event, take_lines
from tests.kit.people import plays_as

PLANNED_IN = datetime.timedelta(minutes=30)


@dataclass
class WalkedEvent:
    """An event that Quay Street organises. `heat` is that of the walked night's club, and `other` that of Harbour."""

    event: SimultaneousEvent
    heat: Heat
    other: Heat
    user: Any
    secret: str
    other_session: Session | None = None


def event_around(club: Club, dee: Any, eve: Any, seed: str) -> WalkedEvent:
    """Return an announced event with two heats, which have no nights yet. Its deals follow from `seed`."""
    organiser = get_user_model().objects.create_user("org", password="correct horse")
    event = make_event(make_club("Quay Street", organiser), organiser)
    secret = hashlib.sha256(seed.encode()).hexdigest()
    event.secret, event.commitment, event.public_id = Sealed.of(secret), secret_commitment(secret), "walkedevent1"
    event.save(update_fields=["secret", "commitment", "public_id"])
    harbour = Club.objects.get(slug="harbour")
    planned = timezone.now() + PLANNED_IN
    heats = [join(event, one, user, planned_at=planned) for one, user in ((club, dee), (harbour, eve))]
    return WalkedEvent(event, *heats, user=organiser, secret=secret)


def play_as_heat(around: WalkedEvent, session: Session, dee: Any) -> None:
    """Let a draft play the event's boards, with the cards that its dealer has got. The other club has a draft."""
    heat_session_choose(heat=around.heat, session=session, user=dee)
    dealer = around.heat.club.people.create(name="Walt the dealer")
    dealer_name(heat=around.heat, person=dealer, user=dee)
    heat_release(heat=around.heat, user=dee)
    eve = get_user_model().objects.get(username="eve")
    around.other_session = heat_night(around.other, eve, start=False, name="Other heat")
    plays_as(around.other_session, 1, get_user_model().objects.get(username="mem"))


def other_begins(around: WalkedEvent) -> None:
    assert around.other_session is not None
    with nobody_listens():
        session_start(session=around.other_session, user=get_user_model().objects.get(username="eve"))


def lines_come(around: WalkedEvent) -> None:
    """Take the lines of both heats and score the event, so that its pages have a ranking to show."""
    for heat in (around.heat, around.other):
        heat.refresh_from_db()
        take_lines(heat)
    event_score(event_id=around.event.pk)


def event_ranked(around: WalkedEvent) -> None:
    """Close the window and publish the event, however far the other heat is."""
    around.event = close_window(around.event)
    event_publish(event=around.event, user=around.user)
    around.event.refresh_from_db()
    assert around.event.status == EventStatus.PUBLISHED


def event_ends(around: WalkedEvent) -> None:
    """End the other heat, close the window, publish the event and make its booklet: it is over in every club."""
    assert around.other_session is not None
    session_end(session=around.other_session, user=get_user_model().objects.get(username="eve"))
    event_ranked(around)
    while booklet_page_make(event_id=around.event.pk):
        pass
