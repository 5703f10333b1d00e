"""Showing and hiding the ranking so far."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.nights.models import Session
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.signals import session_tell
from clubsite.leaderboard.models import Leaderboard


def leaderboard_set(*, session: Session, on: bool, user: User) -> bool:
    """Show or hide the ranking so far. Return True if anything changed. The caller has checked the permission."""
    with transaction.atomic():
        shown = Leaderboard.objects.filter(session=session)
        if on == shown.exists():
            return False
        if on:
            Leaderboard.objects.get_or_create(session=session, defaults={"by_user": user})
        else:
            shown.delete()
        session_audit_add(
            session,
            AuditAction.LEADERBOARD_SHOWN if on else AuditAction.LEADERBOARD_HIDDEN,
            str(session),
            user=user,
        )
        session_tell(Leaderboard, session.public_id)
    return True
