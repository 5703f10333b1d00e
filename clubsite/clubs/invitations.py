"""Invitation links: to make a club, to direct one, to join an account to a name, or to sign in again."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.text import slugify

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import Factor, factor_remove, second_factors_delete
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, ClubLink, Membership, Person, Role, SetupLink
from clubsite.clubs.selectors import DIRECTING, names_told, other_directors, owns
from clubsite.clubs.services import club_create, club_locked, person_locked
from clubsite.clubs.signals import account_joined, account_unlinking
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, new_token

LINK_SECONDS = 24 * 3600  # the links for a new password use settings.PASSWORD_RESET_TIMEOUT
INVITATION = "clubsite.clubs.invitation.3"
DIRECTOR_LINK = "clubsite.clubs.invitations.director_links"
DIRECTOR_LINK_ENDED = "This link no longer works: each works once, within a day. Ask an owner of the club for another."
OWN_INVITATION = "You have made this invitation yourself. {} can make you one, as another director of the club."


def invitation_make(*, person: Person, maker: Any) -> str:
    """Return the path of a link that joins an account to this person's name. The link works once, within a day.

    Raise Refused if the person already has an account, is a guest, or has been forgotten.
    """
    with transaction.atomic():
        person = person_locked(person)
        if person.user_id is not None:
            raise Refused(f"{person.name} has an account already.")
        if person.guest or person.forgotten_at is not None:
            raise Refused("Only members can be invited to an account.")
        link = _link_new(club=person.club, maker=maker, person=person)
        audit_add(club=person.club, action=AuditAction.ACCOUNT_INVITED, subject=person.name, user=maker)
    return reverse("clubs:invitation", args=[person.club.slug, signing.dumps(link.pk, salt=INVITATION)])


def invitation_read(club: Club, key: str) -> tuple[ClubLink, Person]:
    """Return an invitation and the person whom it is for. Raise Refused if the invitation is no longer valid."""
    link = club_link(club, key, INVITATION)
    person = link.person if link else None
    if link is None or person is None or person.user_id or person.forgotten_at or person.guest:
        raise Refused("This invitation no longer works: each works once, within a day. Ask a director for another.")
    return link, person


def club_link(club: Club, key: str, salt: str) -> ClubLink | None:
    """Return the club's link with this key, or None if it has expired or been used."""
    try:
        pk = signing.loads(key, salt=salt, max_age=LINK_SECONDS)
    except signing.BadSignature:
        return None
    return ClubLink.objects.filter(club=club, pk=pk).select_related("person").first()


def invitation_accept(*, club: Club, key: str, user: User) -> Person:
    """Join the signed-in user's account to this person, and to the club as a member.

    Raise Refused if the link no longer works, if the account has another name in the club, or if a director opens
    their own invitation although another director could have made it.
    """
    with transaction.atomic():
        club_locked(club.pk)
        link, person = invitation_read(club, key)
        others = other_directors(club, user)
        if others and link.maker_id == user.pk:
            raise Refused(OWN_INVITATION.format(names_told(others)))
        if other := Person.objects.filter(club=club, user=user).first():
            raise Refused(f"You are signed in with the account of {other.name}. Sign out, then open it again.")
        account_join(person=person, user=user, maker=user)
    return person


def _link_new(**fields: Any) -> ClubLink:
    """Add a link. Also delete all links that expired without being used."""
    ClubLink.objects.filter(made_at__lt=timezone.now() - timedelta(seconds=LINK_SECONDS)).delete()
    return ClubLink.objects.create(**fields)


def director_link_make(*, club: Club, maker: User) -> str:
    """Return the path of a one-day, one-use link that makes a director. Raise Refused if `maker` is not an owner."""
    with transaction.atomic():
        club_locked(club.pk)
        if not owns(maker, club):
            raise Refused("Only an owner says who directs the club.")
        link = _link_new(club=club, maker=maker)
        audit_add(club=club, action=AuditAction.DIRECTOR_INVITED, user=maker)
    return reverse("clubs:directing", args=[club.slug, signing.dumps(link.pk, salt=DIRECTOR_LINK)])


def director_link_read(club: Club, key: str) -> ClubLink:
    """Return an unused director link whose maker still owns the club. Raise Refused if the link is not valid."""
    link = club_link(club, key, DIRECTOR_LINK)
    if link is None or not owns(link.maker, club):
        raise Refused(DIRECTOR_LINK_ENDED)
    return link


def director_link_accept(*, club: Club, key: str, user: User) -> None:
    """Make the signed-in user a director of the club. Raise Refused if they already are or the link is invalid."""
    with transaction.atomic():
        club_locked(club.pk)
        link = director_link_read(club, key)
        membership, _ = Membership.objects.get_or_create(club=club, user=user)
        if membership.role != Role.MEMBER:
            raise Refused(f"You direct {club.name} already. Leave the link for the person whom it is meant for.")
        membership.role = Role.DIRECTOR
        membership.save(update_fields=["role"])
        link.delete()
        audit_add(club=club, action=AuditAction.DIRECTOR_MADE, subject=user.get_username(), user=user)


