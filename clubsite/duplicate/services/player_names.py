"""Correcting a misspelt name while the session runs. The person stays the same: scores and places do not move."""

from django.db import transaction
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.services import name_as_kept
from clubsite.core.refused import Refused
from clubsite.duplicate.models import ContestantPerson, Session
from clubsite.duplicate.selectors.tables import seating_at, table_for
from clubsite.duplicate.services.session_audit import session_audit_add


def player_at(session: Session, label: str, player: str) -> Person:
    """Return who sits South ("S") or North ("N") at a table now; "Sb", "Nb" is the partner. Raise Http404 if nobody
    does.
    """
    seating = seating_at(table_for(session, label))
    contestant_id = None if seating is None else seating.ns_id if player[:1] == "S" else seating.ew_id
    if contestant_id is None:
        raise Http404("Nobody sits there")
    rows = list(
        ContestantPerson.objects.filter(contestant_id=contestant_id).select_related("person", "contestant__section")
    )
    if rows and rows[0].contestant.section.pairs:
        rows = rows[player.endswith("b") :][:1]
    if not rows:
        raise Http404("Nobody sits there")
    return rows[-1].person


def name_mend(*, session: Session, label: str, player: str, name: str, user: User) -> Person:
    """Correct the name of the player in this seat. Raise Refused if it is empty, or if the player was forgotten."""
    name = name_as_kept(name)
    if not name:
        raise Refused("Type the player's name.", "name")
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=player_at(session, label, player).pk)
        if person.forgotten_at is not None:
            raise Refused("This player’s name was given up for good: none is kept any more.", "name")
        before, person.name = person.name, name
        person.save(update_fields=["name"])
        session_audit_add(
            session,
            AuditAction.NAME_CORRECTED,
            f"table {label}: {before}",
            user=user,
            before=before,
            after=name,
        )
    return person
