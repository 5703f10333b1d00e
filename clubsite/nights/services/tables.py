"""Boards at a table: opened when both players are ready, finished, or played instead of its own; and the sweep."""

import logging
from collections.abc import Callable
from contextlib import suppress

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing
from clubsite.nights import signals
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
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
    WrongBoard,
)
from clubsite.nights.models.sessions import SESSION_GAME
from clubsite.nights.selectors.boards import wrong_board_of, wrong_board_plan
from clubsite.nights.selectors.cardboard import rooms_waiting_for
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.opening import OpenedFor, board_open
from clubsite.nights.services.rounds import all_done, line_add, round_check, seating_settle
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import Play, Room
from clubsite.play.services import play_open, play_void, room_invalidate, room_update


def table_advance(*, room_id: int) -> None:
    """Open the next board at a table whose players are both ready, if a key opens it, or mark the table as done."""
    table = Table.objects.filter(room_id=room_id).first()
    if table is None:
        return
    with suppress(KeyMissing), transaction.atomic():
        section, room = _locked(table.section_id, room_id)
        table.section = section
        if len(room.ready) < 2 or section.session.status != SessionStatus.RUNNING:
            return
        if room.play is not None and room.play.status == "live":
            return
        waiting = _waiting(section, table)
        if waiting is None:
            _table_done(section, table, room)
        elif waiting.live:
            _board_begin(section, waiting, room, table.label)
        else:  # the table has changed to cards
            room_update(room=room, play=None, ready=[])
    changed(section.session)


def _locked(section_id: int, room_id: int) -> tuple[Section, Room]:
    sections = Section.objects.select_for_update(of=("self",)).select_related("session")
    return sections.get(pk=section_id), Room.objects.select_for_update().get(pk=room_id)


def _waiting(section: Section, table: Table) -> TableBoard | None:
    rows = TableBoard.objects.filter(table=table, round__number=section.round_number, round__section=section)
    rows = rows.filter(state__in=OPEN_BOARD_STATES).select_related("board", "ns", "ew")
    return rows.order_by("board__number").first()


def _board_begin(section: Section, row: TableBoard, room: Room, label: str) -> None:
    board_open(session=section.session, board=row.board, why=OpenedFor.PLAY, actor=f"table {label}")
    row.play = play_open(
        room=room,
        game=SESSION_GAME,
        options=Session.objects.values_list("options", flat=True).get(pk=section.session_id),
        setup=row.board.setup(),
        seats={"S": row.ns_id, "N": row.ew_id},
    )
    row.state, row.opened_at = TableBoardState.LIVE, timezone.now()
    row.save(update_fields=["play", "state", "opened_at"])


def board_play_open(*, table_board: TableBoard) -> Play:
    """Open a waiting board at its table now, whoever is ready. This is for the demo's past sessions."""
    with transaction.atomic():
        section, room = _locked(table_board.round.section_id, table_board.table.room_id)
        _board_begin(section, table_board, room, table_board.table.label)
    assert table_board.play is not None
    return table_board.play


def seatings_finish(*, section: Section) -> None:
    """Mark as done every table in the round whose boards are all finished."""
    with transaction.atomic():
        current = section.rounds.get(number=section.round_number)
        for table in section.tables.all():
            seating_settle(round_id=current.pk, table_id=table.pk)


def _table_done(section: Section, table: Table, room: Room) -> None:
    Seating.objects.filter(table=table, round__section=section, round__number=section.round_number).update(done=True)
    room_update(room=room, play=None, ready=[])
    transaction.on_commit(lambda: round_check(section_id=section.pk), robust=True)


def board_finished(*, play: Play) -> None:
    """Finish the TableBoard of a live play that has ended, within the play's own transaction."""
    TableBoard.objects.filter(play=play).update(state=TableBoardState.FINISHED, finished_at=timezone.now())


