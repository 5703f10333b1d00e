"""The hub's side: what documents of other servers do to an event that is organised here, and what is answered."""

import datetime
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.event_documents.messages.bodies import (
    OF_A_SPOKE,
    AcceptBody,
    AskBody,
    CorrectionBody,
    EventBody,
    HeatBody,
    JoinBody,
    LeaveBody,
    LinesBody,
    NamesBody,
)
from clubsite.event_documents.messages.documents import EventDocument, FaultyBody, digest_of, document_heard
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState, RemoteHeat
from clubsite.event_documents.selectors.document_bodies import announcement_of, result_of, state_of
from clubsite.event_documents.services.release import boards_key_give, sealed_boards_of
from clubsite.event_documents.services.remote_lines import NAMES_NOT_ALLOWED, remote_lines_take
from clubsite.event_documents.services.signed_documents import document_make
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.events import event_locked
from clubsite.events.services.heats import MAX_HEATS_A_CLUB
from clubsite.events.services.scoring_requests import event_scoring_ask
from clubsite.events.services.shut_boards import boards_shut

NOT_HERE = "The event that this document is about is not organised on this server."
NOT_YOURS = "This heat belongs to another server. The document is not signed with its key."
NOT_JOINED = "No heat of this event has joined with the key that signed the document. Join the event first."
LONGEST_TYPE = EventMessage._meta.get_field("type").max_length
PUBLISHED_ALREADY = "The event is published already. Send what has changed as a correction."


def announcement_document(*, public_id: str) -> bytes | None:
    """Return the signed announcement of an event that is organised here, or None if there is no such event."""
    event = Event.objects.filter(public_id=public_id, hub_key="", announced_at__isnull=False).first()
    if event is None:
        return None
    with transaction.atomic():
        return document_make(event=event_locked(event), body=announcement_of(event))[1]


def document_take(*, data: bytes) -> list[bytes]:
    """Take a document of another server. Return the documents that answer it: first a state.

    A document that is refused is answered too, and gets a line in the event's log; so does one of a server that is
    known here whose body has a fault. Raise BadDocument for one that is not answered by a signed document: it is not
    signed, or of an event or a server that nobody knows here.
    """
    document = document_heard(data)
    event = Event.objects.filter(public_id=document.event, hub_key="", announced_at__isnull=False).first()
    if event is None:
        raise BadDocument(NOT_HERE)
    with transaction.atomic():
        event = event_locked(event)
        if not _knows(event, document.sender):
            if isinstance(document.body, FaultyBody):
                raise BadDocument(document.body.fault)
            if document.type != "join":
                raise BadDocument(NOT_JOINED)
        return _answered(event, document, digest_of(data))


def _knows(event: Event, sender: str) -> bool:
    return RemoteHeat.objects.filter(heat__event=event, public_key=sender).exists()


def _answered(event: Event, document: EventDocument, digest: str) -> list[bytes]:
    known = EventMessage.objects.filter(event=event, sender=document.sender, number=document.number).first()
    refused, note, given = "", "", list[EventBody]()
    if known is not None and known.digest != digest:
        refused = f"The number {document.number} was used for another document already."
    elif known is not None and known.state == MessageState.REFUSED:
        refused = known.answer
    else:
        try:
            with transaction.atomic():
                note, given = _obey(event, document, again=known is not None)
        except Refused as no:
            refused = str(no)
    heat = _own_heat(event, document)
    if known is None and (refused or not _leaves_nothing(document)):
        _note(event, heat, document, digest, refused)
    elif refused and known is not None and known.digest != digest:
        _log_refusal(event, heat, document, refused)
    if known is None and heat is not None:
        RemoteHeat.objects.filter(heat=heat).update(heard_at=timezone.now())
    state = state_of(event, heat, answers=document.number, refused=refused, note=note)
    return [document_make(event=event, body=body, heat=heat)[1] for body in (state, *given)]


def _leaves_nothing(document: EventDocument) -> bool:
    """True for a question that changes nothing here, so that it does not matter how often it is answered."""
    return isinstance(document.body, AskBody) and not document.body.envelope and "key" not in document.body.wants


def _note(event: Event, heat: Heat | None, document: EventDocument, digest: str, refused: str) -> None:
    EventMessage.objects.create(
        event=event,
        heat=heat,
        direction=MessageDirection.IN,
        sender=document.sender,
        type=document.type[:LONGEST_TYPE],
        number=document.number,
        digest=digest,
        state=MessageState.REFUSED if refused else MessageState.DONE,
        answer=refused,
    )
    if refused:
        _log_refusal(event, heat, document, refused)


