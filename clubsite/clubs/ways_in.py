"""A way back in for a member who has forgotten his password, and an account for a member who has none.

Whoever makes a link could open it himself, so a link is made only for an account that may do nothing its maker may
not (docs/decisions/026): never for the keeper of the site or an owner; for a director only by the owner of every club
that he directs; for a member by any director of a club of his. Nobody becomes a member but by his own click.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubsite.clubs.models import AuditEntry, Club, Membership, Person, Role
from clubsite.clubs.selectors import DIRECTING
from clubsite.clubs.services import audit_add, club_locked, person_locked

DAY = 24 * 3600  # seconds that an invitation is good; the other links: settings.PASSWORD_RESET_TIMEOUT
INVITATION, PARTED = "clubsite.clubs.invitation.2", "parted from its account"


class LinkRefused(ValueError):
    """A sentence for whoever asked for the link, or opened it."""


class MemberTokens(PasswordResetTokenGenerator):
    """Keys of links made by a director. Besides the password and the last sign-in, which end Django's own keys,
    any change of who directs the member's clubs ends them: what was allowed then may not be allowed now."""

    key_salt = "clubsite.clubs.ways_in"

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        clubs = Membership.objects.filter(user=user).values("club")
        rows = Membership.objects.filter(Q(user=user) | Q(club__in=clubs, role__in=DIRECTING))
        rights = sorted(rows.values_list("club_id", "user_id", "role"))
        keeper = (user.is_active, user.is_staff, user.is_superuser)
        return f"{super()._make_hash_value(user, timestamp)}{keeper}{rights}"


member_tokens = MemberTokens()


def way_in_refusal(*, club: Club, maker: Any, user: Any) -> str:
    """Why `maker` may not make a link for this account of his club; empty if he may. See above for the rule."""
    roles = {part.club_id: part.role for part in user.memberships.all()}
    own = {part.club_id: part.role for part in maker.memberships.all() if part.role in DIRECTING}
    if club.pk not in roles or club.pk not in own or user.pk == maker.pk or not user.is_active:
        return "Links are for the other members of your own club who have an account."
    if user.is_staff or user.is_superuser or user.groups.all() or user.user_permissions.all():
        return "This account keeps the site too: only whoever keeps the site can set its password."
    if Role.OWNER in roles.values():
        return "An owner’s password can be set only by whoever keeps the site."
    if any(own.get(pk) != Role.OWNER for pk, role in roles.items() if role == Role.DIRECTOR):
        if roles[club.pk] == Role.DIRECTOR and list(roles.values()).count(Role.DIRECTOR) == 1:
            return "A director’s link can be made only by an owner of the club."
        return "This account directs another club too: only whoever keeps the site can set its password."
    return ""


def way_in_make(*, club: Club, maker: Any, user: Any) -> str:
    """The path of a link by which `user` can set a new password, once and within a day. Raises LinkRefused."""
    with transaction.atomic():
        club_locked(club.pk)
        if refusal := way_in_refusal(club=club, maker=maker, user=user):
            raise LinkRefused(refusal)
        audit_add(club=club, verb="made a way in for", subject=user.get_username(), user=maker)
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        return reverse("club-way-in", args=[club.slug, uid, member_tokens.make_token(user)])


def way_in_taken(*, slug: str, user: Any) -> None:
    """A line of the trail: the member has set a new password by a link."""
    membership = Membership.objects.filter(user=user, club__slug=slug).select_related("club").first()
    if membership is not None:
        audit_add(club=membership.club, verb="set a new password by a link", user=user)


def invitation_make(*, person: Person, maker: Any) -> str:
    """The path of a link by which this person's account is joined to his name, once and within a day.

    Raises LinkRefused."""
    with transaction.atomic():
        person = person_locked(person)
        if person.user_id is not None:
            raise LinkRefused(f"{person.name} has an account already.")
        if person.guest or person.forgotten_at is not None:
            raise LinkRefused("Only members can be invited to an account.")
        audit_add(club=person.club, verb="invited to an account", subject=person.name, user=maker)
    key = signing.dumps([person.pk, _partings(person.pk)], salt=INVITATION)
    return reverse("club-invitation", args=[person.club.slug, key])


def invitation_read(club: Club, key: str) -> Person:
    """The person whom an invitation is for. Raises LinkRefused."""
    ended = "This invitation has ended: each is good for a day, and once. Ask a director for another."
    try:
        pk, partings = signing.loads(key, salt=INVITATION, max_age=DAY)
    except signing.BadSignature:
        raise LinkRefused(ended) from None
    person = Person.objects.filter(club=club, pk=pk, user=None, forgotten_at=None, guest=False).first()
    if person is None or partings != _partings(pk):
        raise LinkRefused(ended)
    return person


def _partings(person_pk: int) -> int:
    """How often this person was parted from an account: whoever was must not come back by the link that he has."""
    return AuditEntry.objects.filter(verb=PARTED, detail__person=person_pk).count()


def invitation_accept(*, club: Club, key: str, user: Any) -> Person:
    """The signed-in user is this person from now on, and a member of the club. Raises LinkRefused."""
    with transaction.atomic():
        club_locked(club.pk)
        person = invitation_read(club, key)
        if other := Person.objects.filter(club=club, user=user).first():
            raise LinkRefused(
                f"You are signed in with the account of {other.name}. Sign out, then open it again."
            )
        person.user = user
        person.save(update_fields=["user"])
        Membership.objects.get_or_create(club=club, user=user)
        audit_add(club=club, verb="joined with an account", subject=person.name, user=user)
    return person


def account_part(*, person: Person, maker: Any) -> None:
    """This person's account is his no longer, and no member's unless it directs the club. Again is harmless."""
    with transaction.atomic():
        person = person_locked(person)
        if person.user is None:
            return
        audit_add(
            club=person.club,
            verb=PARTED,
            subject=person.name,
            user=maker,
            account=person.user.get_username(),
            person=person.pk,
        )
        Membership.objects.filter(club=person.club, user=person.user, role=Role.MEMBER).delete()
        person.user = None
        person.save(update_fields=["user"])


def account_of(club: Club, pk: int) -> Any:
    """The account of this id if it belongs to the club, else None."""
    return get_user_model().objects.filter(pk=pk, memberships__club=club).first()
