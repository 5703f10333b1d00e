"""An id for each request and socket. It is in every log line of the request, and in the response as `X-Request-ID`."""

import re
from typing import Any
from uuid import uuid4

from django.conf import settings

from clubsite.core.log_lines import log_context

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
    found = [value for key, value in scope["headers"] if key == name]
    return found[-1].decode() if found and _USABLE.fullmatch(found[-1]) else ""
