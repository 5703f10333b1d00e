"""Public pages are made in the process beside the web process, while a core is idle: no card waits for a reader.

The request is handed over before any middleware has seen it, for there all of them see it.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.urls import Resolver404, get_resolver, resolve
from django.utils.encoding import iri_to_uri
from django.views.defaults import server_error

from clubsite.core.priority import when_idle
from clubsite.core.side_process import side_process

log = logging.getLogger(__name__)
WAITING = 16
"""Requests that wait for the process beside at once. It makes one page at a time: the others wait here."""


class Answer(NamedTuple):
    """What goes back: status, headers as ASGI has them, body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PagesBeside:
    """ASGI middleware: where there is a process beside this one, it makes what is marked as a public page."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self._threads = ThreadPoolExecutor(WAITING, "pages")

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if not side_process.running or not is_made_beside(scope):
            await self.app(scope, receive, send)
            return
        try:
            request = ASGIRequest(scope, BytesIO())
        except UnicodeDecodeError:  # Django has an answer to that
            await self.app(scope, receive, send)
            return
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, _asked, request)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})


def is_made_beside(scope: dict[str, Any]) -> bool:
    """Whether this asks for a public page, and was not refused before (`body_limits`)."""
    if scope["method"] not in ("GET", "HEAD") or "refused" in scope:
        return False
    try:
        return getattr(resolve(scope["path"]).func, "public", False)
    except Resolver404:
        return False


def get_ready() -> None:
    """In the process beside: what the first page would wait for."""
    _handler()
    get_resolver().url_patterns  # noqa: B018 - loaded by being asked for


def _asked(request: ASGIRequest) -> Answer:
    try:
        return side_process.call(answer_of, request.scheme, _as_wsgi(request))
    except TimeoutError:
        log.error("No page came of %s", request.path)
        return _as_answer(server_error(request))


def _as_wsgi(request: ASGIRequest) -> dict[str, str]:
    """What is known of the request; its address as WSGI has it, one character for each byte (PEP 3333)."""
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return {
        **request.META,
        "PATH_INFO": request.path_info.encode().decode("iso-8859-1"),
        "QUERY_STRING": query,
    }


def answer_of(scheme: str | None, meta: dict[str, str]) -> Answer:
    """The site's answer to a request without a body, made by all of its middleware."""
    return when_idle(_answer_of, scheme, meta)


def _answer_of(scheme: str | None, meta: dict[str, str]) -> Answer:
    made = _handler().get_response(WSGIRequest({**meta, "wsgi.url_scheme": scheme, "wsgi.input": BytesIO()}))
    try:
        return _as_answer(made)
    finally:
        made.close()


def _as_answer(made: Any) -> Answer:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in made.items()]
    cookies = [(b"Set-Cookie", morsel.OutputString().encode("ascii")) for morsel in made.cookies.values()]
    return Answer(made.status_code, headers + cookies, made.getvalue())


@cache
def _handler() -> WSGIHandler:
    return WSGIHandler()
