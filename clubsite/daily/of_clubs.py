"""A hand from a club session as the problem of the day: everybody is asked for the card that mattered most.

The hand comes only from closed boards in results that strangers may read, because every reader can replay it.
"""

from datetime import timedelta
from typing import Any, NamedTuple

from django.utils import timezone

from clubsite.analysis.selectors.decisive import decisive_moment, ending_before
from clubsite.daily.choose import RatedEnding
from clubsite.daily.difficulty import rate
from clubsite.daily.endings import Ending, is_obvious, is_unique
from clubsite.daily.models import DailyProblem
from clubsite.nights.models import Session, TableBoard
from clubsite.readers.visitor import MembersOnly
from clubsite.rankings.selectors.published import Published, newest
from solver import Engine, OutOfNodes

RECENT_DAYS = timedelta(days=8)
MAX_SESSIONS = 5  # sessions that are tried, the newest first
MAX_NODES = 3_000_000


class SessionProblem(NamedTuple):
    """A hand from a session as a problem. `of` is the problem's `of`; the others are the keys of its rows."""

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
            found = _found(Published(publication), seed, engine, most)
        except (MembersOnly, OutOfNodes):
            continue
        if found is not None:
            return found
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
