"""The spoke's side: what this server tells the hub of an event, and sending it until it is answered.

The rows are the queue: `hub_tell` compares a heat with what the hub was told, so a lost message delays a document and
never loses it.
"""

import json
import logging
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from clubsite.core import jobs
from clubsite.core.refused import Refused
from clubsite.event_documents.messages.bodies import (
    AskBody,
    CorrectionBody,
    EventBody,
    HeatBody,
    LeaveBody,
    LinesBody,
)
from clubsite.event_documents.messages.documents import MAX_ANSWER_BYTES, documents_split, type_of
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.messages.rules import part_written
from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.event_documents.selectors.document_bodies import changed_names_of, contestants_of, join_of, lines_of
from clubsite.event_documents.selectors.hub_silence import HUB_SILENT
from clubsite.event_documents.selectors.told import HUB_UNWILLING, TYPES_WITH_LINES, lines_told
from clubsite.event_documents.services.answers import answers_take
from clubsite.event_documents.services.hub_requests import HubBusy, HubSilent, hub_request
from clubsite.event_documents.services.signed_documents import document_make, public_key
from clubsite.events.models import Event, EventLine, EventStatus, Heat, HeatStatus
from clubsite.events.services.events import event_locked
from clubsite.events.services.heats import heat_locked

log = logging.getLogger(__name__)
TELL_JOB = "event_documents.tell_hub"
ASK_JOB = "event_documents.ask_hub"
HUB_SCORES_IN = 5.0
"""Seconds after which a hub has usually scored the lines that it was sent. Its answer to them comes before that."""
FIRST_HUB_WAIT, LONGEST_HUB_WAIT = timedelta(seconds=5), timedelta(minutes=10)
LONGEST_HUB_WAIT_IN_WINDOW = timedelta(minutes=2)
TOLD_AT_ONCE = timedelta(days=40)
"""How long after its window the hub of an event is told about changes at once. Later it is told once a day."""
NAMES_REST = timedelta(days=1)
HELD_BY_SENDER = timedelta(minutes=1)


class HubUnwilling(HubSilent):
    """Raised if a sentence without a signature answers a document. Anybody on the way can have said it."""


def message_put(*, heat: Heat, body: EventBody) -> EventMessage:
    """Make a document about a heat and let it wait to be sent, in the caller's transaction."""
    number, data = document_make(event=heat.event, body=body, heat=heat)
    return EventMessage.objects.create(
        event=heat.event,
        heat=heat,
        direction=MessageDirection.OUT,
        sender=public_key(heat.event),
        type=type_of(body),
        number=number,
        body=data.decode(),
        digest=body_digest(body),
        state=MessageState.WAITS,
        due_at=timezone.now() if heat.event.hub_address else None,
    )


def hub_tell(*, heat: Heat) -> list[EventMessage]:
    """Let documents wait for everything about a heat that the hub was not told yet. Return them."""
    with transaction.atomic():
        event_locked(heat.event)
        heat = heat_locked(heat)
        if not heat.event.is_remote or heat.club is None:
            return []
        names = _names_news(heat)
        plans_and_lines = _news(heat) if heat.event.status != EventStatus.CANCELLED else []
        return [message_put(heat=heat, body=body) for body in (*plans_and_lines, *names)]


def names_tell(*, heat: Heat) -> list[EventMessage]:
    """Let a document wait for the hub if strangers may read names of a heat otherwise than it was told. Return it."""
    with transaction.atomic():
        event_locked(heat.event)
        heat = heat_locked(heat)
        return [message_put(heat=heat, body=body) for body in _names_news(heat)]


def longest_hub_wait(event: Event) -> timedelta:
    """Return how long at most this server waits until it asks a hub again, or sends again what was not answered."""
    if event.window_closes <= timezone.now() - TOLD_AT_ONCE:
        return NAMES_REST
    return LONGEST_HUB_WAIT_IN_WINDOW if event.is_open() else LONGEST_HUB_WAIT


def heat_tell(*, heat_id: int) -> None:
    """Tell the hub what is new in a heat, and send every document that is due."""
    heat = Heat.objects.select_related("event").filter(pk=heat_id).first()
    if heat is not None and (hub_tell(heat=heat) or _waiting().filter(heat=heat, due_at__lte=timezone.now()).exists()):
        messages_send()


def heat_send_now(*, heat: Heat) -> None:
    """Let everything that waits for a heat's hub be sent at once, however often it was tried before.

    Raise Refused if documents of this event go by hand.
    """
    if not heat.event.hub_address:
        raise Refused("Documents of this event go by hand: take the file along, and bring the organiser’s back.")
    with transaction.atomic():
        _waiting().filter(event=heat.event_id).update(due_at=timezone.now(), tries=0)
        jobs.enqueue(TELL_JOB, heat.pk, once=True, slow=True)


