"""The movements that a club keeps."""

from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.duplicate.models import ClubMovement
from movements.files import ReadPlan
from movements.plan import Plan


def kept_movements(club: Club) -> list[ClubMovement]:
    """All of them by name, without their plans."""
    return list(ClubMovement.objects.filter(club=club).defer("plan"))


def kept_fitting(club: Club, contestants: int) -> list[ClubMovement]:
    """Those that seat so many, by name."""
    return list(ClubMovement.objects.filter(club=club, contestants=contestants))


def kept_movement(club: Club, key: str) -> ClubMovement:
    """Raises Http404 where the club keeps none with this key."""
    found = ClubMovement.objects.filter(club=club, pk=int(key)).first() if _is_key(key) else None
    if found is None:
        raise Http404("No such movement")
    return found


def _is_key(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 16


def plan_kept(kept: ClubMovement) -> ReadPlan:
    """Its plan, and for how many boards a round it was made."""
    return ReadPlan(Plan.from_json(kept.plan), kept.boards_per_round)
