"""A club's audit log: one line for each action that matters to other people. Lines are added and never changed."""

from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Club


def audit_add(
    *,
    club: Club,
    action: AuditAction,
    subject: str = "",
    session_id: int | None = None,
    user: User | None = None,
    actor: str = "",
    **detail: Any,
) -> AuditEntry:
    """Add a line to the audit log, in the caller's transaction."""
    return AuditEntry.objects.create(
        at=timezone.now(),
        club=club,
        session_id=session_id,
        user=user,
        actor=(actor or (str(user) if user is not None else "the site"))[:120],
        action=action,
        subject=subject[:200],
        detail=detail,
    )
