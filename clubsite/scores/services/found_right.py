"""A director's confirmation that a typed score is right."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.session_audit import session_audit_add
from clubsite.play.services import room_invalidate, room_locked
from clubsite.scores.models import ScoreEntry, ScoreSource
from clubsite.scores.selectors.hidden_cards import boards_owed_by
from clubsite.scores.services.pending_audit import line_words, score_words

SCORE_CHANGED = "That score has changed since it was shown. Look at it once more."


def score_found_right(*, table_board: TableBoard, seen: int, user: User) -> ScoreEntry:
    """Enter the score that counts again, in the director's name. `seen` is the entry that they looked at.

    Raise Refused if another one counts by now, or if they have still to play the board (SOLO-31).
    """
    with transaction.atomic():
        room_locked(table_board.table.room_id)
        last = table_board.score_entries.order_by("pk").last()
        session = table_board.round.section.session
        if last is None or last.pk != seen or table_board.board_id in boards_owed_by(user, session):
            raise Refused({"seen": SCORE_CHANGED})
        session_audit_add(
            session,
            AuditAction.SCORE_FOUND_RIGHT,
            line_words(table_board),
            table_board.board_id,
            user=user,
            after=score_words(last.result),
        )
        room_invalidate(room_id=table_board.table.room_id)
        return ScoreEntry.objects.create(
            table_board=table_board, source=ScoreSource.DIRECTOR, by_user=user, **last.result.columns()
        )
