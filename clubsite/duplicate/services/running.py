"""Running a night: start, boards and rounds following one another, hold, force, pause, end."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.clubs.services import audit_add
from clubsite.duplicate import signals
from clubsite.duplicate.models import (
    Board,
    Round,
    Seating,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.duplicate.services.setup import Refused, draft_locked, missing_for_start
from clubsite.play.models import Play, Room
from clubsite.play.services import play_open, play_void, room_set, room_touch
from movements.plan import Plan

log = logging.getLogger(__name__)
GAME = "solo"
OPEN_STATES = [TableBoardState.WAITING, TableBoardState.LIVE]


def session_start(*, session: Session, user: Any) -> None:
    """Write every round's seating and open round 1. Raises Refused with what is missing."""
    with transaction.atomic():
        session = draft_locked(session)
        gaps = missing_for_start(session)
        if gaps:
            raise Refused(" ".join(gaps))
        section = session.sections.select_for_update().get()
        _write_rounds(section, Plan.from_json(section.movement.plan))
        session.status, session.started_at = SessionStatus.RUNNING, timezone.now()
        session.save(update_fields=["status", "started_at"])
        audit_add(
            club=session.club, verb="started", subject=str(session), session_ref=session.public_id, user=user
        )
        _round_open(session, section, 1)
    _changed(session)


def _write_rounds(section: Section, plan: Plan) -> None:
    entries = {entry.number: entry for entry in section.entries.all()}
    tables = {table.number: table for table in section.tables.all()}
    rounds = {n: Round.objects.create(section=section, number=n) for n in range(1, plan.rounds + 1)}
    Seating.objects.bulk_create(
        Seating(
            round=rounds[row.round],
            table=tables[row.table],
            ns=entries.get(row.ns),
            ew=entries.get(row.ew),
            board_group=row.boardset,
        )
        for row in plan.schedule
    )


def boards_of_group(section: Section, group: int) -> list[Board]:
    """The boards of the plan's board set `group` (1, 2, ...), in order; none for a sit-out's 0."""
    if group == 0 or section.board_set is None:
        return []
    per = section.session.boards_per_round
    return list(section.board_set.boards.order_by("number")[(group - 1) * per : group * per])


def _round_open(session: Session, section: Section, number: int) -> None:
    """Open a round in the caller's transaction: its boards at every table, clocks, rooms emptied."""
    now = timezone.now()
    current = section.rounds.get(number=number)
    current.started_at = now
    current.ends_at = now + timedelta(minutes=session.boards_per_round * session.minutes_per_board)
    current.save(update_fields=["started_at", "ends_at"])
    section.round_number = number
    section.save(update_fields=["round_number"])
    for seating in current.seatings.select_related("ns", "ew"):
        _deal_out(section, current, seating)
    _rooms_turn_over(section)


def _deal_out(section: Section, current: Round, seating: Seating) -> None:
    if seating.ns is None or seating.ew is None:
        seating.done = True
        seating.save(update_fields=["done"])
        return
    for board in boards_of_group(section, seating.board_group):
        row = TableBoard.objects.create(
            round=current, table_id=seating.table_id, board=board, ns=seating.ns, ew=seating.ew
        )
        TableBoardSeat.objects.bulk_create(
            TableBoardSeat(table_board=row, board=board, entry=entry, direction=direction)
            for entry, direction in ((seating.ns, "NS"), (seating.ew, "EW"))
        )


def _rooms_turn_over(section: Section) -> None:
    """Empty every room and lift all `rev` to one height: a player who moves must never meet a smaller one."""
    rooms = list(Room.objects.select_for_update().filter(table__section=section).order_by("pk"))
    top = max((room.rev for room in rooms), default=0)
    for room in rooms:
        room.rev = top
        room_set(room=room, play=None, ready=[])


def table_advance(*, room_id: int) -> None:
    """Both players of a table are ready: open its next board, or call the table done for the round."""
    table = Table.objects.select_related("section__session").filter(room_id=room_id).first()
    if table is None:
        return
    with transaction.atomic():
        section = (
            Section.objects.select_for_update(of=("self",)).select_related("session").get(pk=table.section_id)
        )
        room = Room.objects.select_for_update().get(pk=room_id)
        if len(room.ready) < 2 or section.session.status != SessionStatus.RUNNING:
            return
        if room.play is not None and room.play.status == "live":
            return
        waiting = _waiting(section, table)
        if waiting is None:
            _table_done(section, table, room)
        else:
            _board_open(section, waiting, room)
    _changed(section.session)


