"""To be forgotten: a person's results stay, without the name. Every list resolves names when it is read."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import CorrectionRequest, Membership, Person, Role
from clubsite.clubs.name_choices import ShownAs
from clubsite.clubs.services import person_locked
from clubsite.clubs.signals import person_forgotten

MEMBER, GUEST = "A former player", "A guest"  # what lists call them from then on


class ForgetRefused(ValueError):
    """A sentence for whoever asked."""


def person_forget(*, person: Person, user: User | None = None) -> None:
    """Take a person's name, number and account from the club, for good. Again is harmless.

    Their results stay, and the account itself too: it is its holder's own, who may belong to other clubs. The audit log
    gets a line with the person's id, not with the name. Raises ForgetRefused.
    """
    with transaction.atomic():
        person = person_locked(person)
        if person.forgotten_at is not None:
            return
        roles = Membership.objects.filter(club=person.club, user=person.user_id)
        if roles.exclude(role=Role.MEMBER).exists():
            raise ForgetRefused(
                f"{person.name} directs the club. Make the account a member’s first, under Accounts."
            )
        roles.delete()
        name_drop(person, GUEST if person.guest else MEMBER)
        audit_add(
            club=person.club, action=AuditAction.PERSON_FORGOTTEN, subject=f"person {person.pk}", user=user
        )


def name_drop(person: Person, called: str) -> None:
    """From now on this person is `called` so, in every list. In the caller's transaction.

    What they chose and wrote goes too. What they agreed to stays, without a name: the club must be able to show it.
    """
    person.name, person.number, person.user = called, "", None
    person.shown_as, person.nickname, person.agreed = ShownAs.CLUB, "", None
    person.forgotten_at = timezone.now()
    person.save(update_fields=["name", "number", "user", "shown_as", "nickname", "agreed", "forgotten_at"])
    CorrectionRequest.objects.filter(person=person).delete()
    person_forgotten.send(sender=Person, person=person)
