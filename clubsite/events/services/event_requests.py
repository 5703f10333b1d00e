"""Locks, log lines and job requests that an event's changes share and make in one transaction."""

from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import F, Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core import jobs
from clubsite.events.models import Event, EventAction, EventLogLine, EventScoring, EventStatus, Heat, HubHeat
from clubsite.events.selectors.event_facts import boards_shut_until
from clubsite.nights.services.boards import event_boards_hold
from clubsite.nights.services.tables import one_of_many

SCORING_JOB, HUB_JOB = "events.score_event", "events.tell_hub"
SOON = timedelta(minutes=1)
Row = TypeVar("Row", Event, Heat)
MAX_LINES_A_DAY = 60
"""Lines that a heat's server can add in a day: nobody can fill a log that keeps everything."""
BY_ITS_SERVER = ("joined", "left", "planned", "confirmed", "unconfirmed", "corrected", "envelope_used")
"""Actions of the server of a heat on another server, if no user of this one did them."""


def event_locked(event: Event) -> Event:
    """Return the event's current row, locked until the end of the transaction."""
    return Event.objects.select_for_update(no_key=True, of=("self",)).get(pk=event.pk)


def heat_locked(heat: Heat) -> Heat:
    """Return the heat's current row, locked until the end of the transaction."""
    return Heat.objects.select_for_update(of=("self",)).select_related("event", "session", "club").get(pk=heat.pk)


Subject = str | dict[str, Any]
"""A name, or the facts of one of `models.events.SUBJECTS`."""


def event_log_add(
    event: Event, action: EventAction, subject: Subject = "", *, heat: Heat | None = None, user: User | None = None
) -> None:
    """Add a line to the event's log, in the caller's transaction. Without a user, the site or a server acted."""
    elsewhere = heat is not None and heat.club_id is None and action in BY_ITS_SERVER and not event.is_remote
    if heat is not None and (elsewhere or action == EventAction.PLAYED_TWICE) and user is None:
        lately = heat.log_lines.filter(user=None, at__gt=timezone.now() - timedelta(days=1))
        if lately.count() >= MAX_LINES_A_DAY:
            return
    actor = str(user) if user is not None else f"the server of {heat}" if elsewhere else "the site"
    about = {"subject": subject[:300]} if isinstance(subject, str) else {"facts": subject}
    EventLogLine.objects.create(event=event, heat=heat, user=user, actor=actor[:120], action=action, **about)


def row_set(row: Row, action: EventAction, user: User | None, subject: Subject = "", /, **values: Any) -> Row:
    """Set columns of a locked event or heat, and log it, for a heat's club or for another `subject`."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    event, heat = (row.event, row) if isinstance(row, Heat) else (row, None)
    event_log_add(event, action, subject or (heat.club_name if heat is not None else ""), heat=heat, user=user)
    return row


def event_scoring_ask(*, event_id: int) -> None:
    """Note that the event has to be scored, and enqueue the job. The sweep finds the request if the message is lost. A
    transaction locks this row last, in the order Session, Event, Heat, EventScoring, and never the reverse.
    """
    EventScoring.objects.get_or_create(event_id=event_id)
    EventScoring.objects.filter(event_id=event_id).update(asked=F("asked") + 1)
    jobs.enqueue(SCORING_JOB, event_id, once=True)


def heat_tell_ask(*, heat: Heat, delay: float = 0) -> None:
    """Ask for a message to the hub of a heat, if it has one. The sweep finds it if the message is lost."""
    soon = timezone.now() + SOON
    HubHeat.objects.filter(heat=heat, tries=0, due_at__gt=soon).update(due_at=soon)
    if heat.event.is_remote:
        jobs.enqueue(HUB_JOB, heat.pk, once=True, slow=True, delay=delay)


def boards_shut(*, event: Event) -> None:
    """Keep the event's boards shut in the heats played here while somebody may still play them."""
    sessions = event.heats.filter(session__isnull=False).values_list("session", flat=True)
    event_boards_hold(sessions=list(sessions), until=boards_shut_until(event))


def shut_boards_sweep() -> None:
    """Open the boards of events whose last heats were confirmed or left out after the window had closed."""
    now = timezone.now()
    over = Q(window_closes__lte=now) | Q(status=EventStatus.CANCELLED)
    held = Event.objects.filter(over, heats__session__board_sets__held_until__gt=now)
    for event in held.filter(heats__session__board_sets__event_boards__gt=0).distinct():
        if boards_shut_until(event) <= timezone.now():
            one_of_many(boards_shut, event=event)