def _waiting(section: Section, table: Table) -> TableBoard | None:
    rows = TableBoard.objects.filter(table=table, round__number=section.round_number, round__section=section)
    return (
        rows.filter(state__in=OPEN_STATES)
        .select_related("board", "ns", "ew")
        .order_by("board__number")
        .first()
    )


def _board_open(section: Section, row: TableBoard, room: Room) -> None:
    row.play = play_open(
        room=room,
        game=GAME,
        options=section.session.options,
        setup=row.board.setup(),
        seats={"S": entry_who(row.ns_id), "N": entry_who(row.ew_id)},
    )
    row.state, row.opened_at = TableBoardState.LIVE, timezone.now()
    row.save(update_fields=["play", "state", "opened_at"])


def board_play_open(*, table_board: TableBoard) -> Play:
    """Open a waiting board at its table now, whether or not both are ready (the demo's past nights)."""
    with transaction.atomic():
        section = (
            Section.objects.select_for_update(of=("self",))
            .select_related("session")
            .get(pk=table_board.round.section_id)
        )
        room = Room.objects.select_for_update().get(pk=table_board.table.room_id)
        _board_open(section, table_board, room)
    assert table_board.play is not None
    return table_board.play


def seatings_finish(*, section: Section) -> None:
    """Call every table of the round done whose boards are all finished."""
    with transaction.atomic():
        for table in section.tables.all():
            if _waiting(section, table) is None:
                Seating.objects.filter(
                    table=table, round__section=section, round__number=section.round_number
                ).update(done=True)


def entry_who(entry_id: int) -> str:
    """How a contestant is named in `Play.seats`."""
    return f"entry:{entry_id}"


def _table_done(section: Section, table: Table, room: Room) -> None:
    Seating.objects.filter(table=table, round__section=section, round__number=section.round_number).update(
        done=True
    )
    room_set(room=room, play=None, ready=[])
    transaction.on_commit(lambda: round_check(section_id=section.pk), robust=True)


def board_finished(*, play: Play) -> None:
    """A live play has ended: its TableBoard is finished, in the play's own transaction."""
    TableBoard.objects.filter(play=play).update(state=TableBoardState.FINISHED, finished_at=timezone.now())


def table_board_settled(*, table_board: TableBoard, state: str = TableBoardState.FINISHED) -> None:
    """A board ends by the director's hand (a score typed, not played): its live play is voided, the table goes on.

    The caller has checked his right and stores the score in the same transaction.
    """
    with transaction.atomic():
        Room.objects.select_for_update().get(
            pk=table_board.table.room_id
        )  # before the row: as a last card does
        row = (
            TableBoard.objects.select_for_update(of=("self",))
            .select_related("play", "table")
            .get(pk=table_board.pk)
        )
        was_open = row.state in OPEN_STATES
        if row.play is not None and row.play.status == "live":
            play_void(play=row.play)
        if row.state != state:
            row.state, row.finished_at = state, timezone.now()
            row.save(update_fields=["state", "finished_at"])
        signals.board_settled.send(sender=TableBoard, table_board=row)
        if was_open:
            transaction.on_commit(lambda: _after_settling(row))
        else:
            room_touch(room_id=row.table.room_id)


def _after_settling(row: TableBoard) -> None:
    """If that was the table's last open board nobody needs to agree to anything: the table is done."""
    with transaction.atomic():
        section = (
            Section.objects.select_for_update(of=("self",))
            .select_related("session")
            .get(pk=row.table.section_id)
        )
        room = Room.objects.select_for_update().get(pk=row.table.room_id)
        if section.round_number == row.round.number and _waiting(section, row.table) is None:
            _table_done(section, row.table, room)
        else:
            room_set(room=room)
    _changed(section.session)


def round_check(*, section_id: int) -> None:
    """If every table is done and the director does not hold, open the next round; after the last, rest."""
    with transaction.atomic():
        section = _section_locked(section_id)
        session = section.session
        if section.hold or session.status != SessionStatus.RUNNING or not _all_done(section):
            return
        _round_close_and_next(session, section, forced=False)
    _changed(section.session)


