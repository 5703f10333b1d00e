"""Cookies over https: they have names that browsers take only over https from this very host, and are `Secure`.

The site itself knows plain names. Over https this middleware gives a cookie with path "/" the prefix `__Host-`, and any
other `__Secure-` (RFC 6265bis, 4.1.3), and hides every cookie that comes without its prefix: another page of the
network could have set it. Over plain HTTP the plain names are used, as browsers refuse a prefix there. So one site may
be read in both ways, and a device that uses both is signed in twice.
"""

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest

HOST, PATH = "__Host-", "__Secure-"
Scope = dict[str, Any]


class SecureCookies:
    """ASGI middleware for pages and sockets."""

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
    """True if the visitor used https, as Django sees it: a proxy in front may say so."""
    scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
    return ASGIRequest({"method": "GET", **scope, "type": "http", "scheme": scheme}, BytesIO()).is_secure()


def _plain(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a request's header. Of its cookies only those with a prefix stay, without the prefix."""
    if name.lower() != b"cookie":
        return name, value
    cookies = [cookie.strip() for cookie in value.decode("latin-1").split(";")]
    kept = [cookie.partition("-")[2] for cookie in cookies if cookie.startswith((HOST, PATH))]
    return name, "; ".join(kept).encode("latin-1")


def _prefixed(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return an answer's header. A cookie that it sets gets the prefix, and `Secure`."""
    if name.lower() != b"set-cookie":
        return name, value
    text = value.decode("latin-1")
    attributes = [attribute.strip().lower() for attribute in text.split(";")[1:]]
    bound = "path=/" in attributes and not any(attribute.startswith("domain=") for attribute in attributes)
    secure = "" if "secure" in attributes else "; Secure"
    return name, f"{HOST if bound else PATH}{text}{secure}".encode("latin-1")
