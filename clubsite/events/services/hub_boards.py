"""The boards of an event for heats on other servers: encrypted, with their key or its envelope at the right time."""

import hashlib

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.events import sealing
from clubsite.events.models import (
    EventAction,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.events.services.event_requests import (
    boards_shut,
    heat_locked,
    row_set,
)
from clubsite.events.services.hub_heats import access_locked


def sealed_boards_of(heat: Heat) -> str:
    """Return the event's encrypted boards, or "" if the heat gets none now. The same facts give the same text."""
    if _why_no_boards(heat):
        return ""
    facts = sealing.seal_facts(heat.event)
    key = sealing.boards_key(heat.event.secret.open(), facts)
    nonce = hashlib.sha256(b"nonce" + bytes.fromhex(key)).digest()[: sealing.NONCE_BYTES]
    return sealing.boards_sealed(sealing.dealt_boards_of(heat.event), key=key, facts=facts, nonce=nonce)


def boards_key_give(*, heat: Heat) -> str:
    """Return the boards' key for a heat that starts now, even repeatedly. Log it. Raise Refused at other times."""
    with transaction.atomic():
        heat, key = _heat_with_key(heat)
        access, planned = access_locked(heat), heat.planned_at
        if timezone.now() < (planned - DEALER_EARLY if planned is not None else heat.event.window_opens):
            raise Refused(
                "It is too early for the key: a heat gets it from an hour before its announced start, or once the "
                "window opens if it has announced none. If it starts earlier, announce another start."
            )
        if heat.released_at is None:
            about = {"club": heat.club_name, "server": access.server} if access.server else heat.club_name
            row_set(heat, EventAction.KEY_SENT, None, about, released_at=timezone.now())
            boards_shut(event=heat.event)
        return key


def envelope_key(*, heat: Heat, user: User) -> str:
    """Return the key as it is printed for an envelope. Log it. Raise Refused for a heat that cannot have one."""
    with transaction.atomic():
        heat, key = _heat_with_key(heat)
        if heat.club_id is not None:
            raise Refused("This club is on this server, so its heat needs no key.")
        row_set(heat, EventAction.ENVELOPE_PRINTED, user, envelope_at=heat.envelope_at or timezone.now())
        boards_shut(event=heat.event)
        return sealing.key_written(key)


def _why_no_boards(heat: Heat) -> str:
    event = heat.event
    if heat.status != HeatStatus.ACCEPTED:
        return "This heat does not take part in the event."
    if event.status != EventStatus.ANNOUNCED:
        return "The event does not take place any more, or is over."
    if event.awaits_public_number():
        return f"The boards are dealt once the public number is known: {event.public_number_words}."
    return ""


def _heat_with_key(heat: Heat) -> tuple[Heat, str]:
    """Return the locked heat, and the key of the boards. Raise Refused if the heat cannot have the key now."""
    heat = heat_locked(heat)
    if why := _why_no_boards(heat):
        raise Refused(why)
    if heat.event.is_closed():
        raise Refused("The window of the event has closed, so no heat gets the key any more.")
    return heat, sealing.boards_key(heat.event.secret.open(), sealing.seal_facts(heat.event))
