"""The lines of the site's log, as JSON or as text. docs/monitoring.md lists their fields.

A line never holds a card, a name, a key, or an address that contains a key. So only the fields below are
written, addresses are replaced (`RouteNames`), and an error's message is written only if it is about
code.
"""

import logging
import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import format_tb
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.json import JsonFormatter

from clubsite.core.tokens import PUBLIC_ALPHABET, PUBLIC_LENGTH

SPEAK_OF_CODE = (
    *(AttributeError, ImportError, NameError, TypeError),
    *(IntegrityError, InterfaceError, OperationalError, ProgrammingError),
)
"""Errors whose first line names code, tables or servers. A second line of PostgreSQL names values."""
MAX_CAUSES = 5
_SESSION, _NUMBER = re.compile(f"[{PUBLIC_ALPHABET}]{{{PUBLIC_LENGTH}}}"), re.compile(r"\w{1,8}")
_context: ContextVar[dict[str, str]] = ContextVar("log_context", default={})  # noqa: B039  replaced, never changed


def log_context(**facts: str) -> None:
    """Add `request`, `session`, `table` or `job`, if not empty, to all further lines of this request, socket or job."""
    _context.set({**_context.get(), **facts})


class TextLines(logging.Formatter):
    """Lines for a person at a terminal."""

    def formatException(self, ei: Any) -> str:
        return "\n".join(_told(ei[1]))


class JsonLines(JsonFormatter):
    """Lines of JSON for programs."""

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """Fill the line. Attributes that a library adds to a record, such as the request, are not written."""
        log_data["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        log_data |= {"level": record.levelname.lower(), "logger": record.name, "message": record.message}
        log_data |= {name: fact for name, fact in _context.get().items() if fact}
        if record.exc_info and record.exc_info[1]:
            log_data["error"] = "\n".join(_told(record.exc_info[1]))


class SessionInLog:
    """Middleware that adds the session and the table in a page's address to the log lines of its request.

    Text that does not look like a session or table is not added, because anybody can write anything into an address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        session, number = str(kwargs.get("session_id", "")), str(kwargs.get("number", ""))
        if _SESSION.fullmatch(session):
            is_table = request.resolver_match is not None and "/table/" in request.resolver_match.route
            log_context(session=session, table=number if is_table and _NUMBER.fullmatch(number) else "")


def _told(error: BaseException | None) -> Iterator[str]:
    """Yield where an error and its causes were raised, and their classes, starting with the first cause."""
    chain: list[BaseException] = []
    while error is not None and len(chain) < MAX_CAUSES:
        chain.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    for cause in reversed(chain):
        yield "".join(format_tb(cause.__traceback__)).rstrip()
        text = str(cause).partition("\n")[0] if isinstance(cause, SPEAK_OF_CODE) else getattr(cause, "strerror", "")
        yield ": ".join(filter(None, (type(cause).__name__, text)))


NO_ROUTE = "an address of no page"
_AFTER_HOST = re.compile(r"(https?://[^/\s]+)/\S*")


class RouteNames(logging.Filter):
    """A log filter that replaces each request path with the name of its route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None:
            # A refusal may contain the visitor's previous page. Of that, the host is enough.
            record.msg = _AFTER_HOST.sub(r"\1/", str(record.msg))
            if isinstance(record.args, tuple):
                record.args = tuple(_without_path(arg, request) for arg in record.args)
        return True


def route_name(request: Any) -> str:
    match = getattr(request, "resolver_match", None)
    return (match.view_name or match.route) if match else NO_ROUTE


def _without_path(logged: Any, request: Any) -> Any:
    if not isinstance(logged, str):
        return logged
    if logged.startswith("/"):
        return route_name(request)
    return _AFTER_HOST.sub(r"\1/", logged)


SENT_IN = ("http.response.start", "websocket.accept")
_USABLE = re.compile(rb"[A-Za-z0-9_-]{8,64}")


class RequestIds:
    """ASGI middleware that must come first, so that refused requests have an id too.

    The id is taken from the header `REQUEST_ID_HEADER`, a setting only for clubs whose proxy sets that header.
    Otherwise the id is made here, because a visitor's own header is not trusted.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        request_id = _from_proxy(scope) or uuid4().hex
        log_context(request=request_id)

        async def send_with_id(message: dict[str, Any]) -> None:
            if message["type"] in SENT_IN:
                headers = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        return await self.app(scope, receive, send_with_id)


def _from_proxy(scope: dict[str, Any]) -> str:
    name = settings.REQUEST_ID_HEADER.lower().encode()
    if not name:
        return ""
    values = [value for key, value in scope["headers"] if key == name]
    return values[-1].decode() if values and _USABLE.fullmatch(values[-1]) else ""
