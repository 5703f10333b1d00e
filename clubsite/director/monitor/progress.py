"""The departures board: every table's progress, calls first, the clock. Never a card."""

import datetime

from django.utils import timezone

from clubsite.director.monitor.overview import AWAY, HERE, NOBODY, PLAYERS, Chair, Floor, Hall, Tile
from clubsite.duplicate.models import Seating, Section, Session, TableBoardState
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.duplicate.selectors.progress import TableNow, boards_played, current_round, tables_now
from clubsite.duplicate.selectors.sessions import section_for, sections_of
from clubsite.play.models import PlayStatus, Room, SeatTicket
from clubsite.scores.selectors.pending_scores import boards_waiting


def floor_of(session: Session) -> Floor:
    """The room now. A handful of queries a section for any number of tables."""
    floor = Floor(session, [], frozen_at=session.paused_at)
    now = session.paused_at or session.ended_at or timezone.now()
    waiting = boards_waiting(session)
    for section in sections_of(session):
        section.session = session
        hall = _hall(section)
        floor.halls.append(hall)
        hall.tiles = [_tile(row, floor, hall, chairs, now) for row, chairs in _seated(section)]
        for tile in hall.tiles:
            tile.waits = waiting.get(tile.now.table.pk, [])
        done, total = boards_played(section, hall.undrawn)
        floor.boards_in, floor.boards_all = floor.boards_in + done, floor.boards_all + total
    floor.calls = sorted((t for t in floor.tiles if t.called_at), key=lambda t: t.called_at or now)
    return floor


def hall_of(session: Session, name: str = "") -> Hall:
    """One section with its tables, the first if none is named. Raises Http404."""
    wanted = section_for(session, name)
    return next(hall for hall in floor_of(session).halls if hall.section.pk == wanted.pk)


def tile_of(session: Session, label: str) -> Tile | None:
    """One table of the room."""
    return next((tile for tile in floor_of(session).tiles if tile.label == label), None)


def _hall(section: Section) -> Hall:
    movement, there = movement_of(section), section.rounds.count()
    hall = Hall(
        section,
        max(there, movement.rounds_all) if movement and movement.drawn else there,
        movement=", ".join(movement.title.split(", ")[:2]) if movement else "",
        length=section.boards_per_round * section.minutes_per_board * 60,
    )
    hall.undrawn = hall.rounds - there
    current = current_round(section)
    if current is None:
        return hall
    hall.started_at, hall.ends_at = current.started_at, current.ends_at
    if movement is not None and movement.drawn and there > current.number:
        hall.drawn = current.number + 1
    left = hall.rounds - current.number
    hall.last_done = left == 0 and current.ended_at is not None
    if current.ends_at is not None:
        hall.evening_ends = current.ends_at + datetime.timedelta(seconds=left * hall.length)
    return hall


def _seated(section: Section) -> list[tuple[TableNow, list[Chair]]]:
    rows = Seating.objects.filter(round__section=section, round__number=section.round_number)
    sides = {row.table_id: {"S": row.ns_id, "N": row.ew_id} for row in rows}
    contestants = [pk for pair in sides.values() for pk in pair.values() if pk]
    subjects = [("contestant", str(pk)) for pk in contestants]
    subjects += [("side", f"{table}:{player}") for table in sides for player in "SN"]
    tickets = _tickets(subjects)
    robots = set(section.contestants.exclude(robot="").values_list("pk", flat=True))

    def chair(row: TableNow, player: str, name: str) -> Chair | None:
        contestant = sides.get(row.table.pk, {}).get(player)
        if contestant is None:
            return None
        if contestant in robots:
            return Chair(player, name, HERE, robot=True)
        ticket = tickets.get(("contestant", str(contestant))) or tickets.get(
            ("side", f"{row.table.pk}:{player}")
        )
        link = NOBODY if ticket is None or ticket.seen_at is None else HERE if ticket.connected else AWAY
        return Chair(player, name, link, ticket, pair=section.pairs)

    return [
        (row, [c for c in (chair(row, "S", row.south), chair(row, "N", row.north)) if c])
        for row in tables_now(section)
    ]


def _tickets(subjects: list[tuple[str, str]]) -> dict[tuple[str, str], SeatTicket]:
    found = SeatTicket.objects.filter(
        revoked_at__isnull=True,
        kind__in=("contestant", "side"),
        subject__in=[subject for _, subject in subjects],
    )
    wanted = set(subjects)
    return {(c.kind, c.subject): c for c in found if (c.kind, c.subject) in wanted}


def _tile(row: TableNow, floor: Floor, hall: Hall, chairs: list[Chair], now: datetime.datetime) -> Tile:
    room = row.table.room
    current = row.current
    shown = next((b for b in row.boards if b.play_id and b.play_id == room.play_id), None) or current
    state, word = _state(row, room, floor, hall, now)
    return Tile(
        number=row.table.number,
        label=row.table.label,
        chairs=chairs,
        board=shown.board.number if shown else None,
        state=state,
        word=word,
        steps=[_step(b.state) for b in row.boards],
        finished=row.finished,
        since=_since(row, hall) if current else None,
        called_at=room.called_at,
        reason=room.call_reason,
        now=row,
    )


def _step(state: str) -> str:
    return "h" if state == TableBoardState.LIVE else "" if state == TableBoardState.WAITING else "f"


def _since(row: TableNow, hall: Hall) -> datetime.datetime | None:
    """Since when the table has been at its board: opened, or waiting since the one before it ended."""
    if row.current is not None and row.current.opened_at is not None:
        return row.current.opened_at
    ended = [b.finished_at for b in row.boards if b.finished_at is not None]
    return max(ended) if ended else hall.started_at


def _state(row: TableNow, room: Room, floor: Floor, hall: Hall, now: datetime.datetime) -> tuple[str, str]:
    if room.called_at is not None:
        return "call", "Scores differ" if "agree" in room.call_reason else "Director called"
    if row.sit_out:
        return "rest", "Sits out"
    if floor.ended:
        return _at_the_end(row)
    if row.done:
        return "done", "Round finished"
    if floor.paused:
        return "rest", "Paused"
    behind = _behind(row, hall, now)
    if behind:
        return "late", f"{behind} {'board' if behind == 1 else 'boards'} behind"
    return "play", _doing(row, room)


def _at_the_end(row: TableNow) -> tuple[str, str]:
    missing = sum(board.state != TableBoardState.FINISHED for board in row.boards)
    return ("late", f"{missing} not played") if missing else ("done", "All played")


def _doing(row: TableNow, room: Room) -> str:
    current = row.current
    if current is not None and current.state == TableBoardState.LIVE:
        # The auction and the play are told apart by the log alone: the word gives no card away.
        return "Playing"
    if current is not None and not current.live:
        return f"{row.finished} of {len(row.boards)} scores in"
    shown = next((b.play for b in row.boards if b.play is not None and b.play_id == room.play_id), None)
    if shown is not None and shown.status == PlayStatus.OVER:
        return "Agreeing the result"
    if len(room.ready) == 1:
        return f"{PLAYERS[room.ready[0]]} is ready"
    return "About to begin"


def _behind(row: TableNow, hall: Hall, now: datetime.datetime) -> int:
    """Whole boards behind the clock, half a board's grace; 0 when in time."""
    if hall.ends_at is None:
        return 0
    pace = hall.section.minutes_per_board * 60
    elapsed = hall.length - (hall.ends_at - now).total_seconds()
    expected = int((elapsed - pace / 2) // pace)
    return max(0, min(expected, len(row.boards)) - row.finished)
