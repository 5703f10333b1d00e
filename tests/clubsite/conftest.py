"""The people in every test: Dee directs, Ann sits North, Bo sits South, and Cy is a stranger."""

from dataclasses import dataclass
from functools import partial

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.clubs.models import NamesFor
from clubsite.clubs.services import club_create
from clubsite.core.tokens import hash_token
from clubsite.nights.models import Contestant, Section, Session
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_play
from clubsite.play import room_states
from clubsite.play.models import SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, room_seat_of
from clubsite.play.seat_tickets import TICKET_COOKIE, ticket_take
from movements.catalogue import build
from movements.mitchell import straight
from tests.clubsite.at_once import at_once  # noqa: F401
from tests.clubsite.fresh_views import kept_views_are_fresh  # noqa: F401
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.scored_nights import (  # noqa: F401
    open_boards,
    play_out,
    published_night,
    scored_night,
    teams_night,
    valued_night,
)
from tests.kit import remembered
from tests.kit.events import join, make_event
from tests.kit.hub_nearby import hub, quay  # noqa: F401
from tests.kit.nights import TUESDAY, draft, draft_night, fill_night, mixed  # noqa: F401
from tests.kit.people import plays_as, signed_in, user_make
from tests.kit.smtp_server import server, with_mail  # noqa: F401
from tests.kit.terminal import ann, bo, cards, pairs  # noqa: F401
from tests.long import LONG

NAMES = ["Bo", "Flo", "Gus", "Ann", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max", "Ned", "Oli"]


@pytest.fixture(autouse=True)
def _nothing_cached(db, remembers):
    """Clear what a process keeps, so that no test sees another test's. Every test may use the database."""
    cache.clear()
    room_states._kept.clear()
    room_states._room_of.clear()
    remembered.begin(allowed=remembers)


@pytest.fixture
def remembers(request) -> bool:
    """Whether builders may insert rows from memory: not with the mark `by_services`, and not in `make test-all`."""
    return not LONG and request.node.get_closest_marker("by_services") is None


@pytest.fixture
def dee(db):
    """The director."""
    return user_make("dee")


@pytest.fixture
def cy(db):
    """A stranger who can sign in."""
    return user_make("cy")


@pytest.fixture
def keeper(db):
    """A browser in which Kay, who keeps the site, is signed in."""
    return signed_in(get_user_model().objects.create_superuser("kay", password="correct horse"))


@pytest.fixture
def club(dee):
    return lantern_street(dee)


@remembered.remembered
def lantern_street(owner):
    return club_create(name="Lantern Street", slug="lantern", owner=owner, names_for=NamesFor.NAMES)


@pytest.fixture
def director(club, dee):
    """A browser in which Dee, who owns the club, is signed in."""
    return signed_in(dee)


@pytest.fixture
def event(club, dee):
    """A simultaneous event of the club, announced and open."""
    return make_event(club, dee)


@pytest.fixture
def heat(event, club, dee):
    """The heat of the organiser's club in the event."""
    return join(event, club, dee)


@dataclass
class Night:
    """A session, by default with six players (three tables, Mitchell), with a seat claim for every contestant."""

    session: Session
    section: Section
    tickets: dict[int, SeatTicket]
    tokens: dict[int, str]

    def contestant(self, number: int) -> Contestant:
        return self.section.contestants.get(number=number)

    def phone(self, number: int) -> Client:
        """Return the browser that holds a contestant's seat."""
        client = Client()
        client.cookies[TICKET_COOKIE] = self.tokens[number]
        return client

    def place(self, number: int) -> RoomSeat:
        place = room_seat_of(self.tickets[number])
        assert place is not None
        return place


@pytest.fixture
def make_night(club, dee):
    """A function that builds a session through the director's services. Bo is South and Ann (number 4) is North at
    table 1. If `with_cards` is True, all tables play with cards.
    """

    return partial(_night, club, dee)


@remembered.remembered
def _night(
    club,
    dee,
    *,
    players=6,
    boards_per_round=1,
    start=True,
    plan=None,
    seed="",
    date=TUESDAY,
    with_cards=False,
    **options,
):
    facts = {"date": date, "boards_per_round": boards_per_round, "options": options}
    session = draft_night(club, dee, players, **facts)
    small = {2: straight(1, 1), 6: straight(3, 3)}
    plan = plan or small.get(players) or build("howell", (players + 1) // 2, None, players)
    # A second session gets other cards: the same deals would stay closed as long as one of the two owes them.
    seed = seed or ("tests" if Session.objects.count() == 1 else f"tests {session.pk}")
    fill_night(session, dee, plan, names=NAMES, seed=seed, start=False)
    tickets, tokens = _tickets(session)
    if with_cards:
        section_play(session=session, section=session.sections.get(), live=False, user=dee)
    if start:
        with nobody_listens():
            session_start(session=session, user=dee)
    return Night(session, session.sections.get(), tickets, tokens)


def _tickets(session: Session) -> tuple[dict[int, SeatTicket], dict[int, str]]:
    tickets, tokens = {}, {}
    for contestant in Contestant.objects.filter(section__session=session):
        device = Device.objects.create(token_hash=hash_token(f"device of {contestant.pk}"))
        tickets[contestant.number], tokens[contestant.number] = ticket_take(device=device, seat=contestant.seat)
    return tickets, tokens


@pytest.fixture
def night(make_night):
    return make_night()


@pytest.fixture
def dee_plays(night, dee):
    """A session that Dee directs and in which she plays as number 1. She has not played yet."""
    plays_as(night.session, 1, dee)
    return night


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks):
    """A context manager that, on exit, runs everything that is waiting for a commit."""
    return partial(django_capture_on_commit_callbacks, execute=True)
