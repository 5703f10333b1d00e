"""A whole document: who says it, about which event and heat, with which number, and its bytes as sent."""

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from clubsite.event_documents.messages.bodies import BODIES, PUBLIC_ID, PUBLIC_KEY, EventBody
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.messages.rules import (
    NumberRule,
    ObjectRule,
    TextRule,
    TimeRule,
    part_read,
    part_written,
)
from clubsite.event_documents.messages.signatures import NOT_SIGNED, jws_opened, jws_signed, public_key_of

MAX_DOCUMENT_BYTES = 5_000_000
MAX_ANSWER_BYTES = 25_000_000
"""The size limit of a `result` in a hub's answer. The largest events with strata have rankings of this size."""
MAX_DOCUMENTS_A_FILE = 500
PROTOCOL_VERSION = 1
TOO_LARGE = "The document is larger than 5 MB. Send the lines in several documents."


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDocument:
    """A document. `sender` is the public key of the server that signs it, and `number` grows with each of them.

    `heat` is the public id of the heat concerned, or "" for a document about the whole event.
    """

    type: str
    event: str
    sender: str
    number: int
    heat: str
    sent: datetime.datetime
    body: "EventBody | FaultyBody"


@dataclass(frozen=True, slots=True)
class FaultyBody:
    """The body of a signed document that cannot be used. `fault` says what is wrong with it, as a sentence."""

    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outside:
    version: Annotated[int, NumberRule(1, 1_000_000)]
    type: Annotated[str, TextRule(40, empty=False)]
    event: Annotated[str, TextRule(20, PUBLIC_ID, empty=False)]
    sender: Annotated[str, TextRule(43, PUBLIC_KEY, empty=False)]
    number: Annotated[int, NumberRule(1, 2**31 - 1)]
    heat: Annotated[str, TextRule(20, PUBLIC_ID)]
    sent: Annotated[datetime.datetime, TimeRule()]
    body: Annotated[dict[str, Any], ObjectRule()]


def document_read(data: bytes, *, result_bytes: int = MAX_DOCUMENT_BYTES) -> EventDocument:
    """Return the document of these bytes, after checking its signature. Raise BadDocument with what is wrong.

    A `result` may have `result_bytes`, and no other document more than MAX_DOCUMENT_BYTES.
    """
    document = document_heard(data, result_bytes=result_bytes)
    if isinstance(document.body, FaultyBody):
        raise BadDocument(document.body.fault)
    return document


def document_heard(data: bytes, *, result_bytes: int = MAX_DOCUMENT_BYTES) -> EventDocument:
    """Return a document as `document_read` does, with a FaultyBody if only its type or its body is wrong.

    Then it is known who has sent it, so that it can be answered. Raise BadDocument for every other fault.
    """
    if len(data) > max(result_bytes, MAX_DOCUMENT_BYTES):
        raise BadDocument(TOO_LARGE)
    key, payload = jws_opened(data.strip())
    outside = part_read(_Outside, _json(payload), "document")
    if outside.version != PROTOCOL_VERSION:
        raise BadDocument(
            f"The document is of version {outside.version}. This server reads version {PROTOCOL_VERSION}."
        )
    if outside.sender != key:
        raise BadDocument("The document names another sender than the server that signed it.")
    if len(data) > MAX_DOCUMENT_BYTES and outside.type != "result":
        raise BadDocument(TOO_LARGE)
    told = {name: getattr(outside, name) for name in ("type", "event", "sender", "number", "heat", "sent")}
    return EventDocument(body=_body_read(outside), **told)


def _body_read(outside: _Outside) -> EventBody | FaultyBody:
    if outside.type not in BODIES:
        return FaultyBody(f"This server does not know documents of the type “{outside.type}”.")
    try:
        body: EventBody = part_read(BODIES[outside.type], outside.body, outside.type)
    except BadDocument as no:
        return FaultyBody(str(no))
    return body


def document_signed(
    body: EventBody, *, event: str, heat: str, number: int, sent: datetime.datetime, signing_key: str
) -> bytes:
    """Return the bytes of a document, signed. Its type follows from its body."""
    outside = _Outside(
        version=PROTOCOL_VERSION,
        type=type_of(body),
        event=event,
        sender=public_key_of(signing_key),
        number=number,
        heat=heat,
        sent=sent,
        body=part_written(body),
    )
    text = json.dumps(part_written(outside), ensure_ascii=False, separators=(",", ":"))
    return jws_signed(text.encode(), signing_key)


def type_of(body: EventBody) -> str:
    """Return the name of a body's type, such as "lines"."""
    return next(name for name, kind in BODIES.items() if kind is type(body))


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a document's bytes, by which two documents of one number are told apart."""
    return sha256(data.strip()).hexdigest()


def documents_joined(documents: Iterable[bytes]) -> bytes:
    """Return a file with these documents, one in each line."""
    return b"".join(document + b"\n" for document in documents)


def documents_split(data: bytes, *, most_bytes: int = MAX_DOCUMENT_BYTES) -> list[bytes]:
    """Return the documents of a file or an answer. Raise BadDocument if it is too large or has none."""
    if len(data) > most_bytes:
        raise BadDocument(TOO_LARGE)
    found = data.split()
    if not found:
        raise BadDocument(NOT_SIGNED)
    if len(found) > MAX_DOCUMENTS_A_FILE:
        raise BadDocument(f"The file has more than {MAX_DOCUMENTS_A_FILE} documents. Send them in several files.")
    return found


def _json(payload: bytes) -> Any:
    try:
        return json.loads(payload.decode(), parse_constant=_no_number, object_pairs_hook=_once)
    except (ValueError, RecursionError) as no:
        raise BadDocument("The document is signed, but what it says is not JSON in UTF-8.") from no


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found
