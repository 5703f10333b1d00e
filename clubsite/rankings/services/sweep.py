"""The sweep: whatever is not scored or ranked as it stands now, is. It needs no message."""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clubsite.duplicate.models import Section, Session, SessionStatus
from clubsite.duplicate.services.rounds import all_done, to_be_drawn
from clubsite.rankings.services.match_points import board_rescore
from clubsite.rankings.services.rankings import session_rank
from clubsite.rankings.services.stale import stale_boards, stale_sections
from clubsite.rankings.services.swiss import round_draw
from clubsite.scores.models import ScoreEntry

log = logging.getLogger(__name__)
RECENT = timedelta(days=7)


def results_sweep() -> int:
    """Score stale boards, rank stale sections, and draw the rounds whose signal was lost.

    Looks at the sessions in play and at those with a score of the last week. Returns how many rows were done.
    """
    boards = [pk for session in _sessions() for pk in stale_boards(session)]
    for board_id in boards:
        _try(board_rescore, board_id)
    sessions = [session.pk for session in _sessions() if stale_sections(session)]
    for session_id in sessions:
        _try(session_rank, session_id)
    if boards:
        log.info("Sweep scored %d boards, ranked %d sessions", len(boards), len(sessions))
    return len(boards) + len(sessions) + _draw_rounds()


def _draw_rounds() -> int:
    """The Swiss rounds that are due. Returns how many."""
    running = Section.objects.filter(session__status=SessionStatus.RUNNING, round_number__gt=0)
    undrawn = [section.pk for section in running if all_done(section) and to_be_drawn(section)]
    for section_id in undrawn:
        _try(lambda pk: round_draw(section_id=pk), section_id)
    return len(undrawn)


def _try(job: Callable[[int], bool], row_id: int) -> None:
    """One row that cannot be scored must not keep the others waiting."""
    try:
        job(row_id)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", job.__name__, row_id)


def _sessions() -> list[Session]:
    recent = ScoreEntry.objects.filter(
        table_board__round__section__session=OuterRef("pk"), at__gte=timezone.now() - RECENT
    )
    in_play = Q(status__in=[SessionStatus.RUNNING, SessionStatus.PAUSED])
    return list(Session.objects.filter(in_play | Exists(recent)))
