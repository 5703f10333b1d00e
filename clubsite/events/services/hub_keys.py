"""The boards of an event for a heat of another server: encrypted, and their key when the heat starts."""

import hashlib

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.sealing import NONCE_BYTES, SealFacts, boards_key, boards_sealed, dealt_boards_of, key_written
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.event_requests import boards_shut
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.hub_joining import token_check


def why_no_boards(heat: Heat) -> str:
    """Return why this heat gets no boards now, or ""."""
    event = heat.event
    if heat.status != HeatStatus.ACCEPTED:
        return "This heat does not take part in the event."
    if event.status != EventStatus.ANNOUNCED:
        return "The event does not take place any more, or is over."
    if event.awaits_public_number():
        return f"The boards are dealt once the public number is known: {event.public_number_words}."
    return ""


def sealed_boards_of(heat: Heat) -> str:
    """Return the event's boards, encrypted, or "" if the heat gets none now. For the same facts it is the same text.

    The nonce follows from the key, which never encrypts other boards: both follow from the secret and the facts.
    """
    if why_no_boards(heat):
        return ""
    facts = SealFacts.of(heat.event)
    key = boards_key(heat.event.secret.open(), facts)
    nonce = hashlib.sha256(b"nonce" + bytes.fromhex(key)).digest()[:NONCE_BYTES]
    return boards_sealed(dealt_boards_of(heat.event), key=key, facts=facts, nonce=nonce)


def boards_key_give(*, heat: Heat, server: str) -> str:
    """Return the key of the boards for a heat of another server that starts now. The log says so, and which server.

    A heat that has announced its start gets it from an hour before on, and any other heat inside the window. It can
    have it again as long as the window is open. Raise Refused otherwise.
    """
    with transaction.atomic():
        heat = _heat_for_key(heat)
        token_check(heat)
        planned = heat.planned_at
        if timezone.now() < (planned - DEALER_EARLY if planned is not None else heat.event.window_opens):
            raise Refused(
                "It is too early for the key: a heat gets it from an hour before its announced start, or once the "
                "window opens if it has announced none. If it starts earlier, announce another start."
            )
        if heat.released_at is None:
            heat.released_at = timezone.now()
            heat.save(update_fields=["released_at"])
            boards_shut(event=heat.event)
            where = f", {server}" if server else ""
            event_log_add(heat.event, EventAction.KEY_SENT, f"{heat.club_name}{where}", heat=heat)
        return _key_of(heat.event)


def envelope_key(*, heat: Heat, user: User) -> str:
    """Return the key as it is printed for a sealed envelope, for a club whose server may not reach this one.

    The event's log tells everybody. Raise Refused if the heat is of a club here or does not take part, if the boards
    are not dealt, or once the window has closed.
    """
    with transaction.atomic():
        heat = _heat_for_key(heat)
        if heat.club_id is not None:
            raise Refused("This club is on this server, so its heat needs no key.")
        if heat.envelope_at is None:
            heat.envelope_at = timezone.now()
            heat.save(update_fields=["envelope_at"])
            boards_shut(event=heat.event)
        event_log_add(heat.event, EventAction.ENVELOPE_PRINTED, heat.club_name, heat=heat, user=user)
        return key_written(_key_of(heat.event))


def _heat_for_key(heat: Heat) -> Heat:
    """Return the locked heat. Raise Refused if it can have no key now."""
    heat = heat_locked(heat)
    if why := why_no_boards(heat):
        raise Refused(why)
    if heat.event.is_closed():
        raise Refused("The window of the event has closed, so no heat gets the key any more.")
    return heat


def _key_of(event: Event) -> str:
    return boards_key(event.secret.open(), SealFacts.of(event))