def _log_refusal(event: Event, heat: Heat | None, document: EventDocument, refused: str) -> None:
    who = heat.club_name if heat is not None else "a server without this heat"
    what = f"“{document.type}” number {document.number} of {who}: {refused}"
    event_log_add(event, EventAction.DOCUMENT_REFUSED, what, heat=heat)


def _own_heat(event: Event, document: EventDocument) -> Heat | None:
    """Return the heat of the document if it belongs to its sender."""
    rows = Heat.objects.select_related("event", "remote")
    return rows.filter(event=event, public_id=document.heat, remote__public_key=document.sender).first()


def _obey(event: Event, document: EventDocument, *, again: bool) -> tuple[str, list[EventBody]]:
    """Do what a document says. Return a note about what could not be given, and the bodies of further answers.

    A document that came before (`again`) changes nothing, and is answered with the same documents.
    """
    body, heat = document.body, _own_heat(event, document)
    if isinstance(body, FaultyBody):
        raise Refused(body.fault)
    if document.type not in OF_A_SPOKE:
        raise Refused(f"Documents of the type “{document.type}” come from the organiser’s server, not to it.")
    if isinstance(body, JoinBody):
        if not again:
            heat = _join(event, heat, document, body)
        return "", [AcceptBody(status=heat.status)] if heat is not None else []
    if heat is None:
        there = Heat.objects.filter(event=event, public_id=document.heat).exists()
        raise Refused(NOT_YOURS if there else NOT_JOINED)
    if isinstance(body, AskBody):
        return _give(event, heat, body, again)
    if not again:
        _change(event, heat, document, body)
    return "", []


def _change(event: Event, heat: Heat, document: EventDocument, body: EventBody) -> None:
    if isinstance(body, LeaveBody):
        _leave(event, heat)
    elif isinstance(body, NamesBody):
        _names_take(event, heat, document, body)
    elif isinstance(body, LinesBody):
        _refuse_late(event, heat, body)
        remote_lines_take(heat=heat, remote=heat.remote, body=body, number=document.number)
        if isinstance(body, CorrectionBody):
            event_log_add(event, EventAction.CORRECTED, f"{heat.club_name}: {body.why}", heat=heat)
        if isinstance(body, HeatBody) and not _later_taken(heat, document):
            _confirm(event, heat, body.confirmed)


def _names_take(event: Event, heat: Heat, document: EventDocument, body: NamesBody) -> None:
    """Take over the names of contestants, unless a newer document about names was taken before this one."""
    if not heat.remote.names and any(one.name for one in body.names):
        raise Refused(NAMES_NOT_ALLOWED)
    if _later_taken(heat, document):
        return
    known = {one.label: one for one in heat.entrants.all()}
    changed = [one for one in body.names if one.label in known and known[one.label].name != one.name]
    for one in changed:
        heat.entrants.filter(label=one.label).update(name=one.name)
    newest = RemoteHeat.objects.filter(heat=heat, newest__lt=document.number)
    newest.update(newest=document.number)  # a document that was made before comes without bringing old names back
    if changed:
        labels = ", ".join(one.label for one in changed)
        event_log_add(event, EventAction.NAMES_CHANGED, f"{heat.club_name}, {labels}", heat=heat)


def _later_taken(heat: Heat, document: EventDocument) -> bool:
    """True if a document of the same type with a larger number was taken before this one."""
    rows = EventMessage.objects.filter(heat=heat, direction=MessageDirection.IN, type=document.type)
    return rows.filter(state=MessageState.DONE, number__gt=document.number).exists()


def _join(event: Event, heat: Heat | None, document: EventDocument, body: JoinBody) -> Heat:
    """Note that a club of another server wants to take part, or has other plans. The organiser accepts it by hand.

    The plans of a heat stay once it has the boards or the window has closed. What its server says about itself and
    about names is always taken.
    """
    stay = heat is not None and (heat.released_at is not None or _is_late(event))
    if not stay:
        _check_plans(event, body)
    if heat is None:
        heat = _heat_new(event, document, body)
    elif heat.status in (HeatStatus.LEFT, HeatStatus.DECLINED):
        raise Refused("This heat does not take part any more. Join with another one.")
    newer = document.number > heat.remote.newest
    if newer and not stay:
        heat.club_name, heat.planned_at, heat.tables = body.club, body.planned_at, body.tables
        heat.save()
    if newer:
        if not body.names:
            heat.entrants.update(name="")
        heat.remote.address, heat.remote.software, heat.remote.names = body.address, body.software, body.names
        heat.remote.newest = document.number
        heat.remote.save()
    return heat


