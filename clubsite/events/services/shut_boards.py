"""Keeping the boards of an event shut in the heats that are played on this server."""

from django.db.models import Q
from django.utils import timezone

from clubsite.duplicate.services.event_boards import event_boards_hold
from clubsite.duplicate.services.sweep import one_of_many
from clubsite.events.models import Event, EventStatus
from clubsite.events.selectors.event_facts import boards_shut_until


def boards_shut(*, event: Event) -> None:
    """Keep the event's boards shut as long as somebody may still play them, in the caller's transaction."""
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
