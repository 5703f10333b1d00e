"""Lines of the audit log that tell about a board."""

from typing import Any

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.duplicate.models import AuditedBoard, Session


def board_audit_add(
    *,
    session: Session,
    board_id: int,
    action: AuditAction,
    subject: str,
    user: User | None = None,
    actor: str = "",
    **detail: Any,
) -> None:
    """Add a line that a director who has still to play the board does not read. In the caller's transaction."""
    entry = audit_add(
        club=session.club,
        action=action,
        subject=subject,
        session_ref=session.public_id,
        user=user,
        actor=actor,
        **detail,
    )
    AuditedBoard.objects.create(entry=entry, board_id=board_id)
