"""Making a document: its number and its signature, with the key that this server has for the event."""

from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from clubsite.core.sealed_fields import Sealed
from clubsite.event_documents.messages.bodies import EventBody
from clubsite.event_documents.messages.documents import document_signed
from clubsite.event_documents.messages.signatures import new_signing_key, public_key_of
from clubsite.events.models import Event, Heat

LARGEST_BY_CLOCK = 2_000_000_000
"""Tenths of a second: more than six years. Beyond it numbers grow by one."""


def public_key(event: Event) -> str:
    """Return the public key of this server in an event. Its pair of keys is made on the first call."""
    return public_key_of(_signing_key(event))


def document_make(*, event: Event, body: EventBody, heat: Heat | None = None) -> tuple[int, bytes]:
    """Return the next document of this server about an event, with its number.

    The number is at least the tenths of a second since the event came to this server. So a server whose database was
    restored from a backup does not use numbers again that it does not remember.
    """
    key = _signing_key(event)
    tenths = int((timezone.now() - event.created_at).total_seconds() * 10)
    number = Greatest(F("last_number") + 1, Value(min(tenths, LARGEST_BY_CLOCK)))
    Event.objects.filter(pk=event.pk).update(last_number=number)
    event.refresh_from_db(fields=["last_number"])
    signed = document_signed(
        body,
        event=event.public_id,
        heat="" if heat is None else heat.public_id,
        number=event.last_number,
        sent=timezone.now(),
        signing_key=key,
    )
    return event.last_number, signed


def _signing_key(event: Event) -> str:
    if not event.signing_key:
        # Of two processes that get here together, one stores its key, and both read it.
        rows = Event.objects.filter(pk=event.pk, signing_key="")
        event.signing_key = Sealed.of(new_signing_key())
        rows.update(signing_key=event.signing_key.stored())
        event.refresh_from_db(fields=["signing_key"])
    return event.signing_key.open()