def _is_late(event: Event) -> bool:
    return event.status != EventStatus.ANNOUNCED or event.is_closed()


def _check_plans(event: Event, body: JoinBody) -> None:
    """Raise Refused if a heat cannot be played as a club plans it."""
    if _is_late(event):
        raise Refused("Nobody can join this event now: it does not take place, or its window has closed.")
    if body.planned_at is not None and not event.window_opens <= body.planned_at < event.window_closes:
        raise Refused("The heat’s start is not within the event’s window.")
    if body.tables is not None and body.tables < event.min_tables:
        raise Refused(f"A heat of this event has at least {event.min_tables} tables.")


def _heat_new(event: Event, document: EventDocument, body: JoinBody) -> Heat:
    if not document.heat or Heat.objects.filter(public_id=document.heat).exists():
        raise Refused("The id of this heat is taken. Join with another one.")
    if event.heats.filter(remote__public_key=document.sender).count() >= 4 * MAX_HEATS_A_CLUB:
        raise Refused("This server has very many heats in the event already.")
    heat = Heat.objects.create(event=event, public_id=document.heat, club_name=body.club, status=HeatStatus.ASKED)
    RemoteHeat.objects.create(heat=heat, public_key=document.sender)
    event_log_add(event, EventAction.ASKED, body.club, heat=heat)
    return heat


def _leave(event: Event, heat: Heat) -> None:
    if event.status != EventStatus.ANNOUNCED:
        raise Refused("This event is over: its ranking stays as it is.")
    if heat.status in (HeatStatus.ACCEPTED, HeatStatus.ASKED, HeatStatus.INVITED):
        Heat.objects.filter(pk=heat.pk).update(status=HeatStatus.LEFT)
        heat.status = HeatStatus.LEFT
        event_log_add(event, EventAction.LEFT, heat.club_name, heat=heat)
        event_scoring_ask(event_id=event.pk)


def _refuse_late(event: Event, heat: Heat, body: LinesBody) -> None:
    """Raise Refused if the heat's lines come too late, or do not count. A heat that was not confirmed before the
    publication can be handed in as long as corrections are possible.
    """
    if heat.status != HeatStatus.ACCEPTED:
        raise Refused("The organiser has not accepted this heat, or it takes part no longer.")
    if event.status == EventStatus.CANCELLED:
        raise Refused("The event is cancelled.")
    if event.status != EventStatus.PUBLISHED:
        return
    if heat.confirmed_at is not None and not isinstance(body, CorrectionBody):
        raise Refused(PUBLISHED_ALREADY)
    first = event.publications.order_by("version").first()
    if first is not None and first.at + datetime.timedelta(hours=event.correction_hours) <= timezone.now():
        raise Refused("The time for corrections is over: the ranking stays as it is.")


def _confirm(event: Event, heat: Heat, confirmed: bool) -> None:
    if confirmed == (heat.confirmed_at is not None):
        return
    heat.confirmed_at = timezone.now() if confirmed else None
    heat.save(update_fields=["confirmed_at"])
    action = EventAction.CONFIRMED if confirmed else EventAction.UNCONFIRMED
    event_log_add(event, action, heat.club_name, heat=heat)


def _give(event: Event, heat: Heat, body: AskBody, again: bool) -> tuple[str, list[EventBody]]:
    """Return what a heat asks for, and a note about what it cannot have now."""
    if body.envelope and not again:
        if heat.released_at is None:
            heat.released_at = min(timezone.now(), event.window_closes)  # it may be told long after it was used
            heat.save(update_fields=["released_at"])
            boards_shut(event=event)
        event_log_add(event, EventAction.ENVELOPE_USED, heat.club_name, heat=heat)
    makers: dict[str, Callable[[], EventBody | None]] = {
        "event": lambda: announcement_of(event),
        "accept": lambda: AcceptBody(status=heat.status),
        "sealed": lambda: sealed_boards_of(event, heat),
        "key": lambda: boards_key_give(event=event, heat=heat, again=again),
        "result": lambda: result_of(event),
    }
    given, notes = list[EventBody](), list[str]()
    for want in body.wants:
        try:
            found = makers[want]() if want in makers else None
        except Refused as no:
            notes.append(str(no))
            continue
        if found is not None:
            given.append(found)
        elif want == "result":
            notes.append("The ranking is not published yet.")
    return " ".join(notes), given