def table_board_settled(*, table_board: TableBoard) -> None:
    """End a board by a director's action, such as typing a score for it: void its live play, and let the table go on.

    The caller has locked the room and then the row, and stores the score in the same transaction.
    """
    row = table_board
    was_open = row.state in OPEN_BOARD_STATES
    if row.play is not None and row.play.status == "live":
        play_void(play=row.play)
    if row.state != TableBoardState.FINISHED:
        row.state, row.finished_at = TableBoardState.FINISHED, timezone.now()
        row.save(update_fields=["state", "finished_at"])
    room_invalidate(room_id=row.table.room_id)
    if was_open:
        transaction.on_commit(lambda: _after_settling(row), robust=True)


def _after_settling(row: TableBoard) -> None:
    """Mark a table as done if `row` was its last open board. No player has to agree."""
    with transaction.atomic():
        section, room = _locked(row.table.section_id, row.table.room_id)
        if section.round_number == row.round.number and _waiting(section, row.table) is None:
            _table_done(section, row.table, room)
        else:
            room_update(room=room)
    for room_id in rooms_waiting_for(row):
        room_invalidate(room_id=room_id)
    changed(section.session)


log = logging.getLogger(__name__)


def sweep() -> int:
    """Do the work of lost signals at tables that are ready and in rounds that are done. Return their number."""
    rooms = Room.objects.filter(table__section__session__status=SessionStatus.RUNNING, paused=False)
    stuck = [
        r.pk for r in rooms.select_related("play") if len(r.ready) == 2 and (r.play is None or r.play.status != "live")
    ]
    for room_id in stuck:
        one_of_many(table_advance, room_id=room_id)
    going_on = Round.objects.filter(section=OuterRef("pk"), number__gte=OuterRef("round_number"), ended_at=None)
    waiting = [row for row in running_sections().filter(Exists(going_on), hold=False) if all_done(row)]
    for section in waiting:
        one_of_many(round_check, section_id=section.pk)
    return len(stuck) + len(waiting)


def running_sections() -> QuerySet[Section]:
    """Return the sections that are currently in a round."""
    return Section.objects.filter(session__status=SessionStatus.RUNNING, round_number__gt=0)


def one_of_many(step: Callable[..., object], **which: object) -> None:
    """Run one step, and log any failure, so that one failing step does not stop the others or the rest of the sweep."""
    try:
        step(**which)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", step.__name__, which)


MOVED_ON = "Something has changed since this was shown, so nothing was done. Look again: this is how it would be now."
TOO_LATE = "That can no longer be taken back: another round has begun, or it was taken back already."
BOARD_MET_MEANWHILE = "Board {} was played at another table meanwhile, so it cannot come back to this one."


def wrong_board_report(*, table_board: TableBoard, board: Board, side: str, actor: str) -> WrongBoard | None:
    """Record a table's report that it played `board` instead of its own. Return None if it is known already."""
    with transaction.atomic():
        report, new = WrongBoard.objects.get_or_create(
            table_board=table_board, closed_at=None, defaults={"board": board, "side": side}
        )
        if not new and report.board_id == board.pk:
            return None
        report.board, report.side = board, side
        report.save(update_fields=["board", "side"])
        _note(AuditAction.WRONG_BOARD_SAID, table_board, board, actor=actor)
        room_invalidate(room_id=table_board.table.room_id)
        signals.session_tell(WrongBoard, table_board.round.section.session.public_id)
    return report


def wrong_board_set_aside(*, table_board: TableBoard, user: User) -> None:
    """Set aside a table's report after a director has looked at it. Change nothing else."""
    with transaction.atomic():
        for report in WrongBoard.objects.filter(table_board=table_board, closed_at=None):
            report.closed_at, report.closed_by = timezone.now(), user
            report.save(update_fields=["closed_at", "closed_by"])
            _note(AuditAction.WRONG_BOARD_SET_ASIDE, table_board, report.board, user=user)
            room_invalidate(room_id=table_board.table.room_id)
        signals.session_tell(WrongBoard, table_board.round.section.session.public_id)