def heats_untold() -> list[Heat]:
    """Return the heats of other servers' events whose window is open or closed less than 40 days ago."""
    return list(_heats_elsewhere().filter(event__window_closes__gt=timezone.now() - TOLD_AT_ONCE))


def heats_long_over() -> list[Heat]:
    """Return the heats of other servers' older events, whose names are compared with the hub's now: once a day."""
    made = EventMessage.objects.filter(heat=OuterRef("pk"), direction=MessageDirection.OUT)
    lately = made.filter(Q(at__gt=timezone.now() - NAMES_REST) | Q(type="ask", state=MessageState.WAITS))
    rows = _heats_elsewhere().filter(event__window_closes__lte=timezone.now() - TOLD_AT_ONCE)
    rows = rows.filter(Q(event__status=EventStatus.PUBLISHED) | Q(status=HeatStatus.ACCEPTED))
    rows = rows.exclude(event__hub_address="").exclude(event__status=EventStatus.CANCELLED)
    return list(rows.filter(Exists(made), ~Exists(lately)))


def _heats_elsewhere() -> QuerySet[Heat]:
    rows = Heat.objects.exclude(event__hub_key="").filter(club__isnull=False)
    return rows.select_related("event", "club", "session")


def question_put(*, heat: Heat, wants: tuple[str, ...], envelope: bool = False) -> EventMessage:
    """Let a question wait for the hub. The same one that waits to be taken by hand is not put again."""
    body = AskBody(wants=wants, envelope=envelope)
    with transaction.atomic():
        event_locked(heat.event)
        heat = heat_locked(heat)
        by_hand = _waiting().filter(heat=heat, digest=body_digest(body), due_at=None)
        return by_hand.first() or message_put(heat=heat, body=body)


def hub_ask(*, heat: Heat, wants: tuple[str, ...], envelope: bool = False) -> EventMessage:
    """Ask the hub for documents at once, outside of a transaction. Raise HubSilent if it does not answer.

    What it answers is stored. The question then waits no longer, or is sent again by the sweep. Return the question as
    it was before the answer.
    """
    message = question_put(heat=heat, wants=wants, envelope=envelope)
    if not heat.event.hub_address:
        raise HubSilent("Documents of this event go by hand.")
    message_send(message=message)
    return message


def messages_send() -> int:
    """Send every document that is due, in order. Return how many were answered.

    A hub that does not answer is left alone until the next run.
    """
    answered = 0
    silent: set[int] = set()
    while message := _taken(silent):
        try:
            message_send(message=message)
            answered += 1
        except HubUnwilling as no:
            log.info("The hub of event %s did not take %s: %s", message.event_id, message.type, no)
        except HubSilent as no:
            silent.add(message.event_id)
            log.info("The hub of event %s does not answer: %s", message.event_id, no)
    return answered


def message_send(*, message: EventMessage) -> None:
    """Send one document and store the answer. Raise HubSilent, and plan another try, if there is none.

    Only a signed document ends the tries, because a line or a proxy can spoil everything else. After an answer
    everything that waited because the hub was silent is due at once.
    """
    try:
        status, data = hub_request(message.event.hub_address, message.body.encode())
        if status in (400, 404, 413):
            raise HubUnwilling(data.decode(errors="replace").strip()[:500])
        if status != 200:
            raise HubSilent(f"status {status}")
        _answers_take(message.event, documents_split(data, most_bytes=MAX_ANSWER_BYTES))
        if EventMessage.objects.filter(pk=message.pk, state=MessageState.WAITS).exists():
            raise HubSilent("no answer to this document")
    except HubUnwilling as no:
        _try_later(message, f"{HUB_UNWILLING} {no}")
        raise
    except (HubSilent, BadDocument, Refused) as no:
        _try_later(message, f"{HUB_SILENT} ({no})")
        if isinstance(no, HubBusy):
            _rest(message.event.hub_address, timezone.now() + no.rest)
        raise HubSilent(str(no)) from no
    if message.type in TYPES_WITH_LINES and message.heat_id is not None:
        jobs.enqueue(ASK_JOB, message.heat_id, once=True, slow=True, delay=HUB_SCORES_IN)
    silent_before = _waiting().filter(event=message.event_id, answer__startswith=HUB_SILENT)
    silent_before.update(due_at=timezone.now(), tries=0, answer="")


def _answers_take(event: Event, documents: list[bytes]) -> None:
    """Take a hub's answers. Raise BadDocument also for one whose values the database refuses."""
    try:
        answers_take(event=event, documents=documents)
    except DatabaseError as no:
        log.exception("An answer from the hub of event %s cannot be stored", event.pk)
        raise BadDocument("The answer cannot be stored.") from no


