"""The record of the contestants that people and accounts have played as.

Later changes to names or accounts cannot hide this record (SOLO-31).
"""

from django.db import transaction
from django.db.models import QuerySet

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, ContestantPerson, PlayedAs, Session, SessionStatus
from clubsite.nights.selectors.played_as import plays_now


def players_note(*, session: Session) -> None:
    """Record everyone who is a contestant in a session that has begun. Recording them again has no effect."""
    _note(ContestantPerson.objects.filter(contestant__section__session=session))


def account_note(*, person: Person) -> None:
    """Record that this account belongs to the person in every session that has begun."""
    rows = ContestantPerson.objects.filter(person=person)
    _note(rows.exclude(contestant__section__session__status=SessionStatus.DRAFT))


def seat_note(*, contestant: Contestant, user: User) -> None:
    """Record that somebody who was signed in with this account took this contestant's seat."""
    PlayedAs.objects.get_or_create(contestant=contestant, person=None, user=user)


def _note(rows: QuerySet[ContestantPerson]) -> None:
    with transaction.atomic():
        known = set(
            PlayedAs.objects.filter(contestant__in=rows.values("contestant")).values_list(
                "contestant", "person", "user"
            )
        )
        found = set(rows.order_by().values_list("contestant", "person", "person__user"))
        PlayedAs.objects.bulk_create(
            PlayedAs(contestant_id=contestant, person_id=person, user_id=user)
            for contestant, person, user in sorted(found - known, key=str)
        )


def unlink_check(*, person: Person) -> None:
    """Raise Refused while this person plays in a session that has begun and is not over."""
    if session := plays_now(person):
        raise Refused(
            f"{person.name} plays in {session}, so the account stays theirs until that night is over. Ask again then."
        )
