"""The leaderboard of a running session, which is available only while a director shows it."""

from django.db.models import Max
from django.http import Http404

from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import sections_of, session_by_id
from clubsite.leaderboard.models import Leaderboard
from clubsite.rankings.models import BoardScore


def leaderboard_shown(public_id: str) -> bool:
    """True if everyone may see this session's ranking so far."""
    return Leaderboard.objects.filter(session__public_id=public_id).exists()


def leaderboard_for(public_id: str) -> Session:
    """Return the session whose leaderboard is shown. Raise Http404 for any other session."""
    session = session_by_id(public_id)
    if not leaderboard_shown(public_id):
        raise Http404("No leaderboard")
    return session


def progress_of(session: Session) -> dict[str, int]:
    """Return which `round` out of `rounds` is being played, and how many `scores` out of `lines` are in."""
    own = {"round__section__session": session}
    lines = TableBoard.objects.filter(**own).exclude(state=TableBoardState.VOID)
    return {
        "round": session.sections.aggregate(n=Max("round_number"))["n"] or 0,
        "rounds": max(rounds_all(section) for section in sections_of(session)),
        "scores": BoardScore.objects.filter(table_board__in=lines).count(),
        "lines": lines.count(),
    }
