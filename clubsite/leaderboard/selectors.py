"""The leaderboard of a running session, only while a director shows it."""

from dataclasses import dataclass

from django.db.models import Max
from django.http import Http404

from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.progress import rounds_all
from clubsite.duplicate.selectors.sessions import sections_of, session_by_id
from clubsite.leaderboard.models import Leaderboard
from clubsite.rankings.models import BoardScore
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.shapes import RankingList


@dataclass(slots=True)
class LeaderboardPage:
    """The leaderboard. `scores` of `lines` are in."""

    lists: list[RankingList]
    round: int
    rounds: int
    scores: int
    lines: int


def leaderboard_shown(public_id: str) -> bool:
    """True if everybody may see the ranking so far of this session."""
    return Leaderboard.objects.filter(session__public_id=public_id).exists()


def leaderboard_for(public_id: str) -> Session:
    """Return the session of a leaderboard that is shown. Raise Http404 for every other."""
    session = session_by_id(public_id)
    if not leaderboard_shown(public_id):
        raise Http404("No leaderboard")
    return session


def leaderboard_page(session: Session) -> LeaderboardPage:
    """Return everybody's place so far, without strata and handicaps. The caller has checked that they are shown."""
    own = {"round__section__session": session}
    lines = TableBoard.objects.filter(**own).exclude(state=TableBoardState.VOID)
    return LeaderboardPage(
        [found for found in rankings_so_far(session) if found.whole],
        session.sections.aggregate(n=Max("round_number"))["n"] or 0,
        max(rounds_all(section) for section in sections_of(session)),
        BoardScore.objects.filter(table_board__in=lines).count(),
        lines.count(),
    )