def _section_locked(section_id: int) -> Section:
    session_id = Section.objects.values_list("session_id", flat=True).get(pk=section_id)
    session = Session.objects.select_for_update().get(pk=session_id)
    section = Section.objects.select_for_update().get(pk=section_id)
    section.session = session
    return section


def _all_done(section: Section) -> bool:
    seatings = Seating.objects.filter(round__section=section, round__number=section.round_number)
    return not seatings.filter(done=False).exists()


def _round_close_and_next(session: Session, section: Section, *, forced: bool) -> None:
    current = section.rounds.get(number=section.round_number)
    if current.ended_at is None:
        current.ended_at, current.forced = timezone.now(), forced
        current.save(update_fields=["ended_at", "forced"])
    if section.rounds.filter(number=section.round_number + 1).exists():
        _round_open(session, section, section.round_number + 1)
    else:
        _rooms_turn_over(section)


def round_force(*, section: Section, user: Any, number: int | None = None) -> int:
    """Move on now: unfinished boards become "not played" until changed. Returns how many there were.

    With `number`: only if that round is still the one in play (asked twice, or after it has ended by itself).
    """
    with transaction.atomic():
        section = _section_locked(section.pk)
        session = section.session
        if session.status != SessionStatus.RUNNING:
            raise Refused("The session is not running. Resume it first.")
        if number is not None and number != section.round_number:
            raise Refused(f"Round {number} has ended already. Round {section.round_number} goes on.")
        _rooms_locked(
            session
        )  # a last card that is being played now is either in before this or refused after
        open_rows = TableBoard.objects.filter(
            round__section=section, round__number=section.round_number, state__in=OPEN_STATES
        ).select_related("play", "table")
        count = 0
        for row in open_rows:
            if row.play is not None and row.play.status == "live":
                play_void(play=row.play)
            row.state, row.finished_at = TableBoardState.UNPLAYED, timezone.now()
            row.save(update_fields=["state", "finished_at"])
            signals.board_settled.send(sender=TableBoard, table_board=row)
            count += 1
        Seating.objects.filter(round__section=section, round__number=section.round_number).update(done=True)
        audit_add(
            club=session.club,
            verb="moved the round on",
            subject=f"round {section.round_number}",
            session_ref=session.public_id,
            user=user,
            not_played=count,
        )
        _round_close_and_next(session, section, forced=True)
    _changed(session)
    return count


def round_hold(*, section: Section, hold: bool, user: Any) -> None:
    """Hold the next round back although all tables are done, or let it come."""
    with transaction.atomic():
        section = _section_locked(section.pk)
        section.hold = hold
        section.save(update_fields=["hold"])
        audit_add(
            club=section.session.club,
            verb="held the round" if hold else "released the round",
            subject=f"round {section.round_number}",
            session_ref=section.session.public_id,
            user=user,
        )
    if not hold:
        round_check(section_id=section.pk)
    _changed(section.session)


def clock_add(*, section: Section, minutes: int, user: Any) -> None:
    """Give the round more (or less) time."""
    with transaction.atomic():
        section = _section_locked(section.pk)
        current = section.rounds.filter(number=section.round_number).first()
        if current is None or current.ends_at is None:
            raise Refused("No round is running.")
        current.ends_at += timedelta(minutes=minutes)
        current.save(update_fields=["ends_at"])
        _touch_rooms(section.session)
    _changed(section.session)


def session_pause(*, session: Session, user: Any) -> None:
    """Stop every table and the clock: cards are covered and actions refused until `session_resume`."""
    with transaction.atomic():
        session = _status_locked(session, SessionStatus.RUNNING, "The session is not running.")
        session.status, session.paused_at = SessionStatus.PAUSED, timezone.now()
        session.save(update_fields=["status", "paused_at"])
        _pause_rooms(session, paused=True)
        audit_add(
            club=session.club, verb="paused", subject=str(session), session_ref=session.public_id, user=user
        )
    _changed(session)