def account_join(*, person: Person, user: User, maker: User, own_request: bool = False) -> None:
    """Join an account to this person, as a member. The caller has locked the person.

    All the person's invitations expire, so that an account that is unlinked later cannot return through an old one.
    """
    person.user = user
    person.save(update_fields=["user"])
    person.links.all().delete()
    Membership.objects.get_or_create(club=person.club, user=user)
    account_joined.send(sender=Person, person=person)
    detail: dict[str, Any] = {} if user == maker else {"account": user.get_username()}
    detail |= {"own_request": True} if own_request else {}
    audit_add(club=person.club, action=AuditAction.ACCOUNT_JOINED, subject=person.name, user=maker, **detail)


def account_unlink(*, person: Person, maker: Any) -> None:
    """Unlink this person's account, which leaves the club unless it is a director's. Raise Refused while they play."""
    with transaction.atomic():
        person = person_locked(person)
        if person.user is None:
            return
        account_unlinking.send(sender=Person, person=person)
        audit_add(
            club=person.club,
            action=AuditAction.ACCOUNT_UNLINKED,
            subject=person.name,
            user=maker,
            account=person.user.get_username(),
        )
        Membership.objects.filter(club=person.club, user=person.user, role=Role.MEMBER).delete()
        person.user = None
        person.save(update_fields=["user"])


def account_of(club: Club, pk: int) -> User:
    """Return the account with this id. Raise Refused if it does not belong to the club."""
    if user := User.objects.filter(pk=pk, memberships__club=club).first():
        return user
    raise Refused("This account has no part in the club any more.")


SETUP_LINK_ENDED = "This link no longer works: each works once, within a day. Whoever keeps the site can print another."


def setup_link_make() -> str:
    """Return the path of a new link for the first owner, and end earlier links. Return "" if a club already exists."""
    with transaction.atomic():
        if Club.objects.exists():
            return ""
        SetupLink.objects.filter(used_at=None).delete()
        key = new_token()
        SetupLink.objects.create(key_hash=hash_token(key))
    return reverse("clubs:first-club", args=[key])


def setup_link_read(key: str) -> SetupLink:
    """Return the link with this key. Raise Refused if it no longer works."""
    link = SetupLink.objects.filter(key_hash=hash_token(key), used_at=None).first()
    if link is None or timezone.now() - link.made_at > timedelta(seconds=LINK_SECONDS) or Club.objects.exists():
        raise Refused(SETUP_LINK_ENDED)
    return link


def club_make(*, name: str, time_zone: str, owner: User, key: str = "") -> Club:
    """Make a club, and its owner if new. A `key` makes the site's first club. Raise Refused if the name is taken."""
    with transaction.atomic():
        if key:
            _link_use(key)
        if owner.pk is None:
            owner.save()
        if any(club.name.casefold() == name.casefold() for club in Club.objects.filter(name_key=fold(name))):
            raise Refused("Another club of this site has this name.", "name")
        try:
            with transaction.atomic():
                club = club_create(name=name, slug=_slug(name), owner=owner, time_zone=time_zone)
        except IntegrityError:
            raise Refused("Another club of this site has this name.", "name") from None
        audit_add(club=club, action=AuditAction.CLUB_MADE, subject=club.name, user=owner)
    return club


def _link_use(key: str) -> None:
    """Use up the link. Its row is locked, so if the link is used twice at the same time, the second use fails."""
    list(SetupLink.objects.select_for_update().filter(key_hash=hash_token(key)))
    link = setup_link_read(key)
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])


def _slug(name: str) -> str:
    first = slugify(name)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=first).values_list("slug", flat=True))
    return next(slug for n in range(1, len(taken) + 2) if (slug := first if n == 1 else f"{first}-{n}") not in taken)


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

    key_salt = "clubsite.clubs.invitations"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        clubs = Membership.objects.filter(user=user).values("club")
        rows = Membership.objects.filter(Q(user=user) | Q(club__in=clubs, role__in=DIRECTING))
        rights = sorted(rows.values_list("club_id", "user_id", "role"))
        people = sorted(Person.objects.filter(user=user).values_list("club_id", flat=True))
        keeper = (user.is_active, user.is_staff, user.is_superuser)
        return f"{super()._make_hash_value(user, timestamp)}{keeper}{rights}{people}"


member_tokens = MemberTokens()


def password_link_refusal(*, club: Club, maker: Any, user: User) -> str:
    """Return why `maker` may not make a link for this account in their club, or "" if they may."""
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
    """Return the path of a one-day, one-use link for a new password. Raise Refused if `maker` may not make it."""
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
