"""One board that two played the other way round: its row is corrected to how they really sat."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.duplicate import signals
from clubsite.duplicate.models import Section, SessionStatus, TableBoard, TableBoardSeat, TableBoardState
from clubsite.duplicate.services.locks import changed, rooms_locked, section_locked
from clubsite.duplicate.services.reseating import board_replace
from clubsite.duplicate.services.session_audit import session_audit_add
from clubsite.play.services import room_invalidate

SCORE_FIRST = "Only a board that is scored can be turned. Type its score as they wrote it, then turn it."
MOVED_ON = "That line has changed since it was shown. Look at the board once more."


def board_turn(*, table_board: TableBoard, user: User) -> TableBoard:
    """Swap N/S and E/W of one row; the score stays as written. Return the new row.

    The movement and the other boards of the round stay as they are. Doing it again takes it back. Raise Refused.
    """
    with transaction.atomic():
        section = section_locked(table_board.round.section_id)
        session = section.session
        rooms_locked(session, section)
        rows = TableBoard.objects.select_related("board", "table", "round__section", "ns", "ew", "play")
        row = rows.get(pk=table_board.pk)
        if session.status == SessionStatus.DRAFT or row.state == TableBoardState.VOID:
            raise Refused(MOVED_ON)
        if row.state != TableBoardState.FINISHED:
            raise Refused(SCORE_FIRST)
        why = "they sat the other way round on this board"
        TableBoardSeat.objects.filter(table_board=row).update(void=True)
        new = board_replace(row, row.ew, row.ns, user, why)
        signals.lines_changed.send(sender=Section, session_id=session.pk)
        room_invalidate(room_id=row.table.room_id)
        where = f"table {section.label(row.table.number)}, {row.round}"
        session_audit_add(session, AuditAction.BOARD_TURNED, f"{row.board}, {where}", user=user)
    changed(session)
    return new
