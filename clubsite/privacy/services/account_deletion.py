"""Deletion of an account by its holder. The results stay, under initials or without a name."""

from enum import StrEnum

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.accounts.services import user_empty
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, Club, Membership, Person, Role
from clubsite.clubs.services import club_locked, person_locked
from clubsite.core.own_data import Subject, account_ends
from clubsite.core.refused import Refused
from clubsite.privacy.names import initials
from clubsite.privacy.services.erasure import GUEST, MEMBER, name_drop

NOBODY = "A former member"  # the account's name in the audit log


class Left(StrEnum):
    """The choice of the name under which a deleted account's results stay."""

    NOTHING = "nothing"  # "A former player"
    INITIALS = "initials"


def deletion_refusal(user: User) -> str:
    """Return the reason why the holder cannot delete this account now, or "" if they can."""
    if user.is_staff or user.is_superuser:
        return "This account keeps the site. Another keeper can delete it at /admin/."
    owned = Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER).order_by("name_order")
    for club in owned:
        if not club.memberships.filter(role=Role.OWNER).exclude(user=user).exists():
            return f"You are the only owner of {club.name}. Make somebody else an owner first: a club needs one."
    return ""


def account_delete(*, user: User, left: Left) -> None:
    """Delete an account permanently: its name, address and password, its roles in clubs, and its people's names.

    Results stay, under initials or as those of a former player, and entries in audit logs do not change. Raise
    Refused if `deletion_refusal` gives a reason.
    """
    with transaction.atomic():
        clubs = Club.objects.filter(memberships__user=user) | Club.objects.filter(people__user=user)
        for pk in sorted(set(clubs.values_list("pk", flat=True))):
            club_locked(pk)
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if refusal := deletion_refusal(user):
            raise Refused(refusal)
        people = list(Person.objects.filter(user=user).order_by("club", "pk"))
        for found in people:
            person = person_locked(found)
            nothing = GUEST if person.guest else MEMBER
            name_drop(person, initials(person.name) if left == Left.INITIALS else nothing)
            audit_add(
                club=person.club,
                action=AuditAction.ACCOUNT_DELETED,
                person=person.pk,
                actor=NOBODY,
            )
        Membership.objects.filter(user=user).delete()
        ApiToken.objects.filter(user=user).delete()
        account_ends(Subject(user.pk, tuple(person.pk for person in people)))
        user_empty(user=user)
