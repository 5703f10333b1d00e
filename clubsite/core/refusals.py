"""Plain-language responses to requests that never reach Django. They need no thread and no database."""

import json
from functools import cache
from http import HTTPStatus
from typing import Any

from csp.utils import build_policy
from django.template.loader import render_to_string


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
