"""Requests that a change stores in its transaction: to score the event, to tell its hub, to keep its boards shut."""

from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from clubsite.core import jobs
from clubsite.duplicate.services.event_boards import event_boards_hold
from clubsite.duplicate.services.sweep import one_of_many
from clubsite.events.models import Event, EventScoring, EventStatus, Heat, HubHeat
from clubsite.events.selectors.event_facts import boards_shut_until

SCORING_JOB, HUB_JOB = "events.score_event", "events.tell_hub"
SOON = timedelta(minutes=1)


def event_scoring_ask(*, event_id: int) -> None:
    """Note that the event has to be scored, and enqueue the job. The sweep finds the request if the message is lost.
    This row is the last that a transaction locks: Session, Event, Heat, EventScoring; never upward.
    """
    EventScoring.objects.get_or_create(event_id=event_id)
    EventScoring.objects.filter(event_id=event_id).update(asked=F("asked") + 1)
    jobs.enqueue(SCORING_JOB, event_id, once=True)


def heat_tell_ask(*, heat: Heat, delay: float = 0) -> None:
    """Let the hub of a heat, if it has one, hear what has changed. The sweep finds it if the message is lost."""
    soon = timezone.now() + SOON
    HubHeat.objects.filter(heat=heat, tries=0, due_at__gt=soon).update(due_at=soon)
    if heat.event.is_remote:
        jobs.enqueue(HUB_JOB, heat.pk, once=True, slow=True, delay=delay)


def boards_shut(*, event: Event) -> None:
    """Keep the event's boards shut in the heats that are played here, as long as somebody may still play them."""
    sessions = event.heats.filter(session__isnull=False).values_list("session", flat=True)
    event_boards_hold(sessions=list(sessions), until=boards_shut_until(event))


def shut_boards_sweep() -> None:
    """Open the boards of events whose last heats have been confirmed or left out since their windows closed."""
    now = timezone.now()
    over = Q(window_closes__lte=now) | Q(status=EventStatus.CANCELLED)
    held = Event.objects.filter(over, heats__session__board_sets__held_until__gt=now)
    for event in held.filter(heats__session__board_sets__event_boards__gt=0).distinct():
        if boards_shut_until(event) <= timezone.now():
            one_of_many(boards_shut, event=event)
