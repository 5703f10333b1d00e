"""The messages on a seat's socket, parsed into frozen dataclasses. docs/protocol.md has the full protocol.

A message never names a seat: the seat comes from the connection.
"""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

MAX_FRAME = 1000  # characters; the longest legitimate message has about 150


class ProtocolError(ValueError):
    """Raised if a frame is not a protocol message. `str()` gives a sentence; `id` is the frame's id, if readable."""

    def __init__(self, reason: str, message_id: str = "") -> None:
        super().__init__(reason)
        self.id = message_id


@dataclass(frozen=True, slots=True)
class ActMessage:
    """One action in the game. `seq` is the number of the last event that the client had seen."""

    id: UUID
    play: str
    seq: int
    action: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A message saying that a player is ready for the next board and, if `play` is given, agrees with its result."""

    id: UUID
    play: str


@dataclass(frozen=True, slots=True)
class Disagree:
    """A message saying that a player disagrees with the result of `play`. It calls the director."""

    id: UUID
    play: str


@dataclass(frozen=True, slots=True)
class Help:
    """A message that calls the director, or takes back the call."""

    id: UUID
    on: bool


@dataclass(frozen=True, slots=True)
class Ping:
    """A sign of life. `rev` is the last version that the client has displayed.

    `at` is the time on the client's clock, in milliseconds since 1970, if the client sent it.
    """

    rev: int
    at: int | None = None


Message = ActMessage | Ready | Disagree | Help | Ping


def parse(text: str) -> Message:
    """Parse a frame into a message. Raise ProtocolError with a sentence if it is not a message."""
    if len(text) > MAX_FRAME:
        raise ProtocolError("That message is too long.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ProtocolError("That message is not JSON.") from None
    if not isinstance(data, dict):
        raise ProtocolError("A message is a JSON object.")
    kind = data.get("t")
    if kind == "ping":
        return Ping(rev=_int(data, "rev", ""), at=None if data.get("at") is None else _int(data, "at", ""))
    message_id = _uuid(data)
    shown = str(message_id)
    if kind == "act":
        return ActMessage(message_id, _text(data, "play", shown), _int(data, "seq", shown), _text(data, "a", shown))
    if kind == "ready":
        return Ready(message_id, "" if data.get("play") is None else _text(data, "play", shown))
    if kind == "disagree":
        return Disagree(message_id, _text(data, "play", shown))
    if kind in ("help", "help_off"):
        return Help(message_id, on=kind == "help")
    raise ProtocolError("This site does not know that kind of message.", shown)


def _uuid(data: dict[str, Any]) -> UUID:
    try:
        return UUID(data["id"])
    except (KeyError, ValueError, TypeError, AttributeError):
        raise ProtocolError("A message needs an id that is a UUID.") from None


def _int(data: dict[str, Any], key: str, message_id: str) -> int:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise ProtocolError(f"The message's {key} must be a number.", message_id)
    return value


def _text(data: dict[str, Any], key: str, message_id: str) -> str:
    value = data.get(key)
    # Ids and actions are plain ASCII. The database would refuse surrogates and NULs with an error.
    if not isinstance(value, str) or not 0 < len(value) <= 40 or not (value.isascii() and value.isprintable()):
        raise ProtocolError(f"The message's {key} must be a short text.", message_id)
    return value
