"""What organisers and directors do on a server of an event, in a process of that server (`EventServer.act`)."""

import datetime
from dataclasses import replace
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.invitations import account_join
from clubsite.clubs.models import Club, NamesFor, Person
from clubsite.clubs.services import club_create, person_add
from clubsite.demo.past_session import LEVELS
from clubsite.events.heat_state import stored_state
from clubsite.events.models import Event, EventLine, EventStatus, Heat
from clubsite.events.selectors.both_servers import state_body
from clubsite.events.selectors.event_facts import heats_awaited
from clubsite.events.services.at_hub_events import hub_join
from clubsite.events.services.events import event_announce, event_create, event_publish, public_number_set
from clubsite.events.services.heats import heat_confirm, heat_leave, heat_leave_out, heat_session_choose
from clubsite.events.services.hub_heats import server_invite
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.selectors.sessions import section_for
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import round_check, session_start
from clubsite.nights.services.setup import session_create
from clubsite.nights.services.tables import seatings_finish
from clubsite.scores.services.entries import score_enter
from games.boards import vulnerability_of
from movements.mitchell import straight
from scoring.contracts import BOOK
from scoring.lines import Status
from scoring.result import BoardResult
from tests.kit.events import close_window, join

ORGANISER, EVENT_NAME = "Lantern Street", "Autumn simultaneous"
TABLES = ROUNDS = 3
BOARDS_A_ROUND = 4
BOARDS = ROUNDS * BOARDS_A_ROUND
LINE_FACTS = (
    "board round table south__label north__label status contract declarer lead tricks ns_score ruling group"
).split()


def director() -> User:
    """Return the account that directs every club of this server."""
    user, _ = get_user_model().objects.get_or_create(username="dee")
    return user


def signed_in() -> str:
    """Return the cookie of a browser in which the director has signed in."""
    client = Client()
    client.force_login(director())
    return client.cookies["sessionid"].value


def event_open() -> str:
    """Announce the event, and return its id. Its window is open until the public number is drawn."""
    now = timezone.now()
    day = datetime.timedelta(days=1)
    window = {"window_opens": now - datetime.timedelta(minutes=1), "window_closes": now + 2 * day}
    least = {"boards": BOARDS, "min_boards": BOARDS - BOARDS_A_ROUND, "min_tables": TABLES}
    drawn = {"number_count": 6, "number_of": "main numbers of the draw", "number_day": timezone.localdate() + day}
    facts = {"name": EVENT_NAME, "joining": "approval", "master_points": True, **window, **least, **drawn}
    event = event_create(club=_club(ORGANISER), user=director(), **facts)
    event_announce(event=event, user=director())
    return public_number_set(event=event, user=director(), text="3 17 22 29 34 41").public_id


def club_open(*, club: str) -> None:
    """Make a club, which the director owns."""
    _club(club)


def heat_make(*, club: str, hub: str = "", letters: str = "") -> str:
    """Let a club take part: of this server, or with the letters of an event's hub. Return the heat's id there."""
    plan: dict[str, Any] = {"tables": TABLES, "planned_at": timezone.now() + datetime.timedelta(minutes=10)}
    if hub:
        return hub_join(club=_club(club), user=director(), hub=hub, letters=letters, **plan).hub_id
    return join(_event(), _club(club), director(), **plan).public_id


def invited(*, club: str) -> str:
    """Return the letters of an invitation for a club of another server."""
    return server_invite(event=_event(), name=club, user=director())[1]


def left_out(*, club: str) -> None:
    """Leave a heat out, as the organiser."""
    heat_leave_out(heat=Heat.objects.get(club_name=club), user=director())


def token_and_state(*, club: str) -> tuple[str, dict[str, Any]]:
    """Return the token of a club's heat at the hub, and the heat's state as it is sent."""
    heat = _heat(club)
    return heat.at_hub.token.open(), state_body(stored_state(heat))


def heat_begin(*, club: str, boards_a_round: int = BOARDS_A_ROUND) -> str:
    """Set up the night of a heat with six players, and start it. Return the session's id."""
    heat, user = _heat(club), director()
    assert heat.club is not None
    facts = {"name": club, "date": timezone.localdate(), "players": 2 * TABLES, "boards_per_round": boards_a_round}
    session = session_create(club=heat.club, user=user, live=False, **facts)
    plan = straight(TABLES, ROUNDS)
    movement_accept(session=session, plan=plan, name=plan.name, title="Mitchell", user=user)
    for number in range(1, 2 * TABLES + 1):
        person = person_add(club=heat.club, name=f"{number} of {club}")
        contestant_assign(session=session, number=number, person=person)
    heat_session_choose(heat=heat, session=session, user=user)
    session.refresh_from_db()
    session_start(session=session, user=user)
    return session.public_id


def round_score(*, club: str, fouled: int = 0) -> None:
    """Type the scores of the round that is being played, and close it. `fouled` is a board that was fouled."""
    for row in _waiting(_heat(club)):
        result = result_of(club, row.board.number, row.table.number, fouled)
        score_enter(table_board=row, result=result, user=director())
    _round_close(_heat(club))


def score_change(*, club: str, board: int, table: int, tricks: int) -> None:
    """Correct the score of a board at a table."""
    row = TableBoard.objects.exclude(state=TableBoardState.VOID).get(
        round__section__session=_heat(club).session, board__number=board, table__number=table
    )
    result = BoardResult.of_contract("4S", "S", tricks, vulnerability_of(board))
    score_enter(table_board=row, result=result, user=director(), why="A trick was miscounted.")


