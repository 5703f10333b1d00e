"""Services that change clubs, people and the audit log."""

from typing import Any

from django.db import IntegrityError, transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Membership, Person, Role
from clubsite.core.names import clean_name, fold
from clubsite.core.refused import Refused


def club_create(*, name: str, slug: str, owner: Any, **facts: str) -> Club:
    """Make a club and its owner's membership."""
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=slug, **facts)
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


def club_changed(*, club: Club, user: User, fields: list[str]) -> None:
    """Store the details of a club, as set by its form, with a line in the audit log.

    Raise Refused if another club has taken the name at the same moment.
    """
    if fields:
        with transaction.atomic():
            try:
                with transaction.atomic():
                    club.save(update_fields=fields)
            except IntegrityError:
                raise Refused("Another club of this site has this name.", "name") from None
            audit_add(
                club=club,
                action=AuditAction.CLUB_CHANGED,
                user=user,
                **{field: getattr(club, field) for field in fields},
            )


def club_locked(club_id: int) -> Club:
    """Return the club, locked, so that changes to its list, accounts, numbers and roles happen one at a time.

    The key is not locked, so new lines in the audit log, which refer only to the key, are not delayed.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def person_locked(person: Person) -> Person:
    """Return the person in their current state, locked after their club.

    The query joins no other tables: if it had to wait for the lock, the joined rows would be stale.
    """
    club_locked(person.club_id)
    return Person.objects.select_for_update(no_key=True).get(pk=person.pk)


def name_as_kept(typed: str) -> str:
    """Return a typed name in its stored form: cleaned, and at most 80 characters long."""
    return clean_name(typed)[:80].rstrip()


def person_add(*, club: Club, name: str, number: str = "", guest: bool = False) -> Person:
    """Add a member or a guest. Raise Refused if the name is missing or the number is taken."""
    name, number = _facts_of(club.people.all(), name, number)
    return Person.objects.create(club=club, name=name, number=number, guest=guest)


def _facts_of(others: Any, name: str, number: str) -> tuple[str, str]:
    name, number = name_as_kept(name), name_as_kept(number)[:20].rstrip()
    if not name:
        raise Refused("Type the player's name.", "name")
    if number and others.filter(number=number).exists():
        raise Refused(f"Number {number} is already a member's. Choose that member from the list.", "name")
    return name, number


def person_change(*, person: Person, name: str, number: str, member: bool, user: User) -> Person:
    """Correct a name or number, or make a guest a member.

    Raise Refused for the same reasons as `person_add`, and if the person has been forgotten in the meantime.
    """
    with transaction.atomic():
        person = person_locked(person)
        if person.forgotten_at is not None:
            raise Refused("This name was given up for good: none is kept any more.", "name")
        was = {"name": person.name, "number": person.number, "guest": person.guest}
        others = person.club.people.exclude(pk=person.pk)
        person.name, person.number = _facts_of(others, name, number)
        person.guest = person.guest and not member
        now = {"name": person.name, "number": person.number, "guest": person.guest}
        if now != was:
            person.save(update_fields=list(now))
            audit_add(club=person.club, action=AuditAction.PERSON_CHANGED, subject=person.name, user=user, was=was)
    return person


def member_add(*, club: Club, name: str, number: str, user: User) -> Person:
    """Add a member to the club's list. Raise Refused for the same reasons as `person_add`.

    A name that is already on the list is also refused, unless a number tells the two people apart.
    """
    with transaction.atomic():
        club_locked(club.pk)
        called = club.people.filter(name_key=fold(name), guest=False, forgotten_at=None).first()
        if called is not None and not number.strip():
            raise Refused(f"{called.name} is on the list. If this is somebody else, give a number too.", "name")
        person = person_add(club=club, name=name, number=number)
        audit_add(club=club, action=AuditAction.MEMBER_ADDED, subject=person.name, user=user)
    return person
