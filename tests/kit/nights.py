"""Test sessions, built through the services that a director uses."""

import datetime
from collections.abc import Sequence
from typing import Any

import pytest

from clubsite.clubs.services import person_add
from clubsite.nights.models import Board, Section, Session, Table, TableBoard
from clubsite.nights.selectors.sealed_boards import unshown_setup
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.boards import boards_deal, boards_number
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_play
from clubsite.nights.services.setup import session_create
from clubsite.nights.services.tables import table_advance
from clubsite.play.models import Room
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.services.publications import publish
from games.deals import Deal
from games.notation.deal_files import write_deals
from games.notation.records import DealRecord
from games.seats import Seat
from movements.choose import options
from movements.mitchell import straight
from movements.plan import Plan
from movements.swiss import first_round
from tests.clubsite.named import name_everybody

TUESDAY = datetime.date(2026, 11, 17)


def draft_night(club, user, players: int = 6, **facts) -> Session:
    """Return a session that is not set up, by default on a Tuesday with one board per round; `facts` change this."""
    usual = {"name": "Tuesday", "date": TUESDAY, "boards_per_round": 1}
    return session_create(club=club, user=user, players=players, **{**usual, **facts})


def fill_night(
    session: Session,
    user,
    plan: Plan,
    *,
    title: str = "",
    names: Sequence[str] = (),
    boards: int = 0,
    seed: str = "tests",
    start: bool = True,
    **accepted,
) -> Session:
    """Give each section this movement and named people, deal `boards` boards or as many as are needed, and start."""
    for section in sections_of(session):
        named = title or plan.name
        movement_accept(session=session, section=section, plan=plan, title=named, user=user, **accepted)
    name_everybody(session, names)
    count = boards or plan.board_sets * session.boards_per_round
    boards_deal(session=session, count=count, user=user, seed=seed)
    if start:
        session_start(session=session, user=user)
    return session


def end_and_publish(session, user):
    """End the session and publish its results. Return the publication."""
    session_end(session=session, user=user)
    return publish(session, user)


def published_of(night) -> Published:
    return published_or_404(night.session.public_id)


def pbn_of(session: Session, sequences: bool = False) -> bytes:
    """Return the session's boards as a file. Without the dummies' order, the next import draws a new one."""
    boards = Board.objects.filter(board_set__session=session).order_by("number")
    records = [
        DealRecord(b.number, Seat(b.dealer), b.vulnerability, Deal.from_setup(unshown_setup(b)), sequences)
        for b in boards
    ]
    return write_deals("PBN", records, "An evening")


def rows_of(published: Published) -> list[Any]:
    return [row for ranking in rankings_published(published) for row in ranking.rows]


ROUNDS = 4


def swiss(club, dee, players: int, waits: bool = False, plan: Plan | None = None) -> Session:
    people = [f"P{number}" for number in range(1, players + 1)]
    session = draft_night(club, dee, players, name="Swiss")
    drawn = {"title": "Swiss", "drawn_rounds": ROUNDS, "waits": waits}
    return fill_night(session, dee, plan or first_round(players), names=people, boards=ROUNDS, **drawn)


@pytest.fixture
def mixed(make_night, dee):
    """A session with three tables and two boards per round. The second table plays with cards."""
    night = make_night(boards_per_round=2, start=False)
    section_play(session=night.session, section=night.section, live=True, others=[2], user=dee)
    session_start(session=night.session, user=dee)
    night.section.refresh_from_db()
    return night


def at(night, number: int) -> Table:
    return Table.objects.select_related("section__session").get(section=night.section, number=number)


@pytest.fixture
def draft(club, dee):
    return draft_night(club, dee, 12, name="Large")


def take(section: Section, dee):
    plan = straight(section.field // 2, 3) if section.field == 6 else options(section.field, 1)[0].plan
    movement_accept(session=section.session, section=section, plan=plan, title=plan.name, user=dee)


def fill(session: Session, dee):
    """Give each section of a session a movement, names and boards."""
    for section in sections_of(session):
        take(section, dee)
        for contestant in section.contestants.all():
            for partner in range(1 + section.pairs):
                person = person_add(club=session.club, name=f"{contestant.label} {partner}")
                contestant_assign(
                    session=session, section=section, number=contestant.number, person=person, partner=bool(partner)
                )
        if section.own_boards:
            boards_number(session=session, section=section, count=20, user=dee)
    boards_deal(session=session, count=20, user=dee, seed="tests")


def both_ready(table: Table):
    """Make both players at a table ready, so that its next board opens."""
    Room.objects.filter(pk=table.room_id).update(ready=["S", "N"])
    table_advance(room_id=table.room_id)


def row_of(night, south: int, north: int) -> TableBoard:
    return TableBoard.objects.get(ns=night.contestant(south), ew=night.contestant(north))
