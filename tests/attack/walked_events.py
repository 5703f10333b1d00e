"""The event in a walk: at some moments the walked night is a heat of it, and another club plays another heat.

The event is organised here, or on another server. Then its documents come as files.
"""

import dataclasses
import datetime
import hashlib
from dataclasses import dataclass
from typing import Any

from clubsite.event_documents.messages.bodies import AcceptBody, EventBody, KeyBody, PlacePart, SealedBody
from clubsite.event_documents.services.answers import answers_take, event_hear
from django.contrib.auth import get_user_model
from django.utils import timezone
from tests.clubsite.event_documents import samples

from clubsite.clubs.models import Club
from clubsite.core.sealed_fields import Sealed
from clubsite.duplicate.models import Session
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import session_start
from clubsite.events.models import Event, EventStatus, Heat
from clubsite.events.sealing import SealFacts, boards_key, boards_sealed, key_written
from clubsite.events.services.booklet_pages import booklet_page_make
from clubsite.events.services.heat_sessions import dealer_name, heat_release, heat_session_choose
from clubsite.events.services.publications import event_publish
from clubsite.events.services.scoring import event_score
from games.event_seed import event_deals, event_seed, secret_commitment
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import close_window, dealer_of, heat_night, join, make_club, make_event, take_lines
from tests.kit.people import plays_as

PLANNED_IN = datetime.timedelta(minutes=30)
WALKED, BOARDS = "walkedevent1", 3
FACTS = SealFacts(WALKED, "", BOARDS, {})
"""The id of the event, and how many boards it has."""


@dataclass
class WalkedEvent:
    """An event that Quay Street organises. `heat` is that of the walked night's club, and `other` that of Harbour.

    `organiser` is the address of Quay Street here, or "" if it is on another server. `said` counts the documents that
    came from there.
    """

    event: Event
    heat: Heat
    other: Heat
    user: Any
    secret: str
    organiser: str = ""
    other_session: Session | None = None
    said: int = 0

    @property
    def secrets(self) -> list[str]:
        """The secret of the deals, and the key of the boards in every way in which it is written."""
        key = boards_key(self.secret, FACTS)
        return [self.secret, key, key_written(key), key_written(key).replace(" ", "")]

    def hears(self, body: EventBody, name: str, heat: Heat) -> None:
        """Take a document of the organiser's server about a heat."""
        self.said += 1
        data = samples.signed(name, body=body, number=self.said, heat=heat.public_id, event=WALKED, key=samples.HUB_KEY)
        answers_take(event=self.event, documents=[data])
        heat.refresh_from_db()
        self.event.refresh_from_db()


def event_around(club: Club, dee: Any, eve: Any, seed: str) -> WalkedEvent:
    """Return an announced event with two heats, which have no nights yet. Its deals follow from `seed`."""
    organiser = get_user_model().objects.create_user("org", password="correct horse")
    event = make_event(make_club("Quay Street", organiser), organiser, scoring={"strata": ["A", "B"]})
    secret = _secret(seed)
    event.secret, event.commitment, event.public_id = Sealed.of(secret), secret_commitment(secret), WALKED
    event.save(update_fields=["secret", "commitment", "public_id"])
    planned = timezone.now() + PLANNED_IN
    heats = join(event, club, dee, planned_at=planned), join(event, harbour(), eve, planned_at=planned)
    return WalkedEvent(event, *heats, organiser, secret, event.club.slug)


def event_elsewhere(club: Club, dee: Any, eve: Any, seed: str) -> WalkedEvent:
    """Return an event of another server that has accepted two heats, which have its boards, and no key yet."""
    secret, now = _secret(seed), timezone.now().replace(microsecond=0)
    announced = dataclasses.replace(
        samples.HUB_BODIES["event"], hub="", page="", boards=BOARDS, min_boards=1, min_tables=1,
        number_count=0, number_of="", number_day="", public_number="", commitment=secret_commitment(secret),
        window_opens=now - datetime.timedelta(minutes=1), window_closes=now + datetime.timedelta(days=1),
    )  # fmt: skip
    data = samples.signed("event", body=announced, event=WALKED, key=samples.HUB_KEY)
    event, planned = event_hear(data=data, user=dee), now + PLANNED_IN
    heats = [join(event, at, user, planned_at=planned) for at, user in ((club, dee), (harbour(), eve))]
    around = WalkedEvent(event, heats[0], heats[1], get_user_model().objects.create_user("org"), secret)
    key = boards_key(secret, FACTS)
    sealed = boards_sealed(event_deals(event_seed(secret, "", WALKED), BOARDS), key=key, facts=FACTS)
    for heat in heats:
        around.hears(AcceptBody(status="accepted"), "accept", heat)
        around.hears(SealedBody(boards=sealed), "sealed", heat)
    return around


def harbour() -> Club:
    return Club.objects.get(slug="harbour")


def _secret(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()


def play_as_heat(around: WalkedEvent, session: Session, dee: Any) -> None:
    """Let a draft play the event's boards, with the cards that its dealer has got. The other club has a draft."""
    for heat in (around.heat, around.other):
        if around.event.is_remote:
            around.hears(KeyBody(key=boards_key(around.secret, FACTS), public_number=""), "key", heat)
    heat_session_choose(heat=around.heat, session=session, user=dee)
    dealer = dealer_of(around.heat.club, "Walt the dealer")
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
    if around.event.is_remote:
        around.hears(_state(around.heat), "state", around.heat)
    event_score(event_id=around.event.pk)


def event_ranked(around: WalkedEvent) -> None:
    """Close the window and publish the event, however far the other heat is."""
    around.event = close_window(around.event)
    event_publish(event=around.event, user=around.user)
    around.event.refresh_from_db()
    assert around.event.status == EventStatus.PUBLISHED


def _state(heat: Heat) -> EventBody:
    """Return what the organiser's server says about a heat: a place for each of its players."""
    places = [
        PlacePart(
            label=one.label, line="ALL", stratum="", position=at, place=str(at + 1), won="2/1", possible=6, boards=1
        )
        for at, one in enumerate(heat.entrants.all())
    ]
    return dataclasses.replace(samples.HUB_BODIES["state"], places=tuple(places), answers=0, lines=heat.lines.count())


def event_ends(around: WalkedEvent) -> None:
    """End the other heat, close the window, publish the event and make its booklet: it is over in every club."""
    assert around.other_session is not None
    session_end(session=around.other_session, user=get_user_model().objects.get(username="eve"))
    event_ranked(around)
    while booklet_page_make(event_id=around.event.pk):
        pass
