"""The sweep that sends to the hubs of other servers' events."""

from datetime import timedelta

from django.utils import timezone

from clubsite.duplicate.services.sweep import one_of_many
from clubsite.event_documents.models import EventMessage
from clubsite.event_documents.services.outgoing import HubSilent, heats_untold, hub_ask, hub_tell, messages_send
from clubsite.simultaneous.models import EventStatus, Heat, HeatStatus, SimultaneousEvent

ASK_AGAIN, ASK_SELDOM = timedelta(minutes=1), timedelta(hours=2)
LAST_CORRECTION = timedelta(hours=4)
"""After the correction period a hub may still publish what came within it."""


def hubs_sweep() -> int:
    """Tell each hub what it does not know yet, ask for what is still missing, and send what waits."""
    for heat in heats_untold():
        one_of_many(hub_tell, heat=heat)
    sent = messages_send()
    for heat in heats_untold():
        if heat.event.hub_address and (wants := _missing(heat)) and _rested(heat):
            one_of_many(_ask, heat=heat, wants=wants)
    return sent


def _ask(*, heat: Heat, wants: tuple[str, ...]) -> None:
    try:
        hub_ask(heat=heat, wants=wants)
    except HubSilent:
        return  # the question waits, and is sent again


def _missing(heat: Heat) -> tuple[str, ...]:
    """Return what the hub is asked for now: an answer, the boards or the number, and after the window the ranking."""
    event = heat.event
    if event.status == EventStatus.PUBLISHED:
        return ("result",) if _may_be_corrected(event) else ()
    if event.status != EventStatus.ANNOUNCED:
        return ()
    if heat.status == HeatStatus.ASKED:
        return ("event", "accept", "sealed")  # the boards come with the answer, once that is yes
    if heat.status != HeatStatus.ACCEPTED:
        return ()
    if event.is_closed():
        return ("event", "result")
    if not event.sealed_boards:
        return ("event", "sealed")
    # Also while it plays: the organiser may extend the window, and the boards stay shut until its end.
    return ("event", "state") if heat.session is not None and heat.released_at is not None else ("event", "accept")


def _may_be_corrected(event: SimultaneousEvent) -> bool:
    first = event.publications.order_by("version").first()
    return first is not None and timezone.now() < first.at + timedelta(hours=event.correction_hours) + LAST_CORRECTION


def _rested(heat: Heat) -> bool:
    """True if the hub knows the heat and can be asked again. After a publication it is asked ever more seldom."""
    newest = EventMessage.objects.filter(heat=heat).order_by("-at").first()
    published = heat.event.publications.order_by("version").last()
    age = timezone.now() - published.at if published is not None else timedelta(0)
    rest = min(max(ASK_AGAIN, age / 4), ASK_SELDOM)
    return newest is not None and newest.at <= timezone.now() - rest
