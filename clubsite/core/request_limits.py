"""Limits on requests: how many one network address may send to this process, and how large a body may be.

The limits are far above what a full hall needs: they stop a program, not a club. Counting is done in the process
and not in the cache, so that pages do not become slower. Requests for the site's own files are not counted.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any, TypeVar

from channels.security.websocket import WebsocketDenier
from csp.utils import build_policy
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve

from clubsite.core.rate_limits import FlowLimit, TokenBucket, network_of


async def refuse(scope: dict[str, Any], send: Any, status: HTTPStatus, detail: str, page: str, **context: Any) -> None:
    """Respond with the template `page` or, to a program, with `detail`, and close the connection.

    `retry_after` in the context is the number of seconds to wait before asking again.
    """
    if scope["path"].startswith("/api/"):
        kind = "application/problem+json"
        text = json.dumps({"title": status.phrase, "status": int(status), "detail": detail})
    else:
        kind, text = "text/html; charset=utf-8", _rendered(page, status=int(status), **context)
    body = text.encode()
    headers = {"content-type": kind, "cache-control": "no-store", "connection": "close"}
    headers |= {"x-content-type-options": "nosniff", "content-security-policy": build_policy()}
    headers["content-length"] = str(len(body))
    if "retry_after" in context:
        headers["retry-after"] = str(context["retry_after"])
    coded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": coded})
    await send({"type": "http.response.body", "body": body})


@cache
def _rendered(page: str, **context: Any) -> str:
    """Return the page as text. It is rendered only once, because rendering delays card play."""
    return render_to_string(page, context)


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


MOST_ADDRESSES = 10_000
"""Addresses that are remembered. The one that was silent longest is forgotten first."""
RETRY_AFTER = 10  # seconds


class RequestLimits:
    """ASGI middleware that refuses requests and sockets from an address that sends too many."""

    def __init__(self, app: Any, limit: FlowLimit) -> None:
        self.app, self.limit = app, limit
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if scope["path"].startswith(settings.STATIC_URL) or self._bucket(scope).take():
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            return await WebsocketDenier()(scope, receive, send)
        return await refuse(
            scope, send, HTTPStatus.TOO_MANY_REQUESTS, self.limit.says, "429.html", retry_after=RETRY_AFTER
        )

    def _bucket(self, scope: dict[str, Any]) -> TokenBucket:
        """Return the token bucket for the address of this request. The server has set that address."""
        address = network_of((scope.get("client") or [""])[0])
        bucket = self.buckets.pop(address, None) or self.limit.bucket()
        self.buckets[address] = bucket
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket
