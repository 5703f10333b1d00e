"""Who directs: an owner's to say, of everybody who has an account with the club and owns it not."""

from typing import Any

from django.db import transaction

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.selectors import owns
from clubsite.clubs.services import club_locked

ACTIONS = {Role.DIRECTOR: AuditAction.DIRECTOR_MADE, Role.MEMBER: AuditAction.MEMBER_MADE_AGAIN}


class RoleRefused(ValueError):
    """A sentence for whoever asked."""


def role_give(*, club: Club, maker: Any, user_id: int, role: str) -> Membership:
    """Make somebody with a part in the club a director, or a member again. Raises RoleRefused.

    What comes with the part goes with it at once: their API tokens, and links that they made (`clubs.password_links`).
    """
    with transaction.atomic():
        club_locked(club.pk)
        found = Membership.objects.filter(club=club, user=user_id).select_related("user").first()
        if not owns(maker, club):
            raise RoleRefused("Only an owner says who directs the club.")
        if found is None or role not in ACTIONS:
            raise RoleRefused(
                "Choose somebody with an account in the club, and make them a director or a member."
            )
        if found.role == Role.OWNER:
            raise RoleRefused("An owner stays one until whoever keeps the site changes it.")
        if found.role != role:
            found.role = role
            found.save(update_fields=["role"])
            audit_add(club=club, action=ACTIONS[Role(role)], subject=found.user.get_username(), user=maker)
    return found
