"""The event in a walk: the walked night is a heat of it, organised here or on another server with scripted answers."""

import datetime
import hashlib
import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.json_rules import moment_text
from clubsite.core.other_servers import ServerAnswer
from clubsite.core.sealed_fields import Sealed
from clubsite.events.models import Event, EventJoining, EventStatus, Heat
from clubsite.events.sealing import boards_key, boards_sealed, key_written, seal_facts
from clubsite.events.selectors.both_servers import facts_body
from clubsite.events.services import at_hub_events
from clubsite.events.services.at_hub_events import hub_join
from clubsite.events.services.at_hub_rankings import standing_hear
from clubsite.events.services.at_hub_telling import heat_key_fetch
from clubsite.events.services.events import event_publish
from clubsite.events.services.heats import dealer_name, heat_release, heat_session_choose
from clubsite.events.services.hub_heats import heat_by_hand, server_invite
from clubsite.events.services.scoring import booklet_page_make, event_score
from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.rounds import session_start
from games.event_seed import event_deals, event_seed, secret_commitment
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import close_window, dealer_of, heat_night, join, make_club, make_event, take_lines
from tests.kit.people import plays_as

PLANNED_IN = datetime.timedelta(minutes=30)
WALKED, BOARDS, HUB = "walkedevent1", 3, "https://lantern.example"
FACTS = seal_facts(Event(public_id=WALKED, boards=BOARDS))
"""The id of the event, and how many boards it has."""


@dataclass
class WalkedEvent:
    """An event that Quay Street organises. `heat` is that of the walked night's club, and `other` that of Harbour.
    `organiser` is the address of Quay Street here, or "" if it is on another server. `elsewhere` is the id of a heat of
    another server that takes part by hand.
    """

    event: Event
    heat: Heat
    other: Heat
    user: Any
    secret: str
    organiser: str = ""
    other_session: Session | None = None
    elsewhere: str = "x"

    @property
    def secrets(self) -> list[str]:
        """The secret of the deals, and the key of the boards in every way in which it is written."""
        key = boards_key(self.secret, FACTS)
        return [self.secret, key, key_written(key), key_written(key).replace(" ", "")]

    @contextmanager
    def hub(self) -> Any:
        """Let the organiser's server answer."""
        with patch.object(at_hub_events, "server_asked", _answers(self.event, self.secret)):
            yield


def event_around(club: Club, dee: Any, eve: Any, seed: str) -> WalkedEvent:
    """Return an announced event with two heats, which have no nights yet. Its deals follow from `seed`."""
    organiser = get_user_model().objects.create_user("org", password="correct horse")
    event = make_event(make_club("Quay Street", organiser), organiser, scoring={"strata": ["A", "B"]})
    secret = _secret(seed)
    event.secret, event.commitment, event.public_id = Sealed.of(secret), secret_commitment(secret), WALKED
    event.save(update_fields=["secret", "commitment", "public_id"])
    planned = timezone.now() + PLANNED_IN
    heats = join(event, club, dee, planned_at=planned), join(event, harbour(), eve, planned_at=planned)
    elsewhere, _ = server_invite(event=event, name="Fenwick", user=organiser)
    heat_by_hand(heat=elsewhere, user=organiser)
    return WalkedEvent(event, *heats, organiser, secret, event.club.slug, elsewhere=elsewhere.public_id)


def event_elsewhere(club: Club, dee: Any, eve: Any, seed: str) -> WalkedEvent:
    """Return an event of another server in which two heats take part, which have its boards, and no key yet."""
    secret, now = _secret(seed), timezone.now().replace(microsecond=0)
    event = Event(
        public_id=WALKED, name="Autumn simultaneous", organiser="Quay Street", boards=BOARDS, min_boards=1,
        window_opens=now - datetime.timedelta(minutes=1), window_closes=now + datetime.timedelta(days=1), min_tables=1,
        commitment=secret_commitment(secret), status=EventStatus.ANNOUNCED, joining=EventJoining.INVITATION,
    )  # fmt: skip
    with patch.object(at_hub_events, "server_asked", _answers(event, secret)):
        heats = [
            hub_join(club=at, user=user, hub=HUB, letters=at.slug, planned_at=now + PLANNED_IN)
            for at, user in ((club, dee), (harbour(), eve))
        ]
    return WalkedEvent(heats[0].event, heats[0], heats[1], get_user_model().objects.create_user("org"), secret)


def _answers(event: Event, secret: str) -> Any:
    """Return what answers requests as the organiser's server does. A heat's id there is the slug of its club."""
    key = boards_key(secret, FACTS)
    facts = {**facts_body(event), "id": WALKED}
    sealed = boards_sealed(event_deals(event_seed(secret, "", WALKED), BOARDS), key=key, facts=FACTS, nonce=bytes(12))
    state = {"number": 0, "digest": "", "at": None}
    planned = moment_text(event.window_opens + PLANNED_IN)
    plan = {"planned_at": planned, "tables": None, "released_at": None, "confirmed": False, "names": True}

    def server(method: str, address: str, *, body: Any = None, **_: Any) -> ServerAnswer:
        heat, _, what = address.partition("/heats/")[2].rstrip("/").partition("/")
        heat = heat or (body or {}).get("invitation", "").replace("-", "")
        answer: Any = {"heat": heat, "club": "A club", "status": "accepted", **plan, "event": facts, "sealed": sealed}
        answer |= {"missing": [], "state": state}
        if method == "POST":
            answer = {"heat": heat, "event": WALKED, "club": "A club", "token": f"heat_{heat}"}
        if what == "key":
            answer = {"key": key, "public_number": ""}
        if what == "standing":
            answer = _standing(Heat.objects.get(hub_id=heat))
        return ServerAnswer(200, "", json.dumps(answer).encode())

    return server


def harbour() -> Club:
    return Club.objects.get(slug="harbour")


def _secret(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()


def play_as_heat(around: WalkedEvent, session: Session, dee: Any) -> None:
    """Let a draft play the event's boards, with the cards that its dealer has got. The other club has a draft."""
    if around.event.is_remote:
        with around.hub():
            for heat in (around.heat, around.other):
                heat_key_fetch(heat=heat)
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
        with around.hub():
            standing_hear(heat=around.heat)
    event_score(event_id=around.event.pk)


def event_ranked(around: WalkedEvent) -> None:
    """Close the window and publish the event, however far the other heat is."""
    around.event = close_window(around.event)
    event_publish(event=around.event, user=around.user)
    around.event.refresh_from_db()
    assert around.event.status == EventStatus.PUBLISHED


def _standing(heat: Heat) -> dict[str, Any]:
    """Return what the organiser's server says about the event: a place for each player of a heat."""
    places = [
        {"label": entrant.label, "line": "ALL", "stratum": "", "position": at, "place": str(at + 1)}
        | {"won": "2/1", "possible": 6, "boards": 1}
        for at, entrant in enumerate(heat.entrants.all())
    ]
    counts = {"heats": 2, "heats_in": 2, "playing": 1, "contestants": len(places)}
    standing = {"status": "announced", "number": 0, "digest": "", **counts, "lists": [], "places": places}
    return {**standing, "set_aside": ""}


def event_ends(around: WalkedEvent) -> None:
    """End the other heat, close the window, publish the event and make its booklet: it is over in every club."""
    assert around.other_session is not None
    session_end(session=around.other_session, user=get_user_model().objects.get(username="eve"))
    event_ranked(around)
    while booklet_page_make(event_id=around.event.pk):
        pass
