"""The roles in a club, given by an owner to people with an account there. A club always has an owner."""

from typing import Any

from django.db import transaction

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.selectors import owns
from clubsite.clubs.services import club_locked
from clubsite.core.refused import Refused

ROLE_ACTIONS = {
    Role.OWNER: AuditAction.OWNER_MADE,
    Role.DIRECTOR: AuditAction.DIRECTOR_MADE,
    Role.MEMBER: AuditAction.MEMBER_MADE_AGAIN,
}


def role_give(*, club: Club, maker: Any, user_id: int, role: str) -> Membership:
    """Make a club account an owner or a director, or make it an ordinary member again.

    Directors may give up their own role, but the last owner may not. Raise Refused if `maker` may not do this, or
    if the account or the role does not exist.

    When a role ends, its rights end at once: the account's API tokens, and the links that the account made
    (`invitations.password_links`).
    """
    with transaction.atomic():
        club_locked(club.pk)
        people = club.memberships.select_related("user")
        found = next((one for one in people if one.user_id == user_id), None)  # the id may be too large for any column
        gives_up = maker.pk == user_id and role == Role.MEMBER
        if not owns(maker, club) and not gives_up:
            raise Refused("Only an owner says who directs the club.")
        if found is None or role not in ROLE_ACTIONS:
            raise Refused(
                "Choose somebody with an account in the club, and make them an owner, a director or a member."
            )
        if found.role == Role.OWNER and role != Role.OWNER and not _another_owner(club, user_id):
            raise Refused("A club needs an owner. Make somebody else an owner first.")
        if found.role != role:
            found.role = role
            found.save(update_fields=["role"])
            audit_add(club=club, action=ROLE_ACTIONS[Role(role)], subject=found.user.get_username(), user=maker)
    return found


def _another_owner(club: Club, user_id: int) -> bool:
    return club.memberships.filter(role=Role.OWNER).exclude(user=user_id).exists()


def membership_save(*, membership: Membership, user: Any) -> None:
    """Store a role that the operator gave in the admin, with a line in the club's audit log."""
    with transaction.atomic():
        club = club_locked(membership.club_id)
        before = Membership.objects.filter(pk=membership.pk).values_list("role", flat=True).first()
        membership.save()
        if membership.role != before:
            first = before is None and membership.role == Role.MEMBER
            action = AuditAction.MEMBER_MADE if first else ROLE_ACTIONS[Role(membership.role)]
            audit_add(club=club, action=action, subject=membership.user.get_username(), user=user)


def membership_delete(*, membership: Membership, user: Any) -> None:
    """Delete a role that the operator took away in the admin, with a line in the club's audit log."""
    with transaction.atomic():
        club = club_locked(membership.club_id)
        audit_add(
            club=club,
            action=AuditAction.PART_TAKEN,
            subject=membership.user.get_username(),
            user=user,
            role=membership.role,
        )
        membership.delete()
