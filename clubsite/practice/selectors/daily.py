"""A hand from a club session as the problem of the day: everybody is asked for the card that mattered most.

The hand comes only from closed boards in results that strangers may read, because every reader can replay it.
"""

from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.analysis.selectors.verdicts import decisive_moment, ending_before
from clubsite.nights.models import Session, TableBoard
from clubsite.practice.models import DailyProblem, DailyTry
from clubsite.rankings.selectors.published import Published, newest
from clubsite.readers.visitor import MembersOnly
from solver import Engine, OutOfNodes
from solver.endings import Ending, RatedEnding, is_obvious, is_unique, rate

RECENT_DAYS = timedelta(days=8)
MAX_SESSIONS = 5  # sessions that are tried, the newest first
MAX_NODES = 3_000_000


class SessionProblem(NamedTuple):
    """A hand from a session as a problem. `of` is as in DailyProblem's `setup`. `publication` and `board` are keys."""

    rated: RatedEnding
    of: dict[str, Any]
    publication: int
    board: int


def is_still_open(problem: SessionProblem) -> bool:
    """Lock the problem's session. Return True if strangers may still replay the hand from the same results."""
    if not Session.objects.select_for_update(no_key=True).filter(public_id=problem.of["session"]).exists():
        return False
    publication = newest().filter(pk=problem.publication).first()
    try:
        return publication is not None and problem.board in Published(publication).board_ids
    except MembersOnly:
        return False


def problem_of_session(seed: str, engine: Engine, most: int) -> SessionProblem | None:
    """Return the newest hand from a session that is suitable as a problem and has not been used yet, or None.

    `most` is the largest number of cards per hand that the engine solves.
    """
    recent = newest().filter(session__date__gte=timezone.localdate() - RECENT_DAYS)
    for publication in recent.order_by("-session__date", "-pk")[:MAX_SESSIONS]:
        if DailyProblem.objects.filter(setup__of__session=publication.session.public_id).exists():
            continue
        try:
            problem = _found(Published(publication), seed, engine, most)
        except (MembersOnly, OutOfNodes):
            continue
        if problem is not None:
            return problem
    return None


def _found(published: Published, seed: str, engine: Engine, most: int) -> SessionProblem | None:
    moment = decisive_moment(published)
    if moment is None:
        return None
    row = TableBoard.objects.select_related("play", "board").get(pk=moment.table_board)
    if row.play is None or not row.play.events.exists():  # `manage.py retention` deletes old logs
        return None
    at = ending_before(row.play, moment.seq, south=True)
    if len(at.hands[0]) > most:
        return None
    values = engine.values(at, nodes=MAX_NODES)
    if not is_unique(values) or is_obvious(at, values):
        return None
    ending = Ending(at, values)
    of = {
        "session": published.session.public_id,
        "name": published.session.name,
        "club": published.club.name,
        "board": row.board.number,
    }
    rated = RatedEnding(ending, rate(ending, engine, seed))
    return SessionProblem(rated, of, published.publication.pk, row.board_id)


MAX_ARCHIVE_DAYS = 60  # days in the archive


def problem_of(day: date) -> DailyProblem | None:
    """Return the problem of a day in the site's time zone, or None. A future day has none."""
    if day > timezone.localdate():
        return None
    return DailyProblem.objects.filter(date=day).first()


def try_of(problem: DailyProblem, device: Device | None, user: AnyUser) -> DailyTry | None:
    """Return this device's attempts, or a user's finished attempts on another of their devices, or None."""
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
