"""Clubs, people, roles and API tokens: adding, changing and ending them."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, Club, Membership, Person, Role
from clubsite.clubs.selectors import owns
from clubsite.core.names import clean_name, fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, idempotent_token, new_token


def club_create(*, name: str, slug: str, owner: Any, **facts: str) -> Club:
    """Make a club and its owner's membership."""
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=slug, **facts)
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


def club_changed(*, club: Club, user: User, fields: list[str]) -> None:
    """Store a club's details as set in its form, with an audit line. Raise Refused if the name is now taken."""
    if fields:
        with transaction.atomic():
            try:
                with transaction.atomic():
                    club.save(update_fields=fields)
            except IntegrityError:
                raise Refused("Another club of this site has this name.", "name") from None
            facts = {field: getattr(club, field) for field in fields}
            audit_add(club=club, action=AuditAction.CLUB_CHANGED, user=user, **facts)


def club_locked(club_id: int) -> Club:
    """Return the club, locked, so that changes to its list, accounts, numbers and roles happen one at a time.

    The key is not locked, so new lines in the audit log, which refer only to the key, are not delayed.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def person_locked(person: Person) -> Person:
    """Return the person as they are now, locked after their club. A join would return stale rows after a wait."""
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
    """Correct a name or number, or make a guest a member. Raise Refused as `person_add` does, and if forgotten."""
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
    """Add a member. Raise Refused as `person_add` does, and if the name is already listed and there is no number."""
    with transaction.atomic():
        club_locked(club.pk)
        called = club.people.filter(name_key=fold(name), guest=False, forgotten_at=None).first()
        if called is not None and not number.strip():
            raise Refused(f"{called.name} is on the list. If this is somebody else, give a number too.", "name")
        person = person_add(club=club, name=name, number=number)
        audit_add(club=club, action=AuditAction.MEMBER_ADDED, subject=person.name, user=user)
    return person


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
    (`invitations`).
    """
    with transaction.atomic():
        club_locked(club.pk)
        people = club.memberships.select_related("user")
        member = next((row for row in people if row.user_id == user_id), None)  # the id may be too large for any column
        gives_up = maker.pk == user_id and role == Role.MEMBER
        if not owns(maker, club) and not gives_up:
            raise Refused("Only an owner says who directs the club.")
        if member is None or role not in ROLE_ACTIONS:
            raise Refused(
                "Choose somebody with an account in the club, and make them an owner, a director or a member."
            )
        others = club.memberships.filter(role=Role.OWNER).exclude(user=user_id)
        if member.role == Role.OWNER and role != Role.OWNER and not others.exists():
            raise Refused("A club needs an owner. Make somebody else an owner first.")
        if member.role != role:
            member.role = role
            member.save(update_fields=["role"])
            audit_add(club=club, action=ROLE_ACTIONS[Role(role)], subject=member.user.get_username(), user=maker)
    return member


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
        name, role = membership.user.get_username(), membership.role
        audit_add(club=club, action=AuditAction.PART_TAKEN, subject=name, user=user, role=role)
        membership.delete()


READ, WRITE = "nights:read", "nights:write"
KEPT_TOKENS = 20
TOKEN_SEEN_SECONDS = 60


def token_make(*, club: Club, user: User, name: str, write: bool, idempotency_key: str = "") -> tuple[ApiToken, str]:
    """Make a token for a program. Return it with its secret, which is never stored. Raise Refused if `name` is empty.

    A request submitted twice with the same `idempotency_key` makes one token, and returns its secret both times.
    """
    name = name_as_kept(name)[:60].rstrip()
    if not name:
        raise Refused("Write which program the token is for, so that you know it again later.", "name")
    secret = f"club_{idempotent_token(idempotency_key, 'token', club.pk, user.pk, name, write)}"
    with transaction.atomic():
        club_locked(club.pk)
        made = club.api_tokens.filter(token_hash=hash_token(secret)).first()
        if made is not None and made.revoked_at is None:
            return made, secret
        secret = f"club_{new_token()}" if made else secret
        kept = club.api_tokens.filter(revoked_at=None)
        if kept.filter(name=name).exists():
            raise Refused(f"A token named “{name}” is in use. Take it back first, or choose a name.", "name")
        if kept.count() >= KEPT_TOKENS:
            raise Refused(f"A club has at most {KEPT_TOKENS} tokens. Take back one that is not used.", "name")
        token = ApiToken.objects.create(
            club=club, user=user, name=name, scopes=f"{READ} {WRITE}" if write else READ, token_hash=hash_token(secret)
        )
        audit_add(club=club, action=AuditAction.API_TOKEN_MADE, subject=name, user=user, scopes=token.scopes)
    return token, secret


def token_revoke(*, token: ApiToken, user: User) -> None:
    """Revoke a token permanently. Revoking it again has no effect."""
    with transaction.atomic():
        taken = ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
        if taken:
            audit_add(club=token.club, action=AuditAction.API_TOKEN_REVOKED, subject=token.name, user=user)


def token_seen(token: ApiToken) -> None:
    """Record when a token was last used, to the minute."""
    now = timezone.now()
    if token.used_at is None or (now - token.used_at).total_seconds() >= TOKEN_SEEN_SECONDS:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
