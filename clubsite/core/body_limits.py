"""How much a request may send: counted at the server, before Django keeps any of it.

Django's ASGI handler takes a whole body in before any view is asked. Here it is read first, into memory, up to what
its address takes; whatever is more, or does not come whole in time, is answered in words and never kept.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeVar

from django.urls import Resolver404, resolve

ORDINARY = 64 * 1024  # bytes of a form, or of a hundred scores of a program
AROUND_A_FILE = 64 * 1024  # the other fields of its form, and what separates them
LARGE_AT_ONCE = 6  # bodies of more than an ordinary size that one process holds
WHOLE_WITHIN = 60  # seconds from the first byte to the last
LEFT_OVER = (
    10  # seconds in which the rest is read and thrown away: a browser that still sends reads no answer
)

TOO_LARGE, TOO_SLOW = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_TIMEOUT
TOO_MANY = HTTPStatus.SERVICE_UNAVAILABLE

View = TypeVar("View", bound=Callable[..., Any])
Message = dict[str, Any]


def takes_files(most: int) -> Callable[[View], View]:
    """Marks a view that reads `request.FILES`: a file of up to `most` bytes, and the form around it."""

    def mark(view: View) -> View:
        vars(view)["most_bytes"] = most + AROUND_A_FILE
        return view

    return mark


def most_of(path: str) -> int:
    """How many bytes this address takes."""
    try:
        return int(getattr(resolve(path).func, "most_bytes", ORDINARY))
    except Resolver404:
        return ORDINARY


class BodyRefused(Exception):
    """`status` of the answer."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class Bodies:
    """ASGI middleware: the application gets a whole body of a size that it takes, or `refused` in the scope."""

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
        """Django writes the answer; the line is closed when the rest was read, or after LEFT_OVER seconds."""
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
    """One body on its way in."""

    def __init__(self, bodies: Bodies, scope: Message) -> None:
        self.bodies, self.scope, self.most = bodies, scope, ORDINARY
        self.large = False

    async def whole(self, receive: Any) -> list[Message]:
        """The body as the one message that it is now; none if the line broke. Raises Refused."""
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
        if size <= ORDINARY or (self.large and size <= self.most):
            return
        self.most = most_of(self.scope["path"])
        if size > self.most:
            raise BodyRefused(TOO_LARGE)
        if self.bodies.large >= LARGE_AT_ONCE:
            raise BodyRefused(TOO_MANY)
        self.large = True
        self.bodies.large += 1

    def end(self) -> None:
        """The body is held no longer."""
        self.bodies.large -= self.large
        self.large = False


class _Rest:
    """What is still on its way after the answer was clear: read, and thrown away."""

    def __init__(self, receive: Any) -> None:
        self.receive = receive
        self.answered = asyncio.Event()
        self.ended = False

    async def read(self) -> None:
        while not self.ended:
            message = await self.receive()
            self.ended = message["type"] == "http.disconnect" or not message.get("more_body", False)

    async def gone(self) -> Message:
        """What Django waits for while it answers. Not before it has begun to: asking would invite the body."""
        await self.answered.wait()
        await self.read()
        return await asyncio.Future()


def _message(body: bytes) -> Message:
    return {"type": "http.request", "body": body, "more_body": False}


def _first(messages: list[Message], receive: Any) -> Callable[[], Any]:
    """`receive` of an application: these messages, each let go of as it is taken, then what comes."""

    async def receiving() -> Message:
        return messages.pop(0) if messages else dict(await receive())

    return receiving
