"""Publishing an event's ranking, once the window has closed, and publishing corrections of it."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing, Sealed
from clubsite.events.models import Event, EventAction, EventLine, EventPublication, EventScoring, EventStatus
from clubsite.events.selectors.event_facts import heats_counting
from clubsite.events.selectors.event_field import may_still_be_played
from clubsite.events.selectors.event_payload import (
    PUBLISHED_LINE,
    correctable_until,
    event_digest,
    event_payload,
)
from clubsite.events.services.booklet_pages import booklet_ask
from clubsite.events.services.event_requests import event_log_add, event_scoring_ask
from clubsite.events.services.events import event_locked
from clubsite.events.services.scoring import event_score


def event_publish(*, event: Event, user: User | None) -> EventPublication:
    """Publish an event's ranking as the next version. Without a user, the clock publishes it.

    Scoring that waits is done first, and the secret of the deals is shown if nobody may still play a board. The same
    ranking gets no new version, because the button may be pressed twice. Raise Refused while the window is open, if no
    heat counts, or for a change after the correction period.
    """
    while True:
        event_score(event_id=event.pk)
        found = _publish(event, user)
        if found is not None:
            return found


def _publish(event: Event, user: User | None) -> EventPublication | None:
    """Return the publication, or None if the event has to be scored first. Raise Refused as `event_publish` does."""
    with transaction.atomic():
        event = event_locked(event)
        _refuse_unready(event)
        scored = EventScoring.objects.select_for_update().filter(asked=F("done"), scored_at__gte=event.window_closes)
        if scored.filter(event=event).first() is None:
            event_scoring_ask(event_id=event.pk)
            return None
        payload = event_payload(event)
        if not payload["lists"]:
            raise Refused("No heat has enough scores to count, so there is nothing to publish.")
        newest = event.publications.last()
        if newest is not None and newest.payload == payload:
            return newest
        corrections_check(event=event)
        publication = EventPublication(
            event=event, version=newest.version + 1 if newest else 1, payload=payload, by_user=user
        )
        lines = EventLine.objects.filter(heat__in=heats_counting(event)).order_by("heat", "board", "round", "pk")
        publication.lines = [list(line) for line in lines.values_list(*PUBLISHED_LINE)]
        publication.digest = event_digest(publication)
        publication.save()
        event.status = EventStatus.PUBLISHED
        event.save(update_fields=["status"])
        event_log_add(event, EventAction.PUBLISHED, f"version {publication.version}", user=user)
        event_secret_show(event=event, user=user)
        booklet_ask(event_id=event.pk)
        return publication


def _refuse_unready(event: Event) -> None:
    if event.is_remote:
        raise Refused("The organiser of this event publishes it on another server.")
    if event.status == EventStatus.CANCELLED:
        raise Refused("This event is cancelled, so there is no ranking to publish.")
    if event.status == EventStatus.DRAFT:
        raise Refused("Announce the event first.")
    if not event.is_closed():
        end = f"{timezone.localtime(event.window_closes):%-d %B %Y, %H:%M}"
        raise Refused(f"The window is open until {end}. Publish the ranking after that.")


def corrections_check(*, event: Event) -> None:
    """Raise Refused once the correction period is over."""
    until = correctable_until(event)
    if until is not None and until <= timezone.now():
        end = f"{timezone.localtime(until):%-d %B %Y, %H:%M}"
        raise Refused(f"The correction period ended on {end}, so the ranking stays as it was published.")


def event_secret_show(*, event: Event, user: User | None = None) -> None:
    """Show the secret of a published event, if nobody may play one of its boards any more and a key here opens it."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.PUBLISHED or not event.secret or may_still_be_played(event):
            return
        try:
            event.shown_secret = event.secret.open()
        except KeyMissing:
            return
        event.secret = Sealed()
        event.save(update_fields=["shown_secret", "secret"])
        event_log_add(event, EventAction.SECRET_SHOWN, event.shown_secret, user=user)
