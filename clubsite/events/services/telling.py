"""Messages that tell walls and seats of an event's heats to fetch the places again.

They are only hints: a page that misses one fetches the places at its next change.
"""

import datetime

from django.db.models import Q
from django.utils import timezone

from clubsite.core import jobs
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.events.models import HeatStatus
from clubsite.leaderboard.standing import seats_group
from clubsite.play import relay

SEATS_JOB = "events.tell_seats"
SEATS_REST = 10.0
"""Seconds between two messages to all seats. A large event changes every two seconds, and has a thousand seats."""
STAYS_ON_WALL = datetime.timedelta(hours=12)
"""How long after its end a night may still be on a wall."""


def places_tell(*, event_id: int) -> None:
    """Tell the directors' pages, projectors and leaderboards of an event's heats that its places have changed, and the
    seats a little later.
    """
    for session in _on_show(event_id):
        relay.send_seldom(f"director.{session}", {"type": "session.changed"})
        relay.send_seldom(f"leaderboard.{session}", {"type": "session.changed"})
    jobs.enqueue(SEATS_JOB, event_id, once=True, delay=SEATS_REST)


def seats_tell(*, event_id: int) -> None:
    """Tell the seats of an event's heats that its places have changed, where a director shows places."""
    for session in _on_show(event_id, leaderboard__isnull=False):
        relay.send(seats_group(session), {"type": "seat.hint"})


def _on_show(event_id: int, **which: bool) -> list[str]:
    """Return the public ids of the event's nights that are being played, or have ended within the last hours."""
    sessions = Session.objects.filter(heat__event=event_id, heat__status=HeatStatus.ACCEPTED, **which)
    running = Q(status__in=[SessionStatus.RUNNING, SessionStatus.PAUSED])
    lately = Q(status=SessionStatus.ENDED, ended_at__gte=timezone.now() - STAYS_ON_WALL)
    return list(sessions.filter(running | lately).values_list("public_id", flat=True))
