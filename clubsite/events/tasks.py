"""Background jobs: scoring an event, its booklet, messages to hubs, and work whose start message was lost.

The jobs take ids, and may be lost or run twice, because the rows are the queue.
"""

import logging

from celery import shared_task
from django.utils import timezone

from clubsite.core import jobs
from clubsite.events.models import Event, EventStatus
from clubsite.events.selectors.event_booklets import events_without_booklet
from clubsite.events.selectors.event_facts import due_by_clock
from clubsite.events.services.at_hub_telling import heat_tell, hubs_sweep
from clubsite.events.services.event_requests import HUB_JOB, SCORING_JOB, shut_boards_sweep
from clubsite.events.services.events import event_publish, event_secret_show
from clubsite.events.services.scoring import (
    BOOKLET_JOB,
    SEATS_JOB,
    booklet_ask,
    booklet_page_make,
    event_rest,
    event_score,
    events_waiting,
    seats_tell,
)
from clubsite.nights.services.tables import one_of_many

log = logging.getLogger(__name__)
sweep_hubs = shared_task(name="events.hubs_sweep")(hubs_sweep)


@shared_task(name="events.sweep")
def events_sweep() -> int:
    """Score waiting events, publish those due, and open boards no longer shut. Return how many events changed."""
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


@shared_task(name=SCORING_JOB)
def score_event(event_id: int) -> None:
    """Store an event's new lines and score it. If it has only just been scored, do this later."""
    jobs.begun(SCORING_JOB, event_id)
    rest = event_rest(event_id)
    if rest > 0:
        jobs.enqueue(SCORING_JOB, event_id, once=True, delay=rest)
    else:
        event_score(event_id=event_id)


@shared_task(name=SEATS_JOB)
def tell_seats(event_id: int) -> None:
    """Tell the seats of an event's heats to fetch their places."""
    jobs.begun(SEATS_JOB, event_id)
    seats_tell(event_id=event_id)


@shared_task(name=BOOKLET_JOB)
def make_booklet_page(event_id: int) -> None:
    """Make one page of an event's booklet, and request the next one. This is slow."""
    jobs.begun(BOOKLET_JOB, event_id)
    if booklet_page_make(event_id=event_id):
        booklet_ask(event_id=event_id)


@shared_task(name="events.booklet_sweep")
def booklet_sweep() -> None:
    """Request the booklet pages to be made after a window has closed or a message was lost. This is slow."""
    for event_id in events_without_booklet():
        booklet_ask(event_id=event_id)


@shared_task(name=HUB_JOB)
def tell_hub(heat_id: int) -> None:
    """Tell a hub at once what is new in a heat. This is as slow as the sweep."""
    jobs.begun(HUB_JOB, heat_id)
    heat_tell(heat_id=heat_id)
