"""The pages that may open a socket: the site's own, by scheme, host and port.

Channels' own validator compares only host names. It would accept a page served by a program on another port of
the same machine, with the visitor's cookies.
"""

from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int]


class SameOrigin:
    """ASGI middleware that refuses a socket's handshake unless the socket was opened by a page on this site."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        answer = self.application if is_same_origin(scope) else WebsocketDenier()
        return await answer(scope, receive, send)


def is_same_origin(scope: dict[str, Any]) -> bool:
    """True if the `Origin` header names the address of the site that was requested, or `PUBLIC_URL`."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    request = ASGIRequest({**scope, "type": "http", "method": "GET", "scheme": scheme}, BytesIO())
    try:
        # As Django knows them: Host is one of ALLOWED_HOSTS, and a proxy in front sets the scheme.
        asked_at = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
    origin = _origin(request.META.get("HTTP_ORIGIN", ""))
    return origin is not None and origin in (_origin(asked_at), _origin(settings.PUBLIC_URL))


def _origin(url: str) -> Origin | None:
    """Return an address's scheme, host and port, or None if its scheme is neither http nor https."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme]
