"""Creating clubs in the browser: the first with a link that the server prints, others if the site allows it."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, SetupLink
from clubsite.clubs.services import club_create
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, new_token

GOOD_FOR = timedelta(days=1)
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
    if link is None or timezone.now() - link.made_at > GOOD_FOR or Club.objects.exists():
        raise Refused(SETUP_LINK_ENDED)
    return link


def club_make(*, name: str, time_zone: str, owner: User, key: str = "") -> Club:
    """Make a club together with its owner, who may have a new account. With a `key`, it is the site's first club.

    Raise Refused, with the field `name` if the name is taken.
    """
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
    """Return a form of the name for use in addresses that no other club has."""
    first = slugify(name)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=first).values_list("slug", flat=True))
    return next(slug for n in range(1, len(taken) + 2) if (slug := first if n == 1 else f"{first}-{n}") not in taken)
