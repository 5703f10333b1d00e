"""What was typed at a table, in the audit log: who typed what of which board and when, and what became of it."""

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.scores.models import PendingScore, ScoreEntry, ScoreStatus


def score_words(score: ScoreEntry | PendingScore) -> str:
    """`4S by S, 10 tricks, +420`; of a pending score its lead too."""
    if isinstance(score, PendingScore):
        lead = f", lead {score.lead}" if score.lead else ""
        return f"{_result(score)}{lead}, {score.ns_score:+d}" if score.contract != "PASS" else "Passed out, 0"
    if score.status == ScoreStatus.PLAYED:
        fouled = f", group {score.group}" if score.group else ""
        return f"{_result(score)}, {score.ns_score:+d}{fouled}"
    if score.status == ScoreStatus.ASSIGNED:
        return f"ruled {score.artificial or score.ns_score}"
    return score.artificial or score.get_status_display()


def _result(score: ScoreEntry | PendingScore) -> str:
    return f"{score.contract} by {score.declarer}, {score.tricks} tricks"


def side_name(row: TableBoard, side: str) -> str:
    """Who sits on a side, "NS" or "EW", of this line."""
    contestant = row.ns_id if side == "NS" else row.ew_id
    return names_of([contestant])[contestant]


def pending_score_noted(
    pending: PendingScore, action: AuditAction, *, user: User | None = None, actor: str = ""
) -> None:
    """One line of the audit log with what the pending score says. In the caller's transaction."""
    rows = TableBoard.objects.select_related("board", "table__section", "round__section__session__club")
    row = rows.get(pk=pending.table_board_id)
    session = row.round.section.session
    audit_add(
        club=session.club,
        action=action,
        subject=line_words(row),
        session_ref=session.public_id,
        user=user,
        actor=actor,
        board=row.board_id,
        typed=score_words(pending),
        typed_by=side_name(row, pending.side),
        typed_at=(pending.at or timezone.now()).isoformat(),
    )


def pending_score_left(row: TableBoard, action: AuditAction) -> None:
    """The board is closed, or others', while this score waits: the audit log says what it was. None waits: nothing."""
    pending = PendingScore.objects.filter(table_board=row).first()
    if pending is not None:
        pending_score_noted(pending, action, actor=side_name(pending.table_board, pending.side))


def pending_score_overtaken(row: TableBoard, *, user: User | None, actor: str) -> None:
    """Another score counts instead of what waits here: it goes, and stays in the audit log."""
    pending = PendingScore.objects.filter(table_board=row).first()
    if pending is not None:
        pending_score_noted(pending, AuditAction.PENDING_SCORE_OVERTAKEN, user=user, actor=actor)
        pending.delete()


def line_words(row: TableBoard) -> str:
    """The line of a board, for the audit log."""
    return f"board {row.board.number}, table {row.table.label}, round {row.round.number}"
