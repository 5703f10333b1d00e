"""Documents that a club brings to the organiser as a file: what they would do, and taking them."""

import datetime
from dataclasses import dataclass

from django.db import transaction

from clubsite.core.refused import Refused
from clubsite.event_documents.messages.bodies import (
    AskBody,
    EventBody,
    HeatBody,
    JoinBody,
    LinesBody,
    StateBody,
)
from clubsite.event_documents.messages.documents import (
    FaultyBody,
    document_heard,
    document_read,
    documents_joined,
    documents_split,
)
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.models import EventMessage
from clubsite.event_documents.services.incoming import document_take
from clubsite.events.models import Event, Heat

WANTED_WORDS = {
    "event": "the announcement",
    "accept": "your answer",
    "sealed": "the boards, encrypted",
    "key": "the key of the boards",
    "state": "how its heat stands",
    "result": "the published ranking",
}


@dataclass(frozen=True, slots=True)
class HandedDocument:
    """A document of a file, as the organiser reads it before it is taken.

    `what` says in words what is in it. `refused` is the reason why it would be refused, or "". `known` is True if it
    came before, so that it changes nothing.
    """

    club: str
    what: str
    sent: datetime.datetime
    refused: str
    known: bool


def documents_preview(*, event: Event, data: bytes) -> list[HandedDocument]:
    """Return what taking the documents of a file would do, in order. Nothing is stored.

    Raise Refused for a file in which something is no document of another server about this event.
    """
    with transaction.atomic():
        found = [_previewed(event, at, one) for at, one in enumerate(_documents(data), 1)]
        transaction.set_rollback(True)
    return found


def documents_hand_in(*, event: Event, data: bytes) -> bytes:
    """Take the documents of a file, in order. Return the file of answers for the club.

    A document that is refused is answered too. Raise Refused, with nothing taken, as `documents_preview` does.
    """
    with transaction.atomic():
        answers = [answer for at, one in enumerate(_documents(data), 1) for answer in _taken(event, at, one)]
    return documents_joined(answers)


def _documents(data: bytes) -> list[bytes]:
    try:
        return documents_split(data)
    except BadDocument as no:
        raise Refused(str(no), "file") from no


def _taken(event: Event, at: int, data: bytes) -> list[bytes]:
    """Take one document. `at` is its place in the file."""
    try:
        if document_heard(data).event != event.public_id:
            raise BadDocument("It is about another event.")
        return document_take(data=data)
    except BadDocument as no:
        raise Refused(f"Document {at} of the file cannot be taken, so nothing of the file was. {no}", "file") from no


def _previewed(event: Event, at: int, data: bytes) -> HandedDocument:
    newest = EventMessage.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    state = document_read(_taken(event, at, data)[0]).body
    document = document_heard(data)
    before = EventMessage.objects.filter(event=event, sender=document.sender, number=document.number, pk__lte=newest)
    heat = Heat.objects.filter(event=event, public_id=document.heat).first()
    club = document.body.club if isinstance(document.body, JoinBody) else heat.club_name if heat is not None else ""
    refused = state.refused if isinstance(state, StateBody) else ""
    return HandedDocument(club, _what(document.body, document.type), document.sent, refused, before.exists())


def _what(body: EventBody | FaultyBody, kind: str) -> str:
    if isinstance(body, FaultyBody):
        return "A document with a fault"
    if isinstance(body, AskBody):
        if body.envelope:
            return "Has used the key of its sealed envelope"
        return f"Asks for {', '.join(WANTED_WORDS[one] for one in body.wants) or 'nothing'}"
    if isinstance(body, LinesBody):
        counted = f"{len(body.lines)} result{'s' * (len(body.lines) != 1)} of {len(body.contestants)} contestants"
        if isinstance(body, HeatBody):
            return f"The whole heat: {counted}{', confirmed' if body.confirmed else ', not confirmed any more'}"
        return f"{'A correction' if kind == 'correction' else 'Results'}: {counted}"
    return {
        "join": "Takes part, or has other plans",
        "leave": "Leaves the event",
        "names": "Says how strangers may read names now",
    }.get(kind, "A document that an organiser sends")
