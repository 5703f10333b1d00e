"""Queries for the daily problem. They never return a future day's problem."""

from datetime import date, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.daily.models import DailyProblem, DailyTry

MAX_ARCHIVE_DAYS = 60  # days in the archive


def problem_of(day: date) -> DailyProblem | None:
    """Return the problem of a day in the site's time zone, or None. A future day has none."""
    if day > timezone.localdate():
        return None
    return DailyProblem.objects.filter(date=day).first()


def try_of(problem: DailyProblem, device: Device | None, user: AnyUser) -> DailyTry | None:
    """Return this device's attempts or, for a user, finished attempts on another of their devices; None if neither."""
    own = DailyTry.objects.filter(problem=problem, device=device).first() if device else None
    if own is not None or not user.is_authenticated:
        return own
    return DailyTry.objects.filter(problem=problem, user=user, done_at__isnull=False).first()


def crowd(problem: DailyProblem) -> tuple[int, int]:
    """Return how many devices found the answer with their first card, and how many have finished the problem."""
    counts = problem.tries.aggregate(
        first=Count("pk", filter=Q(first=True)), done=Count("pk", filter=Q(done_at__isnull=False))
    )
    return counts["first"], counts["done"]


def _tries(device: Device | None, user: AnyUser) -> QuerySet[DailyTry]:
    """Return the attempts of this device and the user's attempts on other devices."""
    own = Q(device=device) if device is not None else Q(pk__in=[])
    return DailyTry.objects.filter(own | Q(user=user) if user.is_authenticated else own)


def streak(device: Device | None, user: AnyUser) -> int:
    """Return the number of consecutive days, up to today or yesterday, on which this reader solved the problem."""
    tries = _tries(device, user).filter(solved=True).select_related("problem")
    days = {
        each.problem.date for each in tries if each.done_at and timezone.localdate(each.done_at) == each.problem.date
    }
    today = timezone.localdate()
    at = today if today in days else today - timedelta(days=1)
    length = 0
    while at - timedelta(days=length) in days:
        length += 1
    return length


def archive(device: Device | None, user: AnyUser) -> list[dict[str, Any]]:
    """Return the problems before today, latest first, each with the reader's result."""
    tries = {each.problem_id: each for each in _tries(device, user).order_by(F("done_at").asc(nulls_first=True))}
    past = DailyProblem.objects.filter(date__lt=timezone.localdate()).order_by("-date")[:MAX_ARCHIVE_DAYS]
    return [_row(each, tries.get(each.pk)) for each in past]


def _row(problem: DailyProblem, mine: DailyTry | None) -> dict[str, Any]:
    """Return the row for one day. Only readers who have finished see the level, because it hints at the answer."""
    done = mine is not None and mine.done_at is not None
    return {"date": problem.date, "outcome": _outcome(mine), "level": problem.level if done else ""}


def _outcome(mine: DailyTry | None) -> str:
    if mine is None or not (mine.cards or mine.done_at):
        return "not tried"
    if mine.first:
        return "first try"
    if mine.solved:
        return f"solved, {len(mine.cards)} tries"
    return "given up" if mine.done_at else "not solved yet"
