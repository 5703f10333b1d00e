"""A hand from a club session as the problem of the day: everybody is asked for the card that mattered most.

The hand comes only from closed boards in results that strangers may read, because every reader can replay it.
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubsite.analysis.selectors.decisive import decisive_moment, ending_before
from clubsite.daily.choose import RatedEnding
from clubsite.daily.difficulty import rate
from clubsite.daily.endings import Ending, is_obvious, is_unique
from clubsite.daily.models import DailyProblem
from clubsite.duplicate.models import TableBoard
from clubsite.members.visitor import MembersOnly
from clubsite.rankings.selectors.published import Published, newest
from solver import Engine, OutOfNodes

RECENT_DAYS = timedelta(days=8)
MAX_SESSIONS = 5  # sessions that are tried, the newest first
MAX_NODES = 3_000_000


def problem_of_session(seed: str, engine: Engine, most: int) -> tuple[RatedEnding, dict[str, Any]] | None:
    """Return the newest hand from a session that is suitable as a problem and has not been used yet, or None.

    The second value is the problem's `of`. `most` is the largest number of cards per hand that the engine solves.
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


def _found(published: Published, seed: str, engine: Engine, most: int) -> tuple[RatedEnding, dict[str, Any]] | None:
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
    return RatedEnding(ending, rate(ending, engine, seed)), of
