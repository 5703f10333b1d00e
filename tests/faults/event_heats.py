"""What organisers and directors do on a server of an event. It runs in a process of that server (`EventServer.act`).

The lines of a heat follow from its club's name alone, so that the same heat can be entered on another server. All
arguments and answers can be written as JSON.
"""

import datetime
from dataclasses import replace
from random import Random
from typing import Any

from clubsite.event_documents.messages.bodies import LinesBody
from clubsite.event_documents.messages.documents import document_signed
from clubsite.event_documents.selectors.document_bodies import contestants_of
from clubsite.event_documents.selectors.document_bodies import lines_of as lines_as_sent
from clubsite.event_documents.services.handed_in import documents_hand_in
from clubsite.event_documents.services.release import envelope_key
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.invitations.links import account_join
from clubsite.clubs.models import Club, Person
from clubsite.clubs.name_choices import NamesFor
from clubsite.clubs.services import club_create, person_add
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.sessions import section_for
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.movement import contestant_assign, movement_accept
from clubsite.duplicate.services.rounds import round_check, session_start
from clubsite.duplicate.services.setup import session_create
from clubsite.duplicate.services.tables import board_play_open, seatings_finish
from clubsite.events.models import (
    Event,
    EventAction,
    EventLine,
    EventLogLine,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.selectors.awaited_heats import heats_awaited
from clubsite.events.services.confirmation import heat_confirm
from clubsite.events.services.events import event_announce, event_create, public_number_set
from clubsite.events.services.heat_sessions import heat_session_choose
from clubsite.events.services.heats import heat_answer, heat_join, heat_leave
from clubsite.events.services.lines import heat_lines_take
from clubsite.events.services.publications import event_publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import score_enter
from clubsite.simulation.past_session import LEVELS, _board_play
from games.boards import vulnerability_of
from movements.mitchell import straight
from scoring.contracts import BOOK
from scoring.lines import Status
from scoring.result import BoardResult
from tests.kit.events import close_window

ORGANISER, EVENT_NAME = "Lantern Street", "Autumn simultaneous"
TABLES = ROUNDS = 3
BOARDS_A_ROUND = 4
BOARDS = ROUNDS * BOARDS_A_ROUND
LINE_FACTS = ("board", "round", "table", "south__label", "north__label", "status", "contract", "declarer", "lead")
LINE_FACTS = (*LINE_FACTS, "tricks", "ns_score", "ruling", "group")


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
    """Announce the event, and return its id. Its window is open for an evening."""
    now = timezone.now()
    event = event_create(
        club=_club(ORGANISER),
        user=director(),
        name=EVENT_NAME,
        window_opens=now - datetime.timedelta(minutes=1),
        window_closes=now + datetime.timedelta(hours=11),
        joining="open",
        boards=BOARDS,
        min_boards=BOARDS - BOARDS_A_ROUND,
        min_tables=TABLES,
        master_points=True,
        number_count=6,
        number_of="main numbers of the lottery's draw",
        number_day=timezone.localdate() + datetime.timedelta(days=1),
    )
    event_announce(event=event, user=director())
    return public_number_set(event=event, user=director(), text="3 17 22 29 34 41").public_id


def club_open(*, club: str) -> None:
    """Make a club, which the director owns."""
    _club(club)


def heat_make(*, club: str) -> str:
    """Let a club of this server take part, or ask the hub. Return the heat's id."""
    event = Event.objects.get(name=EVENT_NAME)
    return heat_join(event=event, club=_club(club), user=director(), tables=TABLES).public_id


def heats_accept() -> int:
    """Accept every heat that asks, as the organiser. Return how many did."""
    asking = list(Heat.objects.filter(status=HeatStatus.ASKED))
    for heat in asking:
        heat_answer(heat=heat, user=director(), accept=True)
    return len(asking)


def documents_by_hand(*, text: str) -> str:
    """Take a spoke's file of documents, and return the file with the answers."""
    event = Event.objects.get(name=EVENT_NAME)
    return documents_hand_in(event=event, data=text.encode()).decode()


def envelope(*, club: str) -> str:
    """Return the key that is printed for a sealed envelope."""
    heat = Heat.objects.select_related("event").get(club_name=club)
    return envelope_key(event=heat.event, heat=heat, user=director())


def heat_begin(*, club: str, boards_a_round: int = BOARDS_A_ROUND, live: bool = False) -> str:
    """Set up the night of a heat with six players, and start it. Return the session's id."""
    heat, user = _heat(club), director()
    assert heat.club is not None
    session = session_create(
        club=heat.club,
        user=user,
        name=club,
        date=timezone.localdate(),
        players=2 * TABLES,
        boards_per_round=boards_a_round,
        live=live,
    )
    plan = straight(TABLES, ROUNDS)
    movement_accept(session=session, plan=plan, name=plan.name, title="Mitchell", user=user)
    for number in range(1, 2 * TABLES + 1):
        person = person_add(club=heat.club, name=f"{number} of {club}")
        contestant_assign(session=session, number=number, person=person)
    heat_session_choose(heat=heat, session=session, user=user)
    session.refresh_from_db()
    session_start(session=session, user=user)
    return session.public_id


def round_on_screens(*, club: str) -> None:
    """Let scripted players play out every board of the round that is being played."""
    for row in _waiting(_heat(club)):
        _board_play(board_play_open(table_board=row), Random(f"{club} {row.board.number} {row.table.number}"))
    _round_close(_heat(club))


def round_score(*, club: str, fouled: int = 0, lines: list[dict[str, Any]] | None = None) -> None:
    """Type the scores of the round that is being played, and close it. `fouled` is a board that was fouled.

    With `lines`, type these instead of the club's own.
    """
    given = {(one["board"], one["table"]): one for one in lines or []}
    for row in _waiting(_heat(club)):
        line = given.get((row.board.number, str(row.table.number)))
        result = _of_line(line) if line else result_of(club, row.board.number, row.table.number, fouled)
        score_enter(table_board=row, result=result, user=director())
    _round_close(_heat(club))


def rows_to_score(*, club: str) -> list[str]:
    """Return the addresses of the director's page for each board of the round that has no score yet."""
    heat = _heat(club)
    assert heat.session is not None
    return [f"/director/{heat.session.public_id}/score/{row.pk}/" for row in _waiting(heat)]


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
    close_window(Event.objects.get(name=EVENT_NAME))


def publish_again() -> int:
    """Publish the ranking as it is now, as the organiser. Return the version."""
    return event_publish(event=Event.objects.get(name=EVENT_NAME), user=director()).version


def lines_signed(*, club: str, heat: str) -> dict[str, str]:
    """Return the lines of a club's heat as if they were those of another heat, signed with this server's key for the
    event and with a key that nobody knows.
    """
    own = _heat(club)
    lines = lines_as_sent(own, list(own.lines.all()))
    body = LinesBody(tables=TABLES, options={}, contestants=contestants_of(own), lines=lines)
    keys = {"own key": own.event.signing_key.open(), "new key": "33" * 32}
    facts: dict[str, Any] = {"event": own.event.public_id, "heat": heat, "number": 900_000, "sent": timezone.now()}
    return {name: document_signed(body, signing_key=key, **facts).decode() for name, key in keys.items()}


def refusals() -> int:
    """Return how often a refused document is in the event's log."""
    return EventLogLine.objects.filter(action=EventAction.DOCUMENT_REFUSED).count()


def heats() -> dict[str, dict[str, Any]]:
    """Return how far each heat is, by its club."""
    return {
        heat.club_name: {
            "id": heat.public_id,
            "status": heat.status,
            "confirmed": heat.confirmed_at is not None,
            "sealed": bool(heat.event.sealed_boards),
        }
        for heat in Heat.objects.filter(event__name=EVENT_NAME).select_related("event")
    }


def lines_of(*, clubs: list[str] | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the lines of the heats that take part, by club, without those that count for nobody."""
    found: dict[str, list[dict[str, Any]]] = {}
    rows = EventLine.objects.filter(heat__event__name=EVENT_NAME).exclude(status=Status.SIT_OUT)
    for name, *values in rows.order_by("board", "round", "table").values_list("heat__club_name", *LINE_FACTS):
        if clubs is None or name in clubs:
            found.setdefault(name, []).append(dict(zip(LINE_FACTS, values, strict=True)))
    return found


def typed_lines(*, clubs: list[str]) -> dict[str, list[dict[str, Any]]]:
    """Return what the tables of these clubs have scored, as the lines of an event."""
    for club in clubs:
        results_sweep()
        heat_lines_take(heat=_heat(club))
    return lines_of(clubs=clubs)


def awaited() -> dict[str, str]:
    """Return the clubs that the event waits for, with what they have still to do."""
    return {one.heat.club_name: one.words for one in heats_awaited(Event.objects.get(name=EVENT_NAME))}


def published() -> dict[str, Any] | None:
    """Return the newest published version with clubs in the place of keys, or None."""
    event = Event.objects.get(name=EVENT_NAME)
    newest = event.publications.order_by("version").last()
    if newest is None or event.status != EventStatus.PUBLISHED:
        return None
    who = {row[0]: row[1:] for row in event.heats.values_list("entrants", "club_name", "entrants__label")}
    clubs = dict(event.heats.values_list("public_id", "club_name"))
    lists = {
        f"{one['kind']} {one['line']} {one['stratum']}": sorted(
            [*who[row["entrant"]], row["place"], row["won"], row["possible"], row["boards"], row.get("master_points")]
            for row in one["rows"]
        )
        for one in newest.payload["lists"]
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
    found = Club.objects.filter(name=name).first()
    slug = name.lower().replace(" ", "-")
    return found or club_create(name=name, slug=slug, owner=director(), names_for=NamesFor.NAMES)


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


def _of_line(line: dict[str, Any]) -> BoardResult:
    facts = ("contract", "declarer", "lead", "tricks", "ns_score", "ruling", "group")
    return BoardResult(Status(line["status"]), **{name: line[name] for name in facts})


def _frequency(row: dict[str, Any], clubs: dict[str, str]) -> list[Any]:
    columns = ("status", "ruling", "group", "times", "ns", "ew")
    return [str(row["ns_score"]), clubs.get(row.get("heat", ""), ""), *(str(row[name]) for name in columns)]
