"""The demo's simultaneous event. Two clubs of the demo play it, and thirty others send their scores meanwhile."""

import datetime
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club, NamesFor
from clubsite.clubs.services import club_create, person_add
from clubsite.demo.past_session import LEVELS, named_draft, rounds_play
from clubsite.events.heat_state import StateLine, stored_state
from clubsite.events.models import Event, EventAction, EventEntrant, EventStatus, Heat, HeatStatus
from clubsite.events.services.event_requests import event_log_add
from clubsite.events.services.events import event_announce, event_create
from clubsite.events.services.heat_put import heat_put
from clubsite.events.services.heats import heat_confirm, heat_invite, heat_join, heat_session_choose
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.rounds import session_start
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import score_enter
from games.boards import vulnerability_of
from movements.mitchell import straight
from scoring.contracts import BOOK
from scoring.result import BoardResult

EVENT_NAME = "Autumn simultaneous"
QUAY_SLUG, QUAY_DIRECTOR, QUAY_PASSWORD = "quay-street", "kim", "quay"
QUAY_PEOPLE = (
    "Iris Calloway", "Hugo Brandt", "Moana Rewi", "Stanley Pike", "Vera Lindqvist",
    "Amit Desai", "Olive Hart", "Ned Frost", "Pia Soto", "Walter Eames",
)  # fmt: skip
TABLES, BOARDS_PER_ROUND = 5, 2
PLAN = straight(TABLES, TABLES)
BOARDS = PLAN.board_sets * BOARDS_PER_ROUND
SCRIPTED_HEATS, HEATS_IN = 30, 15
TOWNS = ("Ashby", "Birch Hill", "Corran", "Dunmore", "Eastlea", "Fenwick", "Glenroy", "Harwood", "Inver", "Kelso")
KINDS_OF_CLUB = ("Bridge Club", "Card Room", "Library Bridge")
FIRST_NAMES = ("Ada", "Ben", "Cora", "Dev", "Ella", "Finn", "Greta", "Hari", "Ida", "Jon", "Kaia", "Leo")
LAST_NAMES = ("Ames", "Bright", "Castle", "Dunn", "Ellery", "Forde", "Grove", "Hale", "Irwin", "Jessop")


def demo_event_build(*, organiser: Club, director: User, people: tuple[str, ...]) -> Event:
    """Make the event if none is open, and return it. The organiser's `people` have played it; Quay Street plays it.

    Half of the thirty scripted heats are in, and the others have played one round. `event_advance` continues them.
    """
    open_now = Event.objects.filter(club=organiser, name=EVENT_NAME, status=EventStatus.ANNOUNCED)
    event = open_now.filter(window_closes__gt=timezone.now()).first()
    if event is not None:
        return event
    with transaction.atomic():
        event = _announced(organiser, director)
        _heat_play(event, organiser, director, people, rounds=TABLES)
        quay, kim = _quay_street()
        heat_invite(event=event, club=quay, user=director)
        _heat_play(event, quay, kim, QUAY_PEOPLE, rounds=TABLES - 1)
        for place, (town, kind) in enumerate(product(TOWNS, KINDS_OF_CLUB)):
            _rounds_play(_scripted_heat(event, f"{town} {kind}"), range(1, TABLES + 1 if place < HEATS_IN else 2))
    event_score(event_id=event.pk)
    return event


def event_advance() -> bool:
    """Play the next round of one scripted heat of the demo's event. Return False if all of them are complete."""
    heats = Heat.objects.filter(event__name=EVENT_NAME, event__status=EventStatus.ANNOUNCED, club=None)
    heat = heats.filter(confirmed_at=None, event__window_closes__gt=timezone.now()).order_by("?").first()
    if heat is None:
        return False
    with transaction.atomic():
        played = heat.lines.aggregate(Max("round"))["round__max"] or 0
        _rounds_play(heat, range(played + 1, played + 2))
    return True


def _announced(organiser: Club, director: User) -> Event:
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    event = event_create(
        club=organiser,
        user=director,
        name=EVENT_NAME,
        window_opens=now - datetime.timedelta(hours=2),
        window_closes=now + datetime.timedelta(days=3),
        boards=BOARDS,
        min_boards=BOARDS - BOARDS_PER_ROUND,
        min_tables=2,
        fee="A friendly event: no fee, and cake for the best South.",
    )
    return event_announce(event=event, user=director)


