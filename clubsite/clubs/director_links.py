"""A director who is invited by a link: whoever opens it, signed in, directs the club from then on."""

from django.core import signing
from django.db import transaction
from django.urls import reverse

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.invitations import club_link
from clubsite.clubs.models import Club, ClubLink, Membership, Role
from clubsite.clubs.password_links import LinkRefused
from clubsite.clubs.selectors import owns
from clubsite.clubs.services import club_locked

SALT = "clubsite.clubs.director_links"
DIRECTOR_LINK_ENDED = (
    "This link has ended: each is good for a day, and once. Ask an owner of the club for another."
)


def director_link_make(*, club: Club, maker: User) -> str:
    """The path of a link to direct the club, once and within a day. Raises LinkRefused."""
    with transaction.atomic():
        club_locked(club.pk)
        if not owns(maker, club):
            raise LinkRefused("Only an owner says who directs the club.")
        link = ClubLink.objects.create(club=club, maker=maker)
        audit_add(club=club, action=AuditAction.DIRECTOR_INVITED, user=maker)
    return reverse("clubs:directing", args=[club.slug, signing.dumps(link.pk, salt=SALT)])


def director_link_read(club: Club, key: str) -> ClubLink:
    """Return a link that is good: not used, and its maker still owns the club. Raise LinkRefused."""
    link = club_link(club, key, SALT)
    if link is None or not owns(link.maker, club):
        raise LinkRefused(DIRECTOR_LINK_ENDED)
    return link


def director_link_accept(*, club: Club, key: str, user: User) -> None:
    """The signed-in user directs the club from now on. Raises LinkRefused."""
    with transaction.atomic():
        club_locked(club.pk)
        link = director_link_read(club, key)
        membership, _ = Membership.objects.get_or_create(club=club, user=user)
        if membership.role != Role.MEMBER:
            raise LinkRefused(f"You direct {club.name} already. Leave the link to whom it is for.")
        membership.role = Role.DIRECTOR
        membership.save(update_fields=["role"])
        link.delete()
        audit_add(club=club, action=AuditAction.DIRECTOR_MADE, subject=user.get_username(), user=user)
