"""Background jobs: scoring an event, its booklet, the hubs of others, and what a lost message should have started.

The jobs take ids, and may be lost or run twice: the rows are the queue.
"""

from celery import shared_task

from clubsite.core import jobs
from clubsite.events.selectors.event_booklets import events_without_booklet
from clubsite.events.services.at_hub_requests import HUB_JOB
from clubsite.events.services.at_hub_sweep import heat_tell, hubs_sweep
from clubsite.events.services.booklet_pages import BOOKLET_JOB, booklet_ask, booklet_page_make
from clubsite.events.services.scoring import event_rest, event_score
from clubsite.events.services.scoring_requests import SCORING_JOB
from clubsite.events.services.sweep import events_sweep
from clubsite.events.services.telling import SEATS_JOB, seats_tell


@shared_task(name=SCORING_JOB)
def score_event(event_id: int) -> None:
    """Take an event's new lines and score it. If it has only just been scored, do this later."""
    jobs.begun(SCORING_JOB, event_id)
    rest = event_rest(event_id)
    if rest > 0:
        jobs.enqueue(SCORING_JOB, event_id, once=True, delay=rest)
    else:
        event_score(event_id=event_id)


@shared_task(name=SEATS_JOB)
def tell_seats(event_id: int) -> None:
    """Let the seats of an event's heats fetch their places."""
    jobs.begun(SEATS_JOB, event_id)
    seats_tell(event_id=event_id)


@shared_task(name="events.sweep")
def sweep() -> None:
    """Score the events that wait, and publish those that are due by the clock. It needs no message."""
    events_sweep()


@shared_task(name=BOOKLET_JOB)
def make_booklet_page(event_id: int) -> None:
    """Make one page of an event's booklet, and request the next one. Slow."""
    jobs.begun(BOOKLET_JOB, event_id)
    if booklet_page_make(event_id=event_id):
        booklet_ask(event_id=event_id)


@shared_task(name="events.booklet_sweep")
def booklet_sweep() -> None:
    """Request the pages of booklets that have to be made: windows have closed, or a message was lost. Slow."""
    for event_id in events_without_booklet():
        booklet_ask(event_id=event_id)


@shared_task(name="events.hubs_sweep")
def sweep_hubs() -> None:
    """Bring the heats of other servers' events and their hubs into agreement. This waits for them, so it is slow."""
    hubs_sweep()


@shared_task(name=HUB_JOB)
def tell_hub(heat_id: int) -> None:
    """Tell a hub at once what is new in a heat. Slow, as the sweep."""
    jobs.begun(HUB_JOB, heat_id)
    heat_tell(heat_id=heat_id)
