"""Choosing where an embedded site copies a night."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.second_place import second_place_choose
from clubsite.nights.models import Session
from clubsite.nights.services.session_audit import session_audit_add


def copies_choose(*, session: Session, folder: str, user: User) -> None:
    """Copy nights to this folder from now on, or nowhere for "". Raise Refused if this computer does not have it."""
    with transaction.atomic():
        session_audit_add(session, AuditAction.SECOND_PLACE_SET, folder, user=user)
        second_place_choose(folder)
