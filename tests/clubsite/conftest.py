"""The cast of every test: Dee directs, Ann sits North, Bo South, Cy is a stranger."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db.models.signals import post_migrate
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import NamesFor
from clubsite.clubs.services import club_create, person_add
from clubsite.core.tokens import hash_token
from clubsite.duplicate.models import Contestant, Section, Session
from clubsite.duplicate.services.boards import boards_deal
from clubsite.duplicate.services.movement import contestant_assign, movement_accept
from clubsite.duplicate.services.rounds import session_start
from clubsite.duplicate.services.setup import session_create
from clubsite.play.models import SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, room_seat_of
from clubsite.play.seat_tickets import ticket_take
from movements.catalogue import build
from movements.mitchell import straight
from movements.plan import Plan
from tests.clubsite.at_once import at_once  # noqa: F401
from tests.clubsite.fresh_views import kept_views_are_fresh  # noqa: F401
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.scored_nights import (  # noqa: F401
    open_boards,
    play_out,
    published_night,
    scored_night,
)
from tests.kit.nights import draft, mixed, valued_night  # noqa: F401
from tests.kit.terminal import ann, bo, cards, pairs  # noqa: F401

NAMES = ["Bo", "Flo", "Gus", "Ann", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max", "Ned", "Oli"]


@pytest.fixture(autouse=True, scope="session")
def _no_permissions_made_anew_after_each_flush(django_db_setup: None) -> None:
    """Half the time of a transactional test would go into rows that no test reads."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    """No test meets what another has counted towards a limit."""
    cache.clear()


@pytest.fixture
def dee(db: None) -> Any:
    """The director."""
    return get_user_model().objects.create_user("dee", password="correct horse")


@pytest.fixture
def cy(db: None) -> Any:
    """A stranger who can sign in."""
    return get_user_model().objects.create_user("cy", password="correct horse")


@pytest.fixture
def club(dee: Any) -> Club:
    return club_create(name="Lantern Street", slug="lantern", owner=dee, names_for=NamesFor.NAMES)


@pytest.fixture
def director(club: Club, dee: Any) -> Client:
    """A browser in which Dee, who owns the club, is signed in."""
    client = Client()
    client.force_login(dee)
    return client


@dataclass
class Night:
    """A session of six (three tables, Mitchell) unless asked otherwise, with a claim for every contestant."""

    session: Session
    section: Section
    tickets: dict[int, SeatTicket]
    tokens: dict[int, str]

    def contestant(self, number: int) -> Contestant:
        return self.section.contestants.get(number=number)

    def place(self, number: int) -> RoomSeat:
        place = room_seat_of(self.tickets[number])
        assert place is not None
        return place


@pytest.fixture
def make_night(club: Club, dee: Any) -> Callable[..., Night]:
    """Builds a night through the director's services: Bo is South and Ann (number 4) North at table 1."""

    def make(
        *,
        players: int = 6,
        boards_per_round: int = 1,
        start: bool = True,
        plan: Plan | None = None,
        seed: str = "",
        date: datetime.date = datetime.date(2026, 11, 17),
        **settings: Any,
    ) -> Night:
        session = session_create(
            club=club,
            user=dee,
            name="Tuesday",
            date=date,
            players=players,
            boards_per_round=boards_per_round,
            options=settings,
        )
        if plan is None:
            small = {2: straight(1, 1), 6: straight(3, 3)}
            plan = small.get(players) or build("howell", (players + 1) // 2, None, players)
        movement_accept(session=session, plan=plan, title=plan.name, user=dee)
        for name, contestant in zip(NAMES, Contestant.objects.filter(section__session=session), strict=False):
            contestant_assign(
                session=session, number=contestant.number, person=person_add(club=club, name=name)
            )
        # A second night has other cards: the same would be closed as long as one of the two owes them.
        seed = seed or ("tests" if Session.objects.count() == 1 else f"tests {session.pk}")
        boards_deal(session=session, count=plan.board_sets * boards_per_round, user=dee, seed=seed)
        tickets, tokens = _tickets(session)
        if start:
            with nobody_listens():
                session_start(session=session, user=dee)
        return Night(session, session.sections.get(), tickets, tokens)

    return make


def _tickets(session: Session) -> tuple[dict[int, SeatTicket], dict[int, str]]:
    tickets, tokens = {}, {}
    for contestant in Contestant.objects.filter(section__session=session):
        device = Device.objects.create(token_hash=hash_token(f"device of {contestant.pk}"))
        tickets[contestant.number], tokens[contestant.number] = ticket_take(
            device=device, kind="contestant", subject=str(contestant.pk)
        )
    return tickets, tokens


@pytest.fixture
def night(make_night: Callable[..., Night]) -> Night:
    return make_night()
