"""Audit log lines about a session."""

from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import AuditedBoard, Session


def session_audit_add(
    session: Session,
    action: AuditAction,
    subject: str = "",
    board_id: int | None = None,
    /,
    *,
    user: User | None = None,
    actor: str = "",
    **detail: Any,
) -> None:
    """Add a line about a session. Directors who owe the board `board_id` do not see it. `audit_words` uses `detail`."""
    entry = AuditEntry.objects.create(
        at=timezone.now(),
        club=session.club,
        session=session,
        user=user,
        actor=(actor or (str(user) if user is not None else "the site"))[:120],
        action=action,
        subject=subject[:200],
        detail=detail,
    )
    if board_id is not None:
        AuditedBoard.objects.create(entry=entry, board_id=board_id)
