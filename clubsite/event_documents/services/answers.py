"""The spoke's side: an event that another server organises, and what that hub's documents change here."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.event_documents.messages.bodies import (
    AcceptBody,
    AnnouncementBody,
    KeyBody,
    ResultBody,
    SealedBody,
    StateBody,
)
from clubsite.event_documents.messages.documents import MAX_ANSWER_BYTES, EventDocument, document_read
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.messages.rules import part_written
from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.event_documents.selectors.document_bodies import PLACE_COLUMNS
from clubsite.event_documents.selectors.told import lines_told
from clubsite.event_documents.services.published_elsewhere import result_take
from clubsite.events.models import (
    Event,
    EventAction,
    EventLine,
    EventPlace,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.sealing import NotUnsealed, boards_unsealed
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.event_rules import event_facts_check, event_facts_of
from clubsite.events.services.events import event_locked
from clubsite.events.services.shut_boards import boards_shut
from clubsite.events.signals import event_ranking_changed

HEARD_FACTS = (
    "name", "organiser", "status", "window_opens", "window_closes", "boards", "options", "scoring", "winners",
    "min_tables", "min_boards", "correction_hours", "joining", "fee", "master_points", "public_number_name",
    "public_number", "commitment",
)  # fmt: skip
STANDING_FACTS = ("heats", "played", "playing", "contestants", "lists")
NOT_THE_HUB = "The document is not from the server that organises this event."


def event_hear(*, data: bytes, user: User) -> Event:
    """Take over the announcement of an event of another server, so that clubs here can join it.

    Raise Refused for another document, and for an event that is organised here.
    """
    try:
        document = document_read(data)
    except BadDocument as no:
        raise Refused(str(no), "file") from no
    if not isinstance(document.body, AnnouncementBody):
        raise Refused("This document announces no event. Ask the organiser for the event’s announcement.", "file")
    with transaction.atomic():
        known = Event.objects.filter(public_id=document.event).first()
        if known is not None and not known.is_remote:
            raise Refused("This event is organised on this server. Join it from the list of events.", "file")
        if known is not None:
            _announcement_take(event_locked(known), document)
            return Event.objects.get(pk=known.pk)
        event = Event(public_id=document.event, hub_key=document.sender, announced_at=timezone.now())
        _facts_set(event, document.body)
        event.created_by = user
        event.save()
        event_log_add(event, EventAction.HEARD_OF, event.organiser, user=user)
    return event


def answers_take(*, event: Event, documents: list[bytes]) -> None:
    """Take documents of an event's hub. Raise BadDocument for the first that is not one of them."""
    read = [document_read(data, result_bytes=MAX_ANSWER_BYTES) for data in documents]
    for document in read:
        if document.event != event.public_id or document.sender != event.hub_key:
            raise BadDocument(NOT_THE_HUB)
    with transaction.atomic():
        locked = event_locked(event)
        for document in read:
            _take(locked, document)


def _take(event: Event, document: EventDocument) -> None:
    body = document.body
    rows = Heat.objects.select_for_update(of=("self",)).filter(event=event, club__isnull=False)
    heat = rows.filter(public_id=document.heat).first()
    if isinstance(body, AnnouncementBody):
        _announcement_take(event, document)
    elif isinstance(body, ResultBody):
        if document.number > event.heard_number:
            result_take(event=event, body=body)
            event.heard_number = document.number
            event.save(update_fields=["heard_number"])
    elif isinstance(body, StateBody):
        _state_take(event, heat, document, body)
    elif heat is None:
        raise BadDocument("The document is about a heat that is not of this server.")
    elif isinstance(body, AcceptBody):
        if heat.status != HeatStatus.LEFT and heat.status != body.status:
            heat.status = HeatStatus(body.status)
            heat.save(update_fields=["status"])
    elif isinstance(body, SealedBody):
        event.sealed_boards = body.boards
        event.save(update_fields=["sealed_boards"])
    elif isinstance(body, KeyBody):
        boards_key_take(event=event, heat=heat, key=body.key, action=EventAction.KEY_RECEIVED)
    else:
        raise BadDocument(f"Documents of the type “{document.type}” go to the hub and do not come from it.")


