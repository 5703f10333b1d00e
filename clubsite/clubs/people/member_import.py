"""Importing many members at once, and undoing it as long as nothing else is stored about them."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, MemberImport, Person
from clubsite.clubs.people.member_list import MemberRowKind, rows_of, sorted_out
from clubsite.clubs.services import club_locked, person_add
from clubsite.core.row_locks import deletion_lock


def members_import(*, club: Club, text: str, lines: set[int], user: User, roles: Sequence[str] = ()) -> list[Person]:
    """Add and return the people on these lines who are new to the list, even if they resemble somebody on it."""
    with transaction.atomic():
        club_locked(club.pk)
        rows = [
            row
            for row in sorted_out(club, rows_of(text, roles))
            if row.line in lines and row.kind in (MemberRowKind.NEW, MemberRowKind.ALIKE)
        ]
        people = [person_add(club=club, name=row.name, number=row.number) for row in rows]
        if people:
            MemberImport.objects.create(club=club).people.set(people)
            audit_add(club=club, action=AuditAction.MEMBERS_IMPORTED, user=user, count=len(people))
    return people


def last_import(club: Club) -> MemberImport | None:
    """Return the club's latest import, which can be undone, or None if it has already been undone."""
    last = club.imports.last()
    return last if last is not None and last.undone_at is None else None


def import_take_back(*, club: Club, import_id: int, user: User) -> tuple[int, int]:
    """Undo the last import if `import_id` is its id. Return how many people were deleted and how many remain."""
    with transaction.atomic():
        club_locked(club.pk)
        last = last_import(club)
        if last is None or last.pk != import_id:
            return 0, 0
        last.undone_at = timezone.now()
        last.save(update_fields=["undone_at"])
        deletion_lock(last.people.all())
        people = list(last.people.filter(forgotten_at=None))
        gone = sum(_gone(person) for person in people)
        audit_add(club=club, action=AuditAction.MEMBERS_TAKEN_BACK, user=user, count=gone)
    return gone, len(people) - gone


def _gone(person: Person) -> bool:
    """Delete the person if they have no account, session or answer. Return True if the person was deleted."""
    if person.user_id is not None:
        return False
    try:
        with transaction.atomic():
            person.delete()
    except ProtectedError:
        return False
    return True
