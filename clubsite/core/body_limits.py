"""Limits on request sizes, applied before Django stores any part of a request.

Django's ASGI handler writes a whole body to disk before any view is called. Here the body is first read into
memory, up to the limit for its address. A proxy has to limit the number of simultaneous senders.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeVar

from django.urls import Resolver404, resolve

from clubsite.core.refusals import refuse

DEFAULT_BODY_LIMIT = 64 * 1024  # bytes of a form, or of a hundred scores of a program
AROUND_A_FILE = 64 * 1024  # the other fields of its form, and the separators
WHOLE_WITHIN = 60  # seconds from the first byte to the last

TOO_LARGE, TOO_SLOW = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_TIMEOUT
TO_PROGRAMS = {
    TOO_LARGE: "That is too much for one message. Send fewer scores at once.",
    TOO_SLOW: "The message did not come whole within a minute. Nothing was stored. Send it again.",
}

View = TypeVar("View", bound=Callable[..., Any])


def takes_files(most: int) -> Callable[[View], View]:
    """Mark a view that reads `request.FILES`. It accepts a file of up to `most` bytes plus the form around the file."""

    def mark(view: View) -> View:
        vars(view)["most_bytes"] = most + AROUND_A_FILE
        return view

    return mark


def most_of(path: str) -> int:
    """Return the limit for this address, in bytes."""
    try:
        return int(getattr(resolve(path).func, "most_bytes", DEFAULT_BODY_LIMIT))
    except Resolver404:
        return DEFAULT_BODY_LIMIT


class Bodies:
    """ASGI middleware that passes on complete bodies within their limit, and refuses others with a readable message."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        body, size, most, status = bytearray(), 0, DEFAULT_BODY_LIMIT, TOO_SLOW
        with suppress(TimeoutError):
            async with asyncio.timeout(WHOLE_WITHIN):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return
                    part, more = message.get("body", b""), message.get("more_body", False)
                    size += len(part)
                    if size > most == DEFAULT_BODY_LIMIT:
                        most = most_of(scope["path"])
                    # A browser reads no answer before it has sent everything, so the rest is read and dropped.
                    body = body + part if size <= most else bytearray()
                status = HTTPStatus.OK
        if size > most:
            status = TOO_LARGE
        if status == HTTPStatus.OK:
            whole = [{"type": "http.request", "body": bytes(body), "more_body": False}]
            await self.app(scope, lambda: _next(whole, receive), send)
        else:
            words = {"detail": TO_PROGRAMS[status], "file_size": _in_words(most - AROUND_A_FILE)}
            await refuse(scope, send, status, page="413.html", **words)


async def _next(whole: list[dict[str, Any]], receive: Any) -> Any:
    return whole.pop() if whole else await receive()


def _in_words(size: int) -> str:
    """Return a file size with its unit, such as "5 MB", or "" for 0 bytes."""
    if size <= 0:
        return ""
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size // 1000} kB"
