"""Writes on clubs, people and the audit trail."""

from typing import Any

from django.db import transaction

from clubsite.clubs.models import AuditEntry, Club, Membership, Person, Role


def club_create(*, name: str, slug: str, owner: Any, **facts: str) -> Club:
    """A club with its owner."""
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=slug, **facts)
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


def name_as_kept(typed: str) -> str:
    """A typed name as it is stored: one space between words, at most 80 characters, no NUL (PostgreSQL has none)."""
    return " ".join(typed.replace("\0", " ").split())[:80].rstrip()


def person_add(*, club: Club, name: str, number: str = "", guest: bool = False) -> Person:
    """A member or guest. Raises ValueError with a sentence when the name is missing or the number is taken."""
    name = name_as_kept(name)
    if not name:
        raise ValueError("Type the player's name.")
    if number and Person.objects.filter(club=club, number=number).exists():
        raise ValueError(f"Number {number} is already a member's. Choose that member from the list.")
    return Person.objects.create(club=club, name=name, number=number, guest=guest)


def audit_add(
    *,
    club: Club,
    verb: str,
    subject: str = "",
    session_ref: str = "",
    user: Any = None,
    actor: str = "",
    **detail: Any,
) -> AuditEntry:
    """One line of the trail, in the caller's transaction."""
    return AuditEntry.objects.create(
        club=club,
        session_ref=session_ref,
        user=user,
        actor=(actor or (str(user) if user is not None else "the site"))[:120],
        verb=verb,
        subject=subject[:200],
        detail=detail,
    )
