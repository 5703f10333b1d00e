"""The movements that a club keeps for later sessions."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.core.names import clean_name
from clubsite.core.refused import Refused
from clubsite.duplicate.models import ClubMovement
from movements.check_words import fault_text
from movements.faults import faults
from movements.plan import Plan

MAX_CLUB_MOVEMENTS = 200


def movement_keep(*, club: Club, plan: Plan, name: str, per_round: int | None, user: User) -> ClubMovement:
    """Keep a plan under this name, replacing one of the same name. Raise Refused for a plan that cannot be played."""
    name = clean_name(name)
    if not 1 <= len(name) <= 80:
        raise Refused("Give the movement a name of at most 80 letters.", "name")
    if per_round is not None and not 1 <= per_round <= 12:
        raise Refused("Choose from 1 to 12 boards a round.", "boards")
    found = faults(plan)
    if found:
        raise Refused(f"This movement cannot be played yet. {fault_text(found[0])}", "plan")
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if ClubMovement.objects.filter(club=club).exclude(name=name).count() >= MAX_CLUB_MOVEMENTS:
            raise Refused(f"A club keeps at most {MAX_CLUB_MOVEMENTS} movements: throw one away first.", "name")
        facts = {
            "plan": {**plan.to_json(), "name": name},
            "contestants": len(plan.present),
            "boards_per_round": per_round,
        }
        kept, _ = ClubMovement.objects.update_or_create(club=club, name=name, defaults=facts)
        audit_add(club=club, action=AuditAction.MOVEMENT_KEPT, subject=name, user=user)
    return kept


def movement_forget(*, kept: ClubMovement, user: User) -> None:
    """Delete a kept movement. Sessions that were played with it keep their own plan."""
    with transaction.atomic():
        audit_add(club=kept.club, action=AuditAction.MOVEMENT_FORGOTTEN, subject=kept.name, user=user)
        kept.delete()
