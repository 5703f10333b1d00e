"""Setting up, announcing, changing and cancelling an event."""

import datetime
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.duplicate.services.event_boards import event_boards_hold
from clubsite.simultaneous.models import EventAction, EventStatus, Heat, SimultaneousEvent
from clubsite.simultaneous.models.events import LONGEST_PUBLIC_NUMBER, MAX_CORRECTION_HOURS, MAX_EVENT_BOARDS
from clubsite.simultaneous.services.event_log import event_log_add
from games.event_seed import secret_commitment

SECRET_BYTES = 32
FIXED_BY_ANNOUNCEMENT = (
    "boards", "options", "scoring", "winners", "min_tables", "min_boards", "master_points", "public_number_name",
)  # fmt: skip
"""What clubs rely on once the event is announced."""
WINDOW_OVER = "The window has closed, so nothing of the event can be changed any more."


def event_create(*, club: Club, user: User, **facts: Any) -> SimultaneousEvent:
    """Make an event that nobody else sees until it is announced. `facts` are columns of SimultaneousEvent.

    Raise Refused with the field at fault.
    """
    _check(facts)
    with transaction.atomic():
        event = SimultaneousEvent.objects.create(club=club, created_by=user, **facts)
        event_log_add(event, EventAction.MADE, user=user)
    return event


def event_update(*, event: SimultaneousEvent, user: User, **facts: Any) -> SimultaneousEvent:
    """Change an event. Once it is announced, only its name, fee, window, joining, correction period and the way of
    publication can be changed. Raise Refused with the field at fault.
    """
    with transaction.atomic():
        event = event_locked(event)
        _refuse_over(event)
        changed = {name: value for name, value in facts.items() if getattr(event, name) != value}
        if not changed:
            return event
        fixed = next((name for name in FIXED_BY_ANNOUNCEMENT if name in changed), "")
        if event.status != EventStatus.DRAFT and fixed:
            raise Refused("Clubs already rely on this, so it stays as it was announced.", fixed)
        _check({name: getattr(event, name) for name in ("window_opens", "window_closes", "boards")} | changed)
        for name, value in changed.items():
            setattr(event, name, value)
        event.save(update_fields=[*changed, *(["name_key", "name_order"] if "name" in changed else [])])
        if "window_closes" in changed:
            event_boards_hold(sessions=_sessions_of(event), until=event.window_closes)
        event_log_add(event, EventAction.CHANGED, ", ".join(sorted(changed)), user=user)
    return event


def event_announce(*, event: SimultaneousEvent, user: User) -> SimultaneousEvent:
    """Announce an event: draw its secret and publish the commitment. Raise Refused if that is too late."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.DRAFT:
            raise Refused("This event has been announced already.")
        if event.is_closed():
            raise Refused("The window has closed already. Choose a later one.", "window_closes")
        if event.master_points and not event.public_number_name:
            raise Refused(
                "An event with master points needs a public number, so that nobody can choose the deals.",
                "public_number_name",
            )
        secret = secrets.token_hex(SECRET_BYTES)
        event.secret, event.commitment = Sealed.of(secret), secret_commitment(secret)
        event.status, event.announced_at = EventStatus.ANNOUNCED, timezone.now()
        event.save(update_fields=["secret", "commitment", "status", "announced_at"])
        event_log_add(event, EventAction.ANNOUNCED, event.commitment, user=user)
    return event


def public_number_set(*, event: SimultaneousEvent, user: User, text: str) -> SimultaneousEvent:
    """Store the public number that the announcement names. It can be corrected until a heat has got its cards.

    Raise Refused if there is none to type, or if it is too late.
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_PUBLIC_NUMBER or not text.isprintable():
        raise Refused(f"Write the number in one line of at most {LONGEST_PUBLIC_NUMBER} characters.", "public_number")
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.ANNOUNCED or not event.public_number_name:
            raise Refused("This event has no public number.", "public_number")
        if Heat.objects.filter(event=event, released_at__isnull=False).exists():
            raise Refused("A heat has its cards already, so the number stays as it is.", "public_number")
        event.public_number, event.public_number_at = text, timezone.now()
        event.save(update_fields=["public_number", "public_number_at"])
        event_log_add(event, EventAction.NUMBER_TYPED, text, user=user)
    return event


def event_cancel(*, event: SimultaneousEvent, user: User) -> SimultaneousEvent:
    """Cancel an event, announced or not. Heats that were played stay club nights, whose boards nobody waits for.

    Raise Refused if the event is over or cancelled already.
    """
    with transaction.atomic():
        event = event_locked(event)
        _refuse_over(event)
        event.status = EventStatus.CANCELLED
        event.save(update_fields=["status"])
        event_boards_hold(sessions=_sessions_of(event), until=None)
        event_log_add(event, EventAction.CANCELLED, user=user)
    return event


def event_locked(event: SimultaneousEvent) -> SimultaneousEvent:
    """Return the event as it is now, locked until the end of the transaction."""
    return SimultaneousEvent.objects.select_for_update(of=("self",)).get(pk=event.pk)


def _sessions_of(event: SimultaneousEvent) -> list[int]:
    return list(event.heats.filter(session__isnull=False).values_list("session", flat=True))


def _refuse_over(event: SimultaneousEvent) -> None:
    if event.status == EventStatus.CANCELLED:
        raise Refused("This event is cancelled.")
    if event.status == EventStatus.PUBLISHED or (event.status == EventStatus.ANNOUNCED and event.is_closed()):
        raise Refused(WINDOW_OVER)


def _check(facts: dict[str, Any]) -> None:
    opens, closes = facts["window_opens"], facts["window_closes"]
    boards = facts.get("boards", 1)
    if not str(facts.get("name", "x")).strip():
        raise Refused("Give the event a name.", "name")
    if closes <= opens:
        raise Refused("The window closes after it opens.", "window_closes")
    if closes - opens > datetime.timedelta(days=60):
        raise Refused("A window is open for at most 60 days.", "window_closes")
    if not 1 <= boards <= MAX_EVENT_BOARDS:
        raise Refused(f"An event has from 1 to {MAX_EVENT_BOARDS} boards.", "boards")
    if not 0 <= facts.get("min_boards", 0) <= boards:
        raise Refused(f"The least number of boards is at most the event’s: {boards}.", "min_boards")
    if not 1 <= facts.get("min_tables", 1) <= 60:
        raise Refused("A heat has at least 1 and at most 60 tables.", "min_tables")
    if not 0 <= facts.get("correction_hours", 0) <= MAX_CORRECTION_HOURS:
        raise Refused(f"Corrections are possible for at most {MAX_CORRECTION_HOURS} hours.", "correction_hours")
