"""Removal of second factors by somebody else, because their holder has lost them. Each club of the account gets a
line in its audit log, and the holder is told by mail.
"""

from django.db import transaction

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import Factor, factor_remove, second_factors_delete
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Membership
from clubsite.clubs.services import club_locked
from clubsite.core.refused import Refused

KEEPER = "whoever keeps the site"


def lost_factor_remove(*, factor: Factor, keeper: User, site: str) -> None:
    """Remove one app or passkey of an account, at the request of a keeper of the site."""
    with transaction.atomic():
        _note(AuditAction.FACTOR_REMOVED, factor.user, keeper)
        factor_remove(factor=factor, site=site)


def lost_factors_remove(*, user: User, site: str) -> None:
    """Remove the app, passkeys and recovery codes of an account. Raise Refused if it has none."""
    with transaction.atomic():
        _note(AuditAction.SECOND_FACTOR_RESET, user, None)
        if not second_factors_delete(user=user):
            raise Refused(f"{user.get_username()} signs in without a second step. Nothing was changed.")
        notice_add(user, Notice.FACTORS_RESET, site)


def _note(action: AuditAction, user: User, keeper: User | None) -> None:
    for pk in Membership.objects.filter(user=user).order_by("club").values_list("club", flat=True):
        audit_add(club=club_locked(pk), action=action, subject=user.get_username(), user=keeper, actor=KEEPER)
