"""Requests for scoring an event. Every change that can affect its ranking stores a request in its transaction."""

from django.db.models import F

from clubsite.core import jobs
from clubsite.events.models import EventScoring

SCORING_JOB = "events.score_event"


def event_scoring_ask(*, event_id: int) -> None:
    """Note in the caller's transaction that the event has to be scored, and enqueue the job once that commits.

    The sweep finds the request if the job's message is lost. The row of EventScoring is the last that a transaction
    locks: Session, Event, Heat, EventScoring; never upward.
    """
    EventScoring.objects.get_or_create(event_id=event_id)
    EventScoring.objects.filter(event_id=event_id).update(asked=F("asked") + 1)
    jobs.enqueue(SCORING_JOB, event_id, once=True)