def _try_later(message: EventMessage, why: str) -> None:
    wait = min(longest_hub_wait(message.event), FIRST_HUB_WAIT * 2 ** min(message.tries, 15))
    rows = EventMessage.objects.filter(pk=message.pk, state=MessageState.WAITS)
    rows.update(tries=F("tries") + 1, due_at=timezone.now() + wait, answer=why[:600])


def _rest(hub_address: str, until: datetime) -> None:
    """Let everything that waits for a hub wait at least until this time."""
    rows = _waiting().filter(event__in=Event.objects.filter(hub_address=hub_address).values("pk"))
    rows.filter(due_at__lt=until).update(due_at=until)


def _waiting() -> QuerySet[EventMessage]:
    return EventMessage.objects.filter(direction=MessageDirection.OUT, state=MessageState.WAITS)


def _taken(silent: set[int]) -> EventMessage | None:
    """Return the next document that is due, held for a moment so that nobody else sends it."""
    rows = _waiting().filter(due_at__lte=timezone.now()).exclude(event__in=silent)
    while message := rows.select_related("event").order_by("due_at", "pk").first():
        if rows.filter(pk=message.pk).update(due_at=timezone.now() + HELD_BY_SENDER):
            return message
    return None


def _news(heat: Heat) -> list[EventBody]:
    """Return what the hub was not told yet about a heat: its plans, that it leaves, its lines, its confirmation."""
    news: list[EventBody] = []
    if heat.status == HeatStatus.LEFT:
        return [LeaveBody()] if _told(heat, "join") and not _told(heat, "leave") else []
    if heat.status not in (HeatStatus.ASKED, HeatStatus.ACCEPTED):
        return news
    join = join_of(heat)
    if _told(heat, "join") != body_digest(join):
        news.append(join)
    if heat.status == HeatStatus.ACCEPTED:
        news += _lines_news(heat)
    return news


def _names_news(heat: Heat) -> list[EventBody]:
    """Return the names of a heat if one has changed. What waits with old names is not sent: all lines go again."""
    body = changed_names_of(heat)
    if body is None:
        return []
    _waiting().filter(heat=heat, type="names").delete()  # this one has all names, and none that was taken away since
    waiting = lines_told(heat).filter(state=MessageState.WAITS)
    if waiting.exists():
        waiting.delete()
        heat.lines.update(sent=0)
    for one in body.names:
        heat.entrants.filter(label=one.label).update(name=one.name)
    return [body]


def _lines_news(heat: Heat) -> list[EventBody]:
    changed = list(heat.lines.exclude(sent=F("revision")))
    newest = lines_told(heat).first()
    refused = newest is not None and newest.state == MessageState.REFUSED
    confirmed = heat.confirmed_at is not None
    # Each one that was not refused confirms the heat, or takes that back. After the publication nothing is taken back.
    handed_in = bool(lines_told(heat).filter(type="heat").exclude(state=MessageState.REFUSED).count() % 2)
    settled = confirmed == handed_in or (handed_in and heat.event.status == EventStatus.PUBLISHED)
    if not changed and (settled or refused):
        return []
    facts: dict[str, Any] = {"tables": _tables(heat), "options": heat.event.options}
    facts["contestants"] = contestants_of(heat)
    everything = lines_of(heat, list(heat.lines.all()))
    said = everything if refused else lines_of(heat, changed)
    if not settled:
        body: EventBody = HeatBody(lines=everything, confirmed=confirmed, **facts)
        lines_told(heat).filter(type="lines", state=MessageState.WAITS).delete()  # this one has their lines too
    elif heat.event.status == EventStatus.PUBLISHED:
        body = CorrectionBody(lines=said, why=f"Corrected by {heat.club_name}."[:200], **facts)
    else:
        body = LinesBody(lines=said, **facts)
    for line in changed:
        EventLine.objects.filter(pk=line.pk).update(sent=line.revision)
    for one in heat.entrants.all():
        name = next(part.name for part in facts["contestants"] if part.label == one.label)
        heat.entrants.filter(pk=one.pk).exclude(name=name).update(name=name)
    return [body]


def _tables(heat: Heat) -> int:
    there = heat.lines.filter(~Q(status="sit_out")).values_list("table", flat=True).distinct().count()
    return max(there, heat.tables or 1)


def _told(heat: Heat, kind: str) -> str:
    """Return the digest of the last document of this type that was made for the heat, or ""."""
    rows = EventMessage.objects.filter(heat=heat, direction=MessageDirection.OUT, type=kind)
    return rows.order_by("-number").values_list("digest", flat=True).first() or ""


def body_digest(body: EventBody) -> str:
    """Return what recognises a document that says the same as another one."""
    return sha256(json.dumps(part_written(body), sort_keys=True).encode()).hexdigest()
