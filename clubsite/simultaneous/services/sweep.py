"""The sweep, which does what a lost message should have started, and what is due by the clock."""

import logging

from clubsite.duplicate.services.sweep import one_of_many
from clubsite.simultaneous.services.scoring import event_score, events_waiting

log = logging.getLogger(__name__)


def events_sweep() -> int:
    """Score every event that waits. Return how many did."""
    waiting = events_waiting()
    for event_id in waiting:
        one_of_many(event_score, event_id=event_id)
    if waiting:
        log.info("Sweep scored %d events", len(waiting))
    return len(waiting)