def heat_end(*, club: str, confirm: bool = True) -> None:
    """End the night of a heat, and confirm the heat."""
    heat = _heat(club)
    assert heat.session is not None
    session_end(session=heat.session, user=director())
    if confirm:
        heat_confirm(heat=_heat(club), user=director())


def heat_go(*, club: str) -> None:
    """Let a heat leave the event."""
    heat_leave(heat=_heat(club), user=director())


def same_person(*, clubs: list[str]) -> None:
    """Join an account to player 1 of each of these clubs: one person has played all these heats."""
    eve = get_user_model().objects.create_user("eve")
    for club in clubs:
        account_join(person=Person.objects.get(name=f"1 of {club}"), user=eve, maker=director())


def window_close() -> None:
    """Let the window have closed a moment ago, as if the clock had moved."""
    close_window(_event())


def publish_again() -> int:
    """Publish the ranking as it is now, as the organiser. Return the version."""
    return event_publish(event=_event(), user=director()).version


def heats() -> dict[str, dict[str, Any]]:
    """Return how far each heat is, by its club."""
    return {
        heat.club_name: {
            "id": heat.public_id,
            "status": heat.status,
            "confirmed": heat.confirmed_at is not None,
            "refused": heat.at_hub.refusal if hasattr(heat, "at_hub") else "",
        }
        for heat in Heat.objects.filter(event__name=EVENT_NAME)
    }


def lines_of(*, clubs: list[str] | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the lines of the heats that take part, by club, without those that count for nobody."""
    by_club: dict[str, list[dict[str, Any]]] = {}
    rows = EventLine.objects.filter(heat__event__name=EVENT_NAME).exclude(status=Status.SIT_OUT)
    for name, *values in rows.order_by("board", "round", "table").values_list("heat__club_name", *LINE_FACTS):
        if clubs is None or name in clubs:
            by_club.setdefault(name, []).append(dict(zip(LINE_FACTS, values, strict=True)))
    return by_club


def awaited() -> dict[str, str]:
    """Return the clubs that the event waits for, with what they have still to do."""
    return {wait.heat.club_name: wait.words for wait in heats_awaited(_event())}


def published() -> dict[str, Any] | None:
    """Return the newest published version with clubs in the place of keys, or None."""
    event = _event()
    newest = event.publications.order_by("version").last()
    if newest is None or event.status != EventStatus.PUBLISHED:
        return None
    who = {row[0]: row[1:] for row in event.heats.values_list("entrants", "club_name", "entrants__label")}
    clubs = dict(event.heats.values_list("public_id", "club_name"))
    lists = {
        f"{ranking['kind']} {ranking['line']} {ranking['stratum']}": sorted(
            [*who[row["entrant"]], row["place"], row["won"], row["possible"], row["boards"], row.get("master_points")]
            for row in ranking["rows"]
        )
        for ranking in newest.payload["lists"]
    }
    boards = [
        {**board, "frequencies": sorted(_frequency(row, clubs) for row in board["frequencies"])}
        for board in newest.payload["boards"]
    ]
    tables = {clubs[heat]: tables for heat, tables in newest.payload["tables"].items()}
    entrants = sum(len(rows) for name, rows in lists.items() if name.endswith(" "))
    return {"version": newest.version, "lists": lists, "boards": boards, "tables": tables, "entrants": entrants}


def result_of(club: str, board: int, table: int, fouled: int = 0) -> BoardResult:
    """Return the result of a board at a table of a club: mostly contracts, some rulings and boards not played."""
    rng = Random(f"{club} {board} {table}")
    chance = rng.random()
    if chance < 0.04:
        return BoardResult(Status.NOT_PLAYED)
    if chance < 0.08:
        return BoardResult(Status.ARTIFICIAL, ruling="A6040")
    if chance < 0.12:
        return BoardResult(Status.PASSED_OUT, "PASS", ns_score=0)
    made = rng.randint(BOOK, 13)
    result = BoardResult.of_contract(rng.choice(LEVELS), rng.choice("SN"), made, vulnerability_of(board))
    return replace(result, group="A") if board == fouled else result


def _club(name: str) -> Club:
    club = Club.objects.filter(name=name).first()
    slug = name.lower().replace(" ", "-")
    return club or club_create(name=name, slug=slug, owner=director(), names_for=NamesFor.NAMES)


def _event() -> Event:
    return Event.objects.get(name=EVENT_NAME)


def _heat(club: str) -> Heat:
    return Heat.objects.select_related("session", "club", "event").get(club__name=club)


def _waiting(heat: Heat) -> list[TableBoard]:
    """Return the boards to be played in the round of a heat's night, those of its first table first."""
    rows = TableBoard.objects.filter(round__section__session=heat.session, state=TableBoardState.WAITING)
    facts = ("board", "table__room", "ns", "ew", "round__section__session")
    now = section_for(Session.objects.get(pk=heat.session_id)).round_number
    return list(rows.filter(round__number=now).select_related(*facts).order_by("table__number", "board__number"))


def _round_close(heat: Heat) -> None:
    section = section_for(Session.objects.get(pk=heat.session_id))
    seatings_finish(section=section)
    round_check(section_id=section.pk)


def _frequency(row: dict[str, Any], clubs: dict[str, str]) -> list[Any]:
    columns = ("status", "ruling", "group", "times", "ns", "ew")
    return [str(row["ns_score"]), clubs.get(row.get("heat", ""), ""), *(str(row[name]) for name in columns)]
