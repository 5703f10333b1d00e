"""Setting up, announcing, changing and cancelling an event."""

import secrets
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_locked
from clubsite.core.idempotency import idempotent_public_id
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.models import Event, EventAction, EventStatus
from clubsite.events.selectors.event_facts import HAS_CARDS
from clubsite.events.selectors.event_rules import event_change_check, event_facts_check, event_facts_of
from clubsite.events.services.event_requests import boards_shut, event_log_add, row_set
from games.event_seed import numbers_read, secret_commitment


def event_create(*, club: Club, user: User, idempotency_key: str = "", **facts: Any) -> Event:
    """Make an event, once for each `idempotency_key`. `facts` are columns. Raise Refused with the fields at fault."""
    event_facts_check(event_facts_of(Event(**facts)))
    public_id = idempotent_public_id(idempotency_key, "event", club.pk, user.pk)
    with transaction.atomic():
        club_locked(club.pk)
        defaults = {"club": club, "created_by": user, **facts}
        event, made = Event.objects.get_or_create(public_id=public_id, defaults=defaults)
        if made:
            event_log_add(event, EventAction.MADE, user=user)
    return event


def event_update(*, event: Event, user: User, **facts: Any) -> Event:
    """Change what may still be changed of an event, and log each change. Raise Refused with the fields at fault."""
    with transaction.atomic():
        event = event_locked(event)
        _refuse_ended(event)
        changed = {name: value for name, value in facts.items() if getattr(event, name) != value}
        if not changed:
            return event
        wanted = event_facts_of(event) | changed
        if event.status != EventStatus.DRAFT:
            event_change_check(event, changed, wanted)
        event_facts_check(wanted, typed=changed)
        for name, value in sorted(changed.items()):
            change_log(event, name, value, user=user)
            setattr(event, name, value)
        event.save(update_fields=list(changed))
        if "window_closes" in changed:
            boards_shut(event=event)
    return event


def change_log(event: Event, name: str, value: Any, *, user: User | None = None) -> None:
    """Log a change of a fact of an event that is about to be made."""
    now, before = (
        f"{one.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if isinstance(one, datetime) else one or "none"
        for one in (value, getattr(event, name))
    )
    words = f"{name.replace('_', ' ')}: {now} instead of {before}"
    event_log_add(event, EventAction.CHANGED, words, user=user)


def event_announce(*, event: Event, user: User) -> Event:
    """Announce an event: draw its secret and publish the commitment. Raise Refused if that is too late."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.DRAFT:
            raise Refused("This event has been announced already, or is cancelled.")
        if event.is_closed():
            raise Refused("The window has closed already. Choose a later one.", "window_closes")
        if event.master_points and not event.number_count:
            why = "An event with master points needs a public number, so that nobody can choose the deals."
            raise Refused(why, "number_count")
        if event.number_day is not None and event.number_day <= timezone.localdate():
            raise Refused("The numbers may be known already. Choose a later day than today.", "number_day")
        secret = secrets.token_hex(32)
        commitment, now = secret_commitment(secret), {"status": EventStatus.ANNOUNCED, "announced_at": timezone.now()}
        kept = {"secret": Sealed.of(secret), "commitment": commitment, **now}
        return row_set(event, EventAction.ANNOUNCED, user, commitment, **kept)


def public_number_set(*, event: Event, user: User, text: str) -> Event:
    """Store the public number, or a correction of it, until a heat has its cards. Each is a line in the log."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.ANNOUNCED or not event.number_count:
            raise Refused("This event has no public number.", "public_number")
        if event.heats.filter(HAS_CARDS).exists():
            raise Refused("A heat has its cards already, so the number stays as it is.", "public_number")
        try:
            number = numbers_read(text, event.number_count)
        except ValueError as no:
            raise Refused(str(no), "public_number") from no
        if number == event.public_number:
            return event
        words = f"{number}, instead of {event.public_number}" if event.public_number else number
        kept = {"public_number": number, "public_number_at": timezone.now()}
        return row_set(event, EventAction.NUMBER_TYPED, user, words, **kept)


def event_cancel(*, event: Event, user: User) -> Event:
    """Cancel an event unless it is over. Its boards stay shut while a heat out of sight may be played with them."""
    with transaction.atomic():
        event = event_locked(event)
        _refuse_ended(event)
        row_set(event, EventAction.CANCELLED, user, status=EventStatus.CANCELLED)
        boards_shut(event=event)
    return event


def event_locked(event: Event) -> Event:
    """Return the event as it is now, locked until the end of the transaction."""
    return Event.objects.select_for_update(no_key=True, of=("self",)).get(pk=event.pk)


def _refuse_ended(event: Event) -> None:
    if event.status == EventStatus.CANCELLED:
        raise Refused("This event is cancelled.")
    if event.status == EventStatus.PUBLISHED:
        raise Refused("The ranking of this event is published, so nothing of it can be changed any more.")
