"""Services for the daily problem: trying a card, or giving up."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.daily.models import DailyProblem, DailyTry


def may_try(problem: DailyProblem, card: str) -> bool:
    """True if this is one of the cards that South may play."""
    return card == problem.solution["answer"] or card in problem.solution["wrong"]


def card_try(*, problem: DailyProblem, device: Device, user: AnyUser, card: str) -> DailyTry:
    """Try one card that South may play. Trying the same card again, or any card after the end, has no effect."""
    with transaction.atomic():
        mine = _locked(problem, device, user)
        if mine.done_at is None and card not in mine.cards:
            mine.cards = [*mine.cards, card]
            if card == problem.solution["answer"]:
                mine.solved, mine.first, mine.done_at = True, len(mine.cards) == 1, timezone.now()
            mine.save()
    return mine


def problem_give_up(*, problem: DailyProblem, device: Device, user: AnyUser) -> DailyTry:
    """Mark the problem as finished but not solved. If it is already finished, nothing changes."""
    with transaction.atomic():
        mine = _locked(problem, device, user)
        if mine.done_at is None:
            mine.done_at = timezone.now()
            mine.save()
    return mine


def _locked(problem: DailyProblem, device: Device, user: AnyUser) -> DailyTry:
    """Return the device's row, locked. If a user has signed in since its creation, add the user to the row."""
    DailyTry.objects.get_or_create(problem=problem, device=device)
    mine = DailyTry.objects.select_for_update().get(problem=problem, device=device)
    if mine.user_id is None and user.is_authenticated:
        mine.user = user
        mine.save()
    return mine