def _quay_street() -> tuple[Club, User]:
    users = get_user_model().objects
    kim = users.filter(username=QUAY_DIRECTOR).first()
    kim = kim or users.create_user(QUAY_DIRECTOR, password=QUAY_PASSWORD, first_name="Kim", last_name="Aroha")
    club = Club.objects.filter(slug=QUAY_SLUG).first()
    if club is None:
        club = club_create(
            name="Quay Street Bridge Club", slug=QUAY_SLUG, owner=kim, venue="1 Quay Street", names_for=NamesFor.NAMES
        )
        for name in QUAY_PEOPLE:
            person_add(club=club, name=name)
    return club, kim


def _heat_play(event: Event, club: Club, user: User, people: tuple[str, ...], rounds: int) -> None:
    """Play `rounds` rounds of a club's heat with cards, as typed scores. After all rounds, confirm and publish it."""
    heat = heat_join(event=event, club=club, user=user, planned_at=timezone.now(), tables=TABLES)
    facts: dict[str, Any] = {"name": EVENT_NAME, "date": timezone.localdate(), "boards_per_round": BOARDS_PER_ROUND}
    session = named_draft(club, user, people, PLAN, (PLAN.name, "Mitchell"), live=False, **facts)
    heat_session_choose(heat=heat, session=session, user=user)
    session.refresh_from_db()
    session_start(session=session, user=user)
    rng = Random(club.slug)

    def score(row: TableBoard) -> None:
        score_enter(table_board=row, result=_result(row.board.number, rng), user=user)

    rounds_play(session, rounds, score)
    if rounds == TABLES:
        session_end(session=session, user=user)
    results_sweep()
    if rounds == TABLES:
        heat_confirm(heat=heat, user=user)
        publish(session=session, user=user)


def _scripted_heat(event: Event, club_name: str) -> Heat:
    """Make a heat of a club that is not on this server, with its players."""
    heat = Heat.objects.create(
        event=event,
        club_name=club_name,
        status=HeatStatus.ACCEPTED,
        planned_at=event.window_opens,
        released_at=timezone.now(),
        tables=TABLES,
    )
    event_log_add(event, EventAction.ACCEPTED, club_name, heat=heat)
    rng = Random(club_name)
    names = rng.sample([f"{first} {last}" for first, last in product(FIRST_NAMES, LAST_NAMES)], 2 * TABLES)
    EventEntrant.objects.bulk_create(
        EventEntrant(
            heat=heat, label=str(number), kind="two_handed", line="NS" if number <= TABLES else "EW", name=name
        )
        for number, name in enumerate(names, start=1)
    )
    return heat


def _rounds_play(heat: Heat, rounds: range) -> None:
    """Store the lines of these rounds of a scripted heat. After its last round the heat is confirmed."""
    state, rng = stored_state(heat), Random(f"{heat.club_name} {rounds}")
    lines = [
        StateLine(board, number, str(row.table), str(row.ns), str(row.ew), _result(board, rng))
        for number in rounds
        for row in PLAN.round(number)
        for board in range((row.boardset - 1) * BOARDS_PER_ROUND + 1, row.boardset * BOARDS_PER_ROUND + 1)
    ]
    heat_put(heat=heat, state=replace(state, lines=(*state.lines, *lines)))
    if rounds[-1] == TABLES:
        Heat.objects.filter(pk=heat.pk).update(confirmed_at=timezone.now())
        event_log_add(heat.event, EventAction.CONFIRMED, heat.club_name, heat=heat)


def _result(board: int, rng: Random) -> BoardResult:
    """Return a plausible result: mostly the board's usual contract, with a trick more or less."""
    usual = Random(f"demo board {board}")
    contract, declarer, tricks = usual.choice(LEVELS), usual.choice("SN"), usual.randint(8, 11)
    if rng.random() < 0.4:
        contract = rng.choice(LEVELS)
    if rng.random() < 0.15:
        declarer = rng.choice("SN")
    made = min(13, max(BOOK, tricks + rng.choice((-1, 0, 0, 1))))
    return BoardResult.of_contract(contract, declarer, made, vulnerability_of(board))
