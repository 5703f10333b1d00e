"""A table played a board other than its own: its row is replaced by a row for the board that was really played.

The row's players do not change. When a later round opens, any board that somebody has already played is settled
(`rounds`).
"""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights import signals
from clubsite.nights.models import Board, Section, TableBoard, TableBoardSeat, TableBoardState, WrongBoard
from clubsite.nights.selectors.boards import wrong_board_of, wrong_board_plan
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.rounds import round_check, seating_settle
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.services import room_invalidate

MOVED_ON = "Something has changed since this was shown, so nothing was done. Look again: this is how it would be now."
TOO_LATE = "That can no longer be taken back: another round has begun, or it was taken back already."
BOARD_MET_MEANWHILE = "Board {} was played at another table meanwhile, so it cannot come back to this one."


def wrong_board_report(*, table_board: TableBoard, board: Board, side: str, actor: str) -> WrongBoard | None:
    """Record a table's report that it played `board` instead of its own. Return None if that has already been
    reported.
    """
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
    """Give this table a row for `board`, and return the row.

    With `kept` the table still plays its own board too. Otherwise its own row is void, and the score of that row is
    moved to the new row, recalculated for the new board's vulnerability. Raise Refused for an outdated preview.
    """
    with transaction.atomic():
        section, row = _locked(table_board)
        plan = wrong_board_plan(row, board)
        if plan.fault or plan.seen != seen:
            raise Refused(plan.fault or MOVED_ON)
        line, state = _line_made(row, board), row.state
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
    _go_on(section)
    return line


def wrong_board_undo(*, line: TableBoard, user: User) -> TableBoard:
    """Restore the row of the table's own board, with its score, and return this row. Raise Refused if it is too late.

    `line` becomes void. A score that was typed for `line` goes to the table's own board.
    """
    with transaction.atomic():
        section, line = _locked(line)
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
    _go_on(section)
    return own


def _locked(table_board: TableBoard) -> tuple[Section, TableBoard]:
    section = section_locked(table_board.round.section_id)
    rooms_locked(section.session, section)
    rows = TableBoard.objects.select_related("board", "table__section", "round__section__session__club")
    return section, rows.get(pk=table_board.pk)


def _line_made(at: TableBoard, board: Board) -> TableBoard:
    line = TableBoard.objects.create(
        round=at.round, table=at.table, board=board, ns_id=at.ns_id, ew_id=at.ew_id, live=False
    )
    TableBoardSeat.objects.bulk_create(
        TableBoardSeat(table_board=line, board=board, contestant_id=contestant, direction=direction)
        for contestant, direction in ((at.ns_id, "NS"), (at.ew_id, "EW"))
    )
    return line


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
    """Mark the table as done if none of its boards is open, and recalculate everything that depends on its rows.

    `row` is the row of the table's own board. Other tables that share the only copy of that board stop waiting for
    it, or start waiting again.
    """
    seating_settle(round_id=row.round_id, table_id=row.table_id)
    signals.lines_changed.send(sender=Section, session_id=section.session_id)
    for room_id in section.tables.order_by("room").values_list("room", flat=True):
        room_invalidate(room_id=room_id)  # the table that gets a board next reads that it was played


def _go_on(section: Section) -> None:
    round_check(section_id=section.pk)
    changed(section.session)


def _note(action: AuditAction, row: TableBoard, board: Board, *, user: User | None = None, actor: str = "") -> None:
    places = row.places | {"board": board.number, "instead_of": row.board.number}
    session_audit_add(row.round.section.session, action, user=user, actor=actor, **places)
