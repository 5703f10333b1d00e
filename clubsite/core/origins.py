"""The site's own addresses: which pages may open a socket, which cookies need HTTPS, and links for other devices.

Channels' own validator compares only host names. It would accept a page served by a program on another port of
the same machine, with the visitor's cookies.
"""

from collections.abc import Awaitable, Callable
from io import BytesIO
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import segno
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

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


HOST, PATH = "__Host-", "__Secure-"
Scope = dict[str, Any]


class SecureCookies:
    """ASGI middleware for pages and sockets that adds a prefix and `Secure` to cookies over https."""

    def __init__(self, application: Callable[..., Awaitable[Any]]) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        if not is_over_https(scope):
            return await self.application(scope, receive, send)

        async def send_prefixed(message: dict[str, Any]) -> None:
            if "headers" in message:
                message = {**message, "headers": [_prefixed(*header) for header in message["headers"]]}
            await send(message)

        own = [_plain(*header) for header in scope["headers"]]
        return await self.application({**scope, "headers": own}, receive, send_prefixed)


def is_over_https(scope: Scope) -> bool:
    """True if the visitor used https, as far as Django can tell. A proxy in front may report it."""
    scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
    return ASGIRequest({"method": "GET", **scope, "type": "http", "scheme": scheme}, BytesIO()).is_secure()


def _plain(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a request's header. Keep only the cookies with a prefix, and remove the prefix."""
    if name.lower() != b"cookie":
        return name, value
    cookies = [cookie.strip() for cookie in value.decode("latin-1").split(";")]
    kept = [cookie.partition("-")[2] for cookie in cookies if cookie.startswith((HOST, PATH))]
    return name, "; ".join(kept).encode("latin-1")


def _prefixed(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a response's header. A cookie that it sets gets the prefix and `Secure`."""
    if name.lower() != b"set-cookie":
        return name, value
    text = value.decode("latin-1")
    attributes = [attribute.strip().lower() for attribute in text.split(";")[1:]]
    bound = "path=/" in attributes and not any(attribute.startswith("domain=") for attribute in attributes)
    secure = "" if "secure" in attributes else "; Secure"
    return name, f"{HOST if bound else PATH}{text}{secure}".encode("latin-1")


HERE_ONLY = ("127.0.0.1", "localhost", "[::1]", "testserver")
NEARBY_NAMES = (".local", ".localhost", ".lan", ".internal", ".home.arpa")
"""How names end that are known only in one network."""


def base_of(request: HttpRequest) -> str:
    """Return the setting `PUBLIC_URL` if the club has set it, else this request's host."""
    return str(settings.PUBLIC_URL or request.build_absolute_uri("/")).rstrip("/")


def only_here(base: str) -> bool:
    """True if the address can be reached only from this machine."""
    host = base.split("://")[-1].split("/")[0]
    return host.rsplit(":", 1)[0] in HERE_ONLY or host in HERE_ONLY


def only_nearby(base: str) -> bool:
    """True if the address can be reached only from this machine or its own network."""
    host = urlsplit(base).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(NEARBY_NAMES)


def qr_svg(url: str) -> str:
    """Return an inline SVG of the QR code, dark on light in both themes."""
    return str(
        segno.make(url, error="m").svg_inline(
            scale=5, border=3, dark="#1B1A17", light="#FFFFFF", omitsize=True, svgclass="qr", lineclass=None
        )
    )