def session_resume(*, session: Session, user: Any) -> None:
    """Go on after a pause; the clock gets the pause back."""
    with transaction.atomic():
        session = _status_locked(session, SessionStatus.PAUSED, "The session is not paused.")
        away = timezone.now() - (session.paused_at or timezone.now())
        session.status, session.paused_at = SessionStatus.RUNNING, None
        session.save(update_fields=["status", "paused_at"])
        for section in session.sections.select_for_update():
            for current in section.rounds.filter(number=section.round_number, ends_at__isnull=False):
                current.ends_at = (current.ends_at or timezone.now()) + away
                current.save(update_fields=["ends_at"])
        _pause_rooms(session, paused=False)
        audit_add(
            club=session.club, verb="resumed", subject=str(session), session_ref=session.public_id, user=user
        )
    for section in session.sections.all():
        round_check(section_id=section.pk)
    _changed(session)


def session_end(*, session: Session, user: Any) -> int:
    """End the night; boards still open become "not played". Returns how many. It cannot start again."""
    with transaction.atomic():
        session = Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)
        if session.status not in (SessionStatus.RUNNING, SessionStatus.PAUSED):
            raise Refused("The session is not running.")
        _rooms_locked(session)
        rows = TableBoard.objects.filter(round__section__session=session, state__in=OPEN_STATES)
        count = 0
        for row in rows.select_related("play", "table"):
            if row.play is not None and row.play.status == "live":
                play_void(play=row.play)
            row.state, row.finished_at = TableBoardState.UNPLAYED, timezone.now()
            row.save(update_fields=["state", "finished_at"])
            signals.board_settled.send(sender=TableBoard, table_board=row)
            count += 1
        session.status, session.ended_at, session.paused_at = SessionStatus.ENDED, timezone.now(), None
        session.save(update_fields=["status", "ended_at", "paused_at"])
        for room in _rooms_locked(session):
            room_set(room=room, play=None, ready=[], paused=False, called_at=None, call_reason="")
        audit_add(
            club=session.club,
            verb="ended",
            subject=str(session),
            session_ref=session.public_id,
            user=user,
            not_played=count,
        )
    _changed(session)
    return count


def call_answer(*, table: Table, user: Any) -> None:
    """The director has come to the table that called."""
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=table.room_id)
        reason = room.call_reason
        room_set(room=room, called_at=None, call_reason="")
        session = table.section.session
        audit_add(
            club=session.club,
            verb="answered a call",
            subject=f"table {table.number}: {reason}",
            session_ref=session.public_id,
            user=user,
        )


def _status_locked(session: Session, status: str, sentence: str) -> Session:
    session = Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)
    if session.status != status:
        raise Refused(sentence)
    return session


def _rooms_locked(session: Session) -> list[Room]:
    return list(Room.objects.select_for_update().filter(table__section__session=session).order_by("pk"))


def _pause_rooms(session: Session, *, paused: bool) -> None:
    for room in _rooms_locked(session):
        room_set(room=room, paused=paused)


def _touch_rooms(session: Session) -> None:
    for room in _rooms_locked(session):
        room_set(room=room)


def _changed(session: Session) -> None:
    signals.session_changed.send(sender=Session, session_id=session.public_id)


def minutes_left(ends_at: datetime | None) -> int | None:
    """Whole minutes until the round's end, negative when over; None without a clock."""
    return None if ends_at is None else int((ends_at - timezone.now()).total_seconds() // 60)


def sweep() -> int:
    """Do what a lost signal left undone: tables whose players are both ready, rounds whose tables are all done.

    Returns how many tables and rounds were looked at again.
    """
    rooms = Room.objects.filter(table__section__session__status=SessionStatus.RUNNING, paused=False)
    stuck = [
        r.pk
        for r in rooms.select_related("play")
        if len(r.ready) == 2 and (r.play is None or r.play.status != "live")
    ]
    for room_id in stuck:
        _one_of_many(table_advance, room_id=room_id)
    sections = Section.objects.filter(session__status=SessionStatus.RUNNING, round_number__gt=0, hold=False)
    waiting = [s for s in sections if _all_done(s) and not _after_last(s)]
    for section in waiting:
        _one_of_many(round_check, section_id=section.pk)
    return len(stuck) + len(waiting)


def _one_of_many(step: Callable[..., None], **which: int) -> None:
    """One table that cannot go on must not keep the others, nor the rest of the sweep, waiting."""
    try:
        step(**which)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", step.__name__, which)


def _after_last(section: Section) -> bool:
    return not section.rounds.filter(number__gte=section.round_number, ended_at__isnull=True).exists()
