"""The sweep that sends to the hubs of other servers' events."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.duplicate.services.sweep import one_of_many
from clubsite.event_documents.messages.bodies import AskBody
from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.event_documents.services.answers import HEARD_FACTS
from clubsite.event_documents.services.hub_requests import HubSilent
from clubsite.event_documents.services.outgoing import (
    NAMES_REST,
    body_digest,
    heats_long_over,
    heats_untold,
    hub_ask,
    hub_tell,
    longest_hub_wait,
    messages_send,
    names_tell,
)
from clubsite.events.models import Event, EventPlace, EventStatus, Heat, HeatStatus

ASK_AGAIN, ASK_SELDOM = timedelta(minutes=1), timedelta(hours=2)
LAST_CORRECTION = timedelta(hours=4)
"""After the correction period a hub may still publish what came within it."""
NOTHING_NEW = "Nothing has changed at the organiser’s server."
PLACE_FACTS = ("entrant", "line", "stratum", "position", "place", "won", "possible", "boards")


def hubs_sweep() -> int:
    """Tell each hub what it does not know yet, ask for what is still missing, and send what waits."""
    for heat in heats_untold():
        one_of_many(hub_tell, heat=heat)
    long_over = heats_long_over()
    for heat in long_over:
        one_of_many(names_tell, heat=heat)
    sent = messages_send()
    for heat in heats_untold():
        if heat.event.hub_address and (wants := hub_wants(heat)) and _rested(heat, wants):
            one_of_many(_ask, heat=heat, wants=wants)
    for heat in long_over:
        if wants := hub_wants(heat):
            one_of_many(_ask, heat=heat, wants=wants)
    return sent


def hub_ask_again(*, heat_id: int) -> None:
    """Ask the hub of a heat for what is still missing here. Its answer has the places of the heat as they are now."""
    heat = Heat.objects.select_related("event", "club", "session").filter(pk=heat_id).first()
    if heat is not None and heat.event.hub_address and (wants := hub_wants(heat)):
        _ask(heat=heat, wants=wants)


def _ask(*, heat: Heat, wants: tuple[str, ...]) -> None:
    """Ask the hub. Of the same questions that have changed nothing here, only the newest is kept."""
    before = _known(heat)
    try:
        asked = hub_ask(heat=heat, wants=wants)
    except HubSilent:
        return  # the question waits, and is sent again
    if _known(heat) == before:
        EventMessage.objects.filter(_in_vain(asked.digest), heat=heat, number__lt=asked.number).delete()
        EventMessage.objects.filter(pk=asked.pk, state=MessageState.DONE).update(answer=NOTHING_NEW)


def _in_vain(digest: str) -> Q:
    """Match the questions with this digest that were refused or have changed nothing."""
    return Q(type="ask", digest=digest) & (Q(answer=NOTHING_NEW) | Q(state=MessageState.REFUSED))


def _known(heat: Heat) -> tuple[Any, ...]:
    """Return everything here that an answer of the hub can change."""
    found = Heat.objects.select_related("event").get(pk=heat.pk)
    facts = [
        getattr(found.event, name)
        for name in (*HEARD_FACTS, "hub_address", "page_address", "sealed_boards", "shown_secret", "heard_standing")
    ]
    places = EventPlace.objects.filter(entrant__heat=heat).order_by(*PLACE_FACTS).values_list(*PLACE_FACTS)
    return found.status, facts, list(places), list(found.event.publications.values_list("version", flat=True))


def hub_wants(heat: Heat) -> tuple[str, ...]:
    """Return what the hub is asked for now: an answer, the boards or the number, and after the window the ranking.

    It is asked for the ranking as long as its names are kept here, because people change how they are shown.
    """
    event = heat.event
    if event.status == EventStatus.PUBLISHED:
        return ("result",)
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


def _may_be_corrected(event: Event) -> bool:
    first = event.publications.order_by("version").first()
    return first is not None and timezone.now() < first.at + timedelta(hours=event.correction_hours) + LAST_CORRECTION


def _rested(heat: Heat, wants: tuple[str, ...]) -> bool:
    """True if the hub knows the heat and can be asked again. The longer nothing has changed, the longer this takes."""
    rows = EventMessage.objects.filter(heat=heat, direction=MessageDirection.OUT).order_by("-at")
    newest = rows.first()
    if newest is None or rows.filter(type="ask", state=MessageState.WAITS, due_at__isnull=False).exists():
        return False
    in_vain = _in_vain(body_digest(AskBody(wants=wants, envelope=False)))
    changes: list[datetime] = list(rows.exclude(in_vain).values_list("at", flat=True)[:1])
    published = heat.event.publications.order_by("version").last()
    longest = longest_hub_wait(heat.event)
    if published is not None:
        changes.append(published.at)
        soon = not heat.event.shown_secret or _may_be_corrected(heat.event)
        longest = ASK_SELDOM if soon else NAMES_REST
    age = timezone.now() - max(changes, default=newest.at)
    return newest.at <= timezone.now() - min(max(ASK_AGAIN, age / 4), longest)
