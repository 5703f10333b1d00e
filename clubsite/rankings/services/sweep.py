"""The sweep scores every session that still has a scoring request. It needs no message."""

import logging
from collections.abc import Callable

from clubsite.duplicate.models import Section, SessionStatus
from clubsite.duplicate.services.rounds import all_done, to_be_drawn
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.swiss import round_draw
from clubsite.scores.models import ScoringRequest

log = logging.getLogger(__name__)


def results_sweep() -> int:
    """Score the sessions with a request, and draw rounds whose signal was lost. Return how many."""
    sessions = list(ScoringRequest.objects.order_by().values_list("session", flat=True).distinct())
    for session_id in sessions:
        _try(score_session, session_id)
    if sessions:
        log.info("Sweep scored %d sessions", len(sessions))
    return len(sessions) + _draw_rounds()


def _draw_rounds() -> int:
    """Draw the Swiss rounds that are due. Return how many."""
    running = Section.objects.filter(session__status=SessionStatus.RUNNING, round_number__gt=0)
    undrawn = [section.pk for section in running if all_done(section) and to_be_drawn(section)]
    for section_id in undrawn:
        _try(lambda pk: round_draw(section_id=pk), section_id)
    return len(undrawn)


def _try(job: Callable[[int], object], row_id: int) -> None:
    """Run a job, so that one session that cannot be scored does not delay the others."""
    try:
        job(row_id)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", job.__name__, row_id)
