"""Typed scores in the audit log: who typed which score, for which board and when, and what happened to it."""

from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.nights.models import Board, Section, TableBoard
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.scores.models import PendingScore
from scoring.result import BoardResult


def side_name(row: TableBoard, side: str) -> str:
    """Return the name(s) on a side, "NS" or "EW", of this row."""
    contestant = row.ns_id if side == "NS" else row.ew_id
    return names_of([contestant])[contestant]


def pending_score_noted(
    pending: PendingScore, action: AuditAction, *, user: User | None = None, actor: str = ""
) -> None:
    """Add an entry to the audit log with the pending score's content. Runs in the caller's transaction."""
    rows = TableBoard.objects.select_related("board", "table__section", "round__section__session__club")
    row = rows.get(pk=pending.table_board_id)
    typed = {"typed": pending.result.columns(), "typed_by": side_name(row, pending.side)}
    at = (pending.at or timezone.now()).isoformat()
    line_noted(row, action, user=user, actor=actor, **typed, typed_at=at)


def line_noted(
    row: TableBoard, action: AuditAction, *, user: User | None = None, actor: str = "", **detail: Any
) -> None:
    """Add an entry about this row of a board to the audit log, leaving out empty details."""
    facts = row.places | {name: value for name, value in detail.items() if value}
    session_audit_add(row.round.section.session, action, "", row.board_id, user=user, actor=actor, **facts)


def score_without_line_noted(
    *, section: Section, board: Board, round_number: int, typed: BoardResult, actor: str
) -> None:
    """Record a score, with its details, for a board that this table does not play in the current movement."""
    session_audit_add(
        section.session,
        AuditAction.PENDING_SCORE_TOO_LATE,
        "",
        board.pk,
        actor=actor,
        board=board.number,
        round=round_number,
        typed=typed.columns(),
        typed_by=actor,
        typed_at=timezone.now().isoformat(),
    )


def pending_score_left(row: TableBoard, action: AuditAction) -> None:
    """Record the waiting score, if any, of a board that is being closed or given to other players."""
    pending = PendingScore.objects.filter(table_board=row).first()
    if pending is not None:
        pending_score_noted(pending, action, actor=side_name(pending.table_board, pending.side))


def pending_score_overtaken(row: TableBoard, *, user: User | None, actor: str) -> None:
    """Delete a waiting score because another score now counts, and record the deletion."""
    pending = PendingScore.objects.filter(table_board=row).first()
    if pending is not None:
        pending_score_noted(pending, AuditAction.PENDING_SCORE_OVERTAKEN, user=user, actor=actor)
        pending.delete()
