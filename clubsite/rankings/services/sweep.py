"""The sweep, which scores every session that still has a scoring request. It does not depend on any message."""

import logging

from clubsite.nights.models import BoardSet
from clubsite.nights.services.rounds import all_done, to_be_drawn
from clubsite.nights.services.tables import one_of_many, running_sections
from clubsite.rankings.services.publications import session_cards_open
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.swiss import round_draw
from clubsite.scores.models import ScoringRequest

log = logging.getLogger(__name__)


def results_sweep() -> int:
    """Score the sessions that have a request, and draw rounds whose signal was lost. Return their total number."""
    sessions = list(ScoringRequest.objects.order_by().values_list("session", flat=True).distinct())
    for session_id in sessions:
        one_of_many(score_session, session_id=session_id)
    if sessions:
        log.info("Sweep scored %d sessions", len(sessions))
    _open_cards()
    return len(sessions) + _draw_rounds()


def _open_cards() -> None:
    """Open the boards that were held back at publication because somebody still had to play the same cards."""
    sets = BoardSet.objects.filter(session__publications__published__isnull=False, sections__isnull=False)
    for board_set in sets.exclude(seed="").select_related("session__club").distinct():
        if not board_set.seed.is_lost():
            one_of_many(session_cards_open, session=board_set.session)


def _draw_rounds() -> int:
    """Draw the Swiss rounds that are due. Return how many were due."""
    undrawn = [section.pk for section in running_sections() if all_done(section) and to_be_drawn(section)]
    for section_id in undrawn:
        one_of_many(round_draw, section_id=section_id)
    return len(undrawn)
