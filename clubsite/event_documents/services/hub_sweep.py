"""The sweep that sends to the hubs of other servers' events."""

from datetime import timedelta

from django.utils import timezone

from clubsite.duplicate.services.sweep import one_of_many
from clubsite.event_documents.models import EventMessage
from clubsite.event_documents.services.outgoing import HubSilent, heats_untold, hub_ask, hub_tell, messages_send
from clubsite.simultaneous.models import EventStatus, Heat, HeatStatus

ASK_AGAIN = timedelta(minutes=1)


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
    if event.status != EventStatus.ANNOUNCED:
        return ()
    if heat.status == HeatStatus.ASKED:
        return ("event", "accept")
    if heat.status != HeatStatus.ACCEPTED:
        return ()
    if event.is_closed():
        return ("event", "result")
    if not event.sealed_boards:
        return ("event", "sealed")
    return ("state",) if heat.session is not None and heat.released_at is not None else ("event", "accept")


def _rested(heat: Heat) -> bool:
    newest = EventMessage.objects.filter(heat=heat).order_by("-at").first()
    return newest is None or newest.at <= timezone.now() - ASK_AGAIN
