"""The sweep, which does what a lost message should have started, and what is due by the clock."""

import logging

from django.utils import timezone

from clubsite.duplicate.services.sweep import one_of_many
from clubsite.events.models import Event, EventStatus
from clubsite.events.selectors.event_payload import due_by_clock
from clubsite.events.services.publications import event_publish, event_secret_show
from clubsite.events.services.scoring import event_score, events_waiting
from clubsite.events.services.shut_boards import shut_boards_sweep

log = logging.getLogger(__name__)


def events_sweep() -> int:
    """Score every event that waits, and publish those that are due by the clock. Open the boards, and show the secrets,
    that nobody's play keeps shut any more. Return the number of events scored or published.
    """
    waiting = events_waiting()
    for event_id in waiting:
        one_of_many(event_score, event_id=event_id)
    if waiting:
        log.info("Sweep scored %d events", len(waiting))
    due = due_by_clock(timezone.now())
    for event in due:
        one_of_many(event_publish, event=event, user=None)
    shut_boards_sweep()
    for event in Event.objects.filter(status=EventStatus.PUBLISHED, hub="").exclude(secret=""):
        one_of_many(event_secret_show, event=event)
    return len(waiting) + len(due)
