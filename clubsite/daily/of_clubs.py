"""The hand of a club's night as a problem of the day: the card that decided most, asked of everybody.

Only of results that strangers may read, and of closed boards: whoever looks can replay them.
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubsite.analysis.selectors.decisive import decisive_moment, ending_before
from clubsite.clubs.shown_names import MembersOnly
from clubsite.daily.choose import RatedEnding
from clubsite.daily.difficulty import rate
from clubsite.daily.endings import Ending, is_obvious, is_unique
from clubsite.daily.models import DailyProblem
from clubsite.duplicate.models import TableBoard
from clubsite.rankings.selectors.published import Published, newest
from solver import Engine, OutOfNodes

RECENT = timedelta(days=8)
SESSIONS = 5  # looked at, the newest first
NODES = 3_000_000


def problem_of_a_night(seed: str, engine: Engine, most: int) -> tuple[RatedEnding, dict[str, Any]] | None:
    """The newest hand of a night that makes a problem and was none yet, and what it is `of`; None without one.

    `most`: cards a hand that the engine answers for.
    """
    recent = newest().filter(session__date__gte=timezone.localdate() - RECENT)
    for publication in recent.order_by("-session__date", "-pk")[:SESSIONS]:
        if DailyProblem.objects.filter(setup__of__session=publication.session.public_id).exists():
            continue
        try:
            found = _found(Published(publication), seed, engine, most)
        except (MembersOnly, OutOfNodes):
            continue
        if found is not None:
            return found
    return None


def _found(
    published: Published, seed: str, engine: Engine, most: int
) -> tuple[RatedEnding, dict[str, Any]] | None:
    moment = decisive_moment(published)
    if moment is None:
        return None
    row = TableBoard.objects.select_related("play", "board").get(pk=moment.table_board)
    if row.play is None or not row.play.events.exists():  # old logs are deleted by `manage.py retention`
        return None
    at = ending_before(row.play, moment.seq, south=True)
    if len(at.hands[0]) > most:
        return None
    values = engine.values(at, nodes=NODES)
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