def boards_key_take(*, event: Event, heat: Heat, key: str, action: EventAction, user: User | None = None) -> None:
    """Keep the key of the boards for a heat, and log it. Raise BadDocument if it does not open them."""
    try:
        if event.sealed_boards:
            boards_unsealed(event.sealed_boards, key=key, event_id=event.public_id)
    except NotUnsealed as no:
        raise BadDocument(str(no)) from no
    heat.boards_key = Sealed.of(key)
    heat.save(update_fields=["boards_key"])
    event_log_add(event, action, heat.club_name, heat=heat, user=user)


def _announcement_take(event: Event, document: EventDocument) -> None:
    """Change what the hub has changed. Raise BadDocument if another server says it."""
    if document.sender != event.hub_key or not isinstance(document.body, AnnouncementBody):
        raise BadDocument(NOT_THE_HUB)
    if event.status == EventStatus.PUBLISHED:
        return
    closed = event.window_closes
    _facts_set(event, document.body)
    event.save()
    if event.status == EventStatus.CANCELLED or event.window_closes != closed:
        boards_shut(event=event)


def _facts_set(event: Event, body: AnnouncementBody) -> None:
    for name in HEARD_FACTS:
        if name != "status":
            setattr(event, name, getattr(body, name))
    # The ranking comes by a document of its own, after which the event is published here too.
    cancelled = body.status == EventStatus.CANCELLED
    event.status = EventStatus.CANCELLED if cancelled else EventStatus.ANNOUNCED
    event.hub_address, event.page_address = body.hub, body.page
    try:
        event_facts_check(event_facts_of(event))
    except Refused as no:
        raise BadDocument(f"What the event announces is not possible: {no}") from no


def _state_take(event: Event, heat: Heat | None, document: EventDocument, body: StateBody) -> None:
    """Note the answer to a document of this server, and the provisional places of the heat."""
    mine = EventMessage.objects.filter(event=event, direction=MessageDirection.OUT, number=body.answers)
    state = MessageState.REFUSED if body.refused else MessageState.DONE
    waiting = mine.filter(state=MessageState.WAITS)
    if body.refused:
        _refusal_log(event, waiting.select_related("heat").first(), body.refused)
    waiting.update(state=state, answer=body.refused or body.note, body="", due_at=None)
    if heat is None or document.number <= event.heard_number:
        return
    if not body.refused and body.lines < heat.lines.filter(sent__gt=0).count() and _all_taken(heat):
        EventLine.objects.filter(heat=heat).update(sent=0)  # the hub has lost some: it is told all of them again
    if event.status != EventStatus.PUBLISHED and (_places_take(event, heat, body) | _standing_take(event, body)):
        transaction.on_commit(lambda: event_ranking_changed.send(sender=EventPlace, event=event), robust=True)
    event.heard_number = document.number
    event.save(update_fields=["heard_number", "heard_standing"])


def _refusal_log(event: Event, message: EventMessage | None, refused: str) -> None:
    """Log that the hub refuses a document. A question can be refused often, and changes nothing."""
    if message is not None and message.type != "ask":
        what = f"“{message.type}” number {message.number}: {refused}"
        event_log_add(event, EventAction.DOCUMENT_RETURNED, what, heat=message.heat)


def _all_taken(heat: Heat) -> bool:
    """True if no lines of the heat are on their way, and the newest were not refused."""
    told = lines_told(heat)
    newest = told.first()
    refused = newest is not None and newest.state == MessageState.REFUSED
    return not refused and not told.filter(state=MessageState.WAITS).exists()


def _standing_take(event: Event, body: StateBody) -> bool:
    """Set how the whole event stands, without saving it. Return True if that has changed."""
    said, before = part_written(body), event.heard_standing
    event.heard_standing = {name: said[name] for name in STANDING_FACTS}
    return bool(event.heard_standing != before)


def _places_take(event: Event, heat: Heat, body: StateBody) -> bool:
    """Store the provisional places of a heat. Return True if one has changed."""
    entrants = {one.label: one for one in heat.entrants.all()}
    told = [part for part in body.places if part.label in entrants]
    stored: Any = EventPlace.objects.filter(entrant__heat=heat)
    wanted = {(entrants[part.label].pk, *(getattr(part, name) for name in PLACE_COLUMNS)) for part in told}
    if wanted == set(stored.values_list("entrant", *PLACE_COLUMNS)):
        return False
    stored.delete()
    EventPlace.objects.bulk_create(
        EventPlace(
            event=event,
            entrant=entrants[part.label],
            kind=entrants[part.label].kind,
            **{name: getattr(part, name) for name in PLACE_COLUMNS},
        )
        for part in told
    )
    return True
