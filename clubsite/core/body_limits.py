"""Limits on the size of requests, applied before Django stores any of it.

Django's ASGI handler reads a whole body before any view is called. Here it is read first, into memory, up to the limit
of its address. Anything larger, or not complete in time, is answered in words and never stored.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeVar

from django.urls import Resolver404, resolve

DEFAULT_BODY_LIMIT = 64 * 1024  # bytes of a form, or of a hundred scores of a program
AROUND_A_FILE = 64 * 1024  # the other fields of its form, and the separators
LARGE_AT_ONCE = 6  # large bodies that one process holds
WHOLE_WITHIN = 60  # seconds from the first byte to the last
LEFT_OVER = 10  # seconds in which the rest is read and dropped, as a browser that still sends reads no answer

TOO_LARGE, TOO_SLOW = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_TIMEOUT
TOO_MANY = HTTPStatus.SERVICE_UNAVAILABLE

View = TypeVar("View", bound=Callable[..., Any])
Message = dict[str, Any]


def takes_files(most: int) -> Callable[[View], View]:
    """Mark a view that reads `request.FILES`: a file of up to `most` bytes, and the form around it."""

    def mark(view: View) -> View:
        vars(view)["most_bytes"] = most + AROUND_A_FILE
        return view

    return mark


def most_of(path: str) -> int:
    """Return the limit of this address in bytes."""
    try:
        return int(getattr(resolve(path).func, "most_bytes", DEFAULT_BODY_LIMIT))
    except Resolver404:
        return DEFAULT_BODY_LIMIT


class BodyRefused(Exception):
    """A refused body. `status` is the answer's."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class Bodies:
    """ASGI middleware: the application gets a complete body within its limit, or `refused` in the scope."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.large = 0

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        intake, refused = _Intake(self, scope), None
        try:
            try:
                async with asyncio.timeout(WHOLE_WITHIN):
                    whole = await intake.whole(receive)
            except BodyRefused as no:
                refused = no.status
            except TimeoutError:
                refused = TOO_SLOW
            else:
                if whole:
                    await self.app(scope, _first(whole, receive), send)
        finally:
            intake.end()
        if refused:
            await self._refuse(scope, receive, send, refused)

    async def _refuse(self, scope: Message, receive: Any, send: Any, status: HTTPStatus) -> None:
        """Let Django write the answer. Close the connection when the rest is read, or after LEFT_OVER seconds."""
        rest = _Rest(receive)

        async def closing(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), (b"connection", b"close")]
                await send({**message, "headers": headers})
                rest.answered.set()
            else:
                await send({**message, "more_body": True})

        await self.app({**scope, "refused": status}, _first([_message(b"")], rest.gone), closing)
        with suppress(TimeoutError):
            async with asyncio.timeout(LEFT_OVER):
                await rest.read()
        await send({"type": "http.response.body", "body": b""})


class _Intake:
    """One body that is being received."""

    def __init__(self, bodies: Bodies, scope: Message) -> None:
        self.bodies, self.scope, self.most = bodies, scope, DEFAULT_BODY_LIMIT
        self.large = False

    async def whole(self, receive: Any) -> list[Message]:
        """Return the body as a single message, or [] if the connection broke. Raise BodyRefused."""
        headers = dict(self.scope["headers"])
        self._admit(int(headers.get(b"content-length") or 0))
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return []
            body += message.get("body", b"")
            self._admit(len(body))
            if not message.get("more_body", False):
                return [_message(bytes(body))]

    def _admit(self, size: int) -> None:
        if size <= DEFAULT_BODY_LIMIT or (self.large and size <= self.most):
            return
        self.most = most_of(self.scope["path"])
        if size > self.most:
            raise BodyRefused(TOO_LARGE)
        if self.bodies.large >= LARGE_AT_ONCE:
            raise BodyRefused(TOO_MANY)
        self.large = True
        self.bodies.large += 1

    def end(self) -> None:
        """Note that the body is no longer held."""
        self.bodies.large -= self.large
        self.large = False


class _Rest:
    """The rest of a body after it was refused, which is read and thrown away."""

    def __init__(self, receive: Any) -> None:
        self.receive = receive
        self.answered = asyncio.Event()
        self.ended = False

    async def read(self) -> None:
        while not self.ended:
            message = await self.receive()
            self.ended = message["type"] == "http.disconnect" or not message.get("more_body", False)

    async def gone(self) -> Message:
        """Return when the visitor has gone. Wait until the answer has begun, as reading earlier would
        invite the body.
        """
        await self.answered.wait()
        await self.read()
        return await asyncio.Future()


def _message(body: bytes) -> Message:
    return {"type": "http.request", "body": body, "more_body": False}


def _first(messages: list[Message], receive: Any) -> Callable[[], Any]:
    """Return a `receive` for an application: first these messages, each dropped when taken, then those that arrive."""

    async def receiving() -> Message:
        return messages.pop(0) if messages else dict(await receive())

    return receiving
