"""Requests to other servers, whose addresses come from outside. All such requests of the site are made here.

The name is resolved first, and only public addresses are contacted, unless HUBS_NEARBY allows others. The connection
goes to that very address. No redirect is followed, no proxy is used, and the whole answer has one deadline.
"""

import json
import logging
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils import timezone

log = logging.getLogger(__name__)
ANSWER_SECONDS, CONNECT_SECONDS = 20.0, 6.0
MAX_ANSWER_BYTES = 5_000_000
LONGEST_PATH = 300
SHORTEST_REST, LONGEST_REST = timedelta(seconds=2), timedelta(hours=1)
BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
NAT64 = ip_network("64:ff9b::/96")
NO_ANSWER = (
    "There is no answer from that server that this site can use. Check the address, or try again in a few minutes."
)
"""The one sentence for every failure, so that nobody can scan a network from here. The log says more."""


class ServerSilent(Exception):
    """Raised if another server gives no answer. `rest` is how long it asks callers to wait, or None."""

    def __init__(self, rest: timedelta | None = None) -> None:
        super().__init__(NO_ANSWER)
        self.rest = rest


class ServerAnswer(NamedTuple):
    """The answer of another server."""

    status: int
    etag: str
    data: bytes


def server_asked(
    method: str,
    address: str,
    *,
    body: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    most: int = MAX_ANSWER_BYTES,
    seconds: float = ANSWER_SECONDS,
) -> ServerAnswer:
    """Return another server's answer, limited to `most` bytes and `seconds`. Raise ServerSilent for every failure."""
    json_headers = {"Accept": "application/json", "Content-Type": "application/json", "Accept-Encoding": "identity"}
    text = None if body is None else json.dumps(body).encode()
    request = _Request(method, address, text, {**json_headers, **(headers or {})}, most)
    request.start()
    request.join(seconds)
    answer, request.over = request.answer, True
    request.close()
    if answer is None:
        log.info("No answer from %s: %s", address.partition("?")[0][:200], request.why)
        raise ServerSilent(request.rest)
    return answer


class _Request(Thread):
    """A request in its own thread. At the end `answer` is set, or `why` and perhaps `rest`."""

    def __init__(self, method: str, address: str, body: bytes | None, headers: dict[str, str], most: int) -> None:
        super().__init__(name="other server", daemon=True)
        self.method, self.address, self.body, self.headers, self.most = method, address, body, headers, most
        self.answer: ServerAnswer | None = None
        self.rest: timedelta | None = None
        self.why, self.over = "too slow", False
        self._line: socket.socket | None = None

    def run(self) -> None:
        try:
            self.answer = self._asked(_parts(self.address))
        except (OSError, HTTPException, ValueError) as no:
            self.why = f"{type(no).__name__} {no}"[:200]
        finally:
            self.close()

    def close(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
            self._line.close()

    def _asked(self, parts: SplitResult) -> ServerAnswer:
        secure = parts.scheme == "https"
        host, port = str(parts.hostname), parts.port or (443 if secure else 80)
        connection = (HTTPSConnection if secure else HTTPConnection)(host, port)
        self._line = _connected(host, port)
        if secure:
            self._line = ssl.create_default_context().wrap_socket(self._line, server_hostname=host)
        self._line.settimeout(ANSWER_SECONDS)
        connection.sock = self._line
        if self.over:
            raise TimeoutError("nobody waits for it any more")
        connection.request(self.method, parts.path, self.body, self.headers)
        answer = connection.getresponse()
        data = answer.read(self.most + 1)
        if len(data) > self.most or answer.length:
            raise ValueError(f"more than {self.most} bytes, or not all that were announced")
        if answer.status in BUSY:
            self.rest = _rest(answer.headers.get("Retry-After", ""))
            raise ValueError("busy")
        etag = answer.headers.get("ETag", "")[:80]
        return ServerAnswer(answer.status, etag if etag.isascii() and etag.isprintable() else "", data)


def _parts(address: str) -> SplitResult:
    """Return the parts of an address that may be contacted. Raise ValueError for any other."""
    parts = urlsplit(address)
    schemes = ("https", "http") if settings.HUBS_NEARBY else ("https",)
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    if parts.scheme not in schemes or not parts.hostname or not plain or len(parts.path) > LONGEST_PATH:
        raise ValueError("such an address is not asked")
    return parts


def _connected(host: str, port: int) -> socket.socket:
    """Return a connection to the first permitted address of the name that answers. Raise OSError if none does."""
    last = OSError("no address that may be asked")
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if settings.HUBS_NEARBY or _is_public(str(address[0])):
            try:
                return socket.create_connection((str(address[0]), port), CONNECT_SECONDS)
            except OSError as no:
                last = no
    raise last


def _is_public(text: str) -> bool:
    """True for a public internet address. If it contains another address, both have to be public."""
    address = ip_address(text)
    all_of_it = [address]
    if isinstance(address, IPv6Address):
        all_of_it = [address.ipv4_mapped or address, *filter(None, [address.sixtofour])]
        all_of_it += [ip_address(int(address) & 0xFFFFFFFF)] if address in NAT64 else []
    return all(ip.is_global and not ip.is_multicast and not getattr(ip, "is_site_local", False) for ip in all_of_it)


def _rest(after: str) -> timedelta:
    """Return how long a server asks callers to wait. Its `Retry-After` is in seconds or a date (RFC 9110)."""
    try:
        wanted = timedelta(seconds=int(after)) if after.isdecimal() else parsedate_to_datetime(after) - timezone.now()
    except (ValueError, OverflowError, TypeError):
        return SHORTEST_REST
    return min(max(wanted, SHORTEST_REST), LONGEST_REST)
