"""Links to sign in again, and second factors that were lost."""

from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import Factor, factor_remove, second_factors_delete
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Membership, Person, Role
from clubsite.clubs.selectors import DIRECTING
from clubsite.clubs.services import club_locked
from clubsite.core.refused import Refused

KEEPER_ONLY = "only whoever keeps the site can set its password."
OTHER_CLUB = (
    "This account belongs to another club too. Its holder asks for a link by mail, at “Forgotten your password?” where "
    "people sign in; without mail " + KEEPER_ONLY
)


class MemberTokens(PasswordResetTokenGenerator):
    """The generator of keys for the links that a director makes.

    Like the keys in Django's own links, these expire after a new password or a sign-in. They also expire when the
    account's clubs or the directors of those clubs change, because the link might no longer be allowed.
    """

    key_salt = "clubsite.clubs.invitations.password_links"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        clubs = Membership.objects.filter(user=user).values("club")
        rows = Membership.objects.filter(Q(user=user) | Q(club__in=clubs, role__in=DIRECTING))
        rights = sorted(rows.values_list("club_id", "user_id", "role"))
        people = sorted(Person.objects.filter(user=user).values_list("club_id", flat=True))
        keeper = (user.is_active, user.is_staff, user.is_superuser)
        return f"{super()._make_hash_value(user, timestamp)}{keeper}{rights}{people}"


member_tokens = MemberTokens()


def password_link_refusal(*, club: Club, maker: Any, user: User) -> str:
    """Return why `maker` may not make a link for this account in their club, or "" if they may. The module docstring
    states the rule.
    """
    role = next((part.role for part in user.memberships.all() if part.club_id == club.pk), None)
    own = next((part.role for part in maker.memberships.all() if part.club_id == club.pk), None)
    if role is None or own not in DIRECTING or user.pk == maker.pk or not user.is_active:
        return "Links are for the other members of your own club who have an account."
    if user.is_staff or user.is_superuser or user.groups.all() or user.user_permissions.all():
        return f"This account keeps the site too: {KEEPER_ONLY}"
    if role == Role.OWNER:
        return "An owner’s password can be set only by whoever keeps the site."
    if any(part.club_id != club.pk for part in user.memberships.all()) or any(
        person.club_id != club.pk for person in user.people.all()
    ):
        return OTHER_CLUB
    if role == Role.DIRECTOR and own != Role.OWNER:
        return "A director’s link can be made only by an owner of the club."
    return ""


def password_link_make(*, club: Club, maker: Any, user: User) -> str:
    """Return the path of a link with which `user` can set a new password, once and within a day.

    Raise Refused if `maker` may not make one for this account (see `password_link_refusal`).
    """
    with transaction.atomic():
        club_locked(club.pk)
        if refusal := password_link_refusal(club=club, maker=maker, user=user):
            raise Refused(refusal)
        audit_add(club=club, action=AuditAction.PASSWORD_LINK_MADE, subject=user.get_username(), user=maker)
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        return reverse("clubs:password-link", args=[club.slug, uid, member_tokens.make_token(user)])


def second_factor_reset(*, club: Club, maker: Any, user: User, site: str) -> None:
    """Remove the app, passkeys and recovery codes of an account whose holder has lost them. Tell the holder by mail.

    Raise Refused if `maker` may not do this, by the rule for links (see `password_link_refusal`), or if the account
    has no second factor.
    """
    with transaction.atomic():
        club_locked(club.pk)
        if refusal := password_link_refusal(club=club, maker=maker, user=user):
            raise Refused(refusal)
        if not second_factors_delete(user=user):
            raise Refused(f"{user.get_username()} signs in without a second step.")
        audit_add(club=club, action=AuditAction.SECOND_FACTOR_RESET, subject=user.get_username(), user=maker)
        notice_add(user, Notice.FACTORS_RESET, site)


def password_link_used(*, slug: str, user: User) -> None:
    """Record in the audit log that the member has set a new password through a link."""
    membership = Membership.objects.filter(user=user, club__slug=slug).select_related("club").first()
    if membership is not None:
        audit_add(club=membership.club, action=AuditAction.PASSWORD_SET_BY_LINK, user=user)


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
