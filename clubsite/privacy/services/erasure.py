"""Forgetting a person. Their results stay, without the name, because every list looks up names when displayed."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import CorrectionRequest, Membership, Person, Role
from clubsite.clubs.name_choices import ShownAs
from clubsite.clubs.services import person_locked
from clubsite.core.refused import Refused
from clubsite.privacy.signals import person_forgotten

MEMBER, GUEST = "A former player", "A guest"  # their names in lists from then on


def person_forget(*, person: Person, user: User | None = None) -> None:
    """Remove a person's name, number and account from the club permanently. Doing this again is harmless.

    Their results stay. The account itself also stays, because its holder may belong to other clubs. The audit log
    gets an entry with the person's id but not their name. Raise Refused if the person directs the club.
    """
    with transaction.atomic():
        person = person_locked(person)
        if person.forgotten_at is not None:
            return
        roles = Membership.objects.filter(club=person.club, user=person.user_id)
        if roles.exclude(role=Role.MEMBER).exists():
            raise Refused(f"{person.name} directs the club. Make the account a member’s first, under Accounts.")
        roles.delete()
        name_drop(person, GUEST if person.guest else MEMBER)
        audit_add(club=person.club, action=AuditAction.PERSON_FORGOTTEN, user=user, person=person.pk)


def name_drop(person: Person, called: str) -> None:
    """Change this person's name to `called` in every list from now on. Runs in the caller's transaction.

    The person's choices and requests are deleted too. Their consents stay without a name, because the club must be
    able to show them.
    """
    person.name, person.number, person.user = called, "", None
    person.shown_as, person.nickname, person.agreed = ShownAs.CLUB, "", None
    person.forgotten_at = timezone.now()
    person.save(update_fields=["name", "number", "user", "shown_as", "nickname", "agreed", "forgotten_at"])
    CorrectionRequest.objects.filter(person=person).delete()
    person_forgotten.send(sender=Person, person=person)
