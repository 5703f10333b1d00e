"""A section's movement, and the movements that a club keeps."""

from collections.abc import Iterable

from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.nights.models import ClubMovement, Movement, Section
from movements.files import ReadPlan
from movements.plan import Plan


def movement_of(section: Section) -> Movement | None:
    """Return the movement accepted for a section, or None."""
    return Movement.objects.filter(section=section).first()


def plan_of(section: Section) -> Plan | None:
    """Return the section's plan, with the rounds drawn so far and all repairs, or None if there is no movement."""
    movement = movement_of(section)
    return Plan.from_json(movement.plan) if movement else None


def boards_needed(sections: Iterable[Section]) -> int | None:
    """Return how many boards the sections that share a set need, or None until they all have a movement."""
    found = [(movement_of(section), section.boards_per_round) for section in sections]
    needed = [movement.sets_needed * per_round for movement, per_round in found if movement]
    return max(needed) if found and len(needed) == len(found) else None


def kept_movements(club: Club) -> list[ClubMovement]:
    """Return the movements that a club keeps, sorted by name, without their plans."""
    return list(ClubMovement.objects.filter(club=club).defer("plan"))


def kept_fitting(club: Club, contestants: int) -> list[ClubMovement]:
    """Return the club's movements for this number of contestants, sorted by name."""
    return list(ClubMovement.objects.filter(club=club, contestants=contestants))


def kept_movement(club: Club, key: str) -> ClubMovement:
    """Return the movement with this key. Raise Http404 if the club keeps no such movement."""
    is_key = key.isascii() and key.isdecimal() and len(key) < 16
    found = ClubMovement.objects.filter(club=club, pk=int(key)).first() if is_key else None
    if found is None:
        raise Http404("No such movement")
    return found


def plan_kept(kept: ClubMovement) -> ReadPlan:
    """Return the plan of a kept movement, with the number of boards per round that it was made for."""
    return ReadPlan(Plan.from_json(kept.plan), kept.boards_per_round)