def wrong_board_apply(*, table_board: TableBoard, board: Board, kept: bool, seen: str, user: User) -> TableBoard:
    """Give this table a row for `board`, and return the row. Raise Refused for an outdated preview.

    With `kept` the table still plays its own board too. Otherwise its own row is void, and its score moves to the new
    row, recalculated for the new board's vulnerability.
    """
    with transaction.atomic():
        section, row = _line_locked(table_board)
        plan = wrong_board_plan(row, board)
        if plan.fault or plan.seen != seen:
            raise Refused(plan.fault or MOVED_ON)
        line, state = line_add(row, board, row.ns_id, row.ew_id, live=False), row.state
        if not kept:
            _line_void(row)
        report = WrongBoard.objects.filter(table_board=row, closed_at=None).first()
        report = report or WrongBoard(table_board=row)
        report.board, report.line, report.kept, report.own_state = board, line, kept, state
        report.closed_at, report.closed_by = timezone.now(), user
        report.save()
        _note(AuditAction.WRONG_BOARD_PUT_RIGHT, row, board, user=user)
        if not kept:
            signals.board_instead.send(sender=TableBoard, old=row, new=line, user=user)
        _settle(section, row)
    round_check(section_id=section.pk)
    changed(section.session)
    return line


def wrong_board_undo(*, line: TableBoard, user: User) -> TableBoard:
    """Restore the row of the table's own board, with the score of the void `line`. Raise Refused if it is too late."""
    with transaction.atomic():
        section, line = _line_locked(line)
        was = wrong_board_of(line)
        if was is None:
            raise Refused(TOO_LATE)
        own = was.table_board
        _line_void(line)
        if not was.kept:
            _line_back(own, was.own_state)
            signals.board_instead.send(sender=TableBoard, old=line, new=own, user=user)
        was.undone_at = timezone.now()
        was.save(update_fields=["undone_at"])
        _note(AuditAction.WRONG_BOARD_TAKEN_BACK, own, line.board, user=user)
        _settle(section, own)
    round_check(section_id=section.pk)
    changed(section.session)
    return own


def _line_locked(table_board: TableBoard) -> tuple[Section, TableBoard]:
    section = section_locked(table_board.round.section_id)
    rooms_locked(section.session, section)
    rows = TableBoard.objects.select_related("board", "table__section", "round__section__session__club")
    return section, rows.get(pk=table_board.pk)


def _line_void(row: TableBoard) -> None:
    row.state = TableBoardState.VOID
    row.save(update_fields=["state"])
    TableBoardSeat.objects.filter(table_board=row).update(void=True)


def _line_back(own: TableBoard, state: str) -> None:
    """Restore a void row. Raise Refused if one of its contestants has since played the row's board at another table."""
    seats = TableBoardSeat.objects.filter(table_board=own)
    met = TableBoardSeat.objects.filter(board=own.board_id, contestant__in=seats.values("contestant"))
    if met.filter(void=False).exists():
        raise Refused(BOARD_MET_MEANWHILE.format(own.board.number))
    seats.update(void=False)
    own.state = state
    own.save(update_fields=["state"])


def _settle(section: Section, row: TableBoard) -> None:
    """Mark the table as done if none of its boards is open, and recalculate what depends on its own board's `row`."""
    seating_settle(round_id=row.round_id, table_id=row.table_id)
    signals.lines_changed.send(sender=Section, session_id=section.session_id)
    for room_id in section.tables.order_by("room").values_list("room", flat=True):
        room_invalidate(room_id=room_id)  # the table that gets a board next reads that it was played


def _note(action: AuditAction, row: TableBoard, board: Board, *, user: User | None = None, actor: str = "") -> None:
    places = row.places | {"board": board.number, "instead_of": row.board.number}
    session_audit_add(row.round.section.session, action, user=user, actor=actor, **places)
