"""Requests to the server of an organiser: what may be asked, and why there is no answer, in words."""

import http.client
import ipaddress
import socket
import ssl
from datetime import timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from clubsite.event_documents.messages.documents import MAX_ANSWER_BYTES

HUB_SECONDS = 8
BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
SHORTEST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(hours=1)


class HubSilent(Exception):
    """Raised with a sentence if the hub cannot be reached, or answers with something that is no answer."""


class HubBusy(HubSilent):
    """Raised if the hub asks to be left alone for a time, `rest`."""

    def __init__(self, rest: timedelta) -> None:
        super().__init__("The server is busy and asks to be left alone for a while.")
        self.rest = rest


def hub_request(address: str, data: bytes | None = None) -> tuple[int, bytes]:
    """Post a document to an address, or get one without `data`. Return the status and the answer.

    Only HTTPS to an address of the internet is asked, unless HUBS_NEARBY allows others. Nothing is followed. Raise
    HubBusy if the server asks for a rest, and HubSilent for every other failure.
    """
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    if not parts.hostname or not (secure or (settings.HUBS_NEARBY and parts.scheme == "http")):
        raise HubSilent("The address does not begin with https://.")
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    try:
        connection = kind(parts.hostname, parts.port, timeout=HUB_SECONDS)
        try:
            connection.connect()
            _refuse_near(connection.sock.getpeername()[0])
            headers = {"Content-Type": "application/jose", "Accept": "text/plain"}
            connection.request("GET" if data is None else "POST", parts.path or "/", data, headers)
            answer = connection.getresponse()
            if answer.status in BUSY:
                raise HubBusy(_rest(answer.headers.get("Retry-After", "")))
            found = answer.read(MAX_ANSWER_BYTES + 1)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise HubSilent(_reason(error)) from error
    if len(found) > MAX_ANSWER_BYTES:
        raise HubSilent("The answer from there is larger than 25 MB.")
    return answer.status, found


def _rest(after: str) -> timedelta:
    """Return how long a server asks to be left alone: its `Retry-After` has seconds or a date (RFC 9110)."""
    try:
        wanted = timedelta(seconds=int(after)) if after.isdecimal() else parsedate_to_datetime(after) - timezone.now()
    except (ValueError, OverflowError, TypeError):
        return SHORTEST_REST
    return min(max(wanted, SHORTEST_REST), LONGEST_REST)


def _reason(error: Exception) -> str:
    match error:
        case socket.gaierror():
            return "This site finds no server with that name."
        case ConnectionRefusedError():
            return "No server answers at this address."
        case TimeoutError():
            return "The server did not answer in time."
        case ssl.SSLError():
            return "The server has no valid certificate."
    return "The connection to the server broke."


def _refuse_near(peer: str) -> None:
    if not settings.HUBS_NEARBY and not ipaddress.ip_address(peer).is_global:
        raise HubSilent("The address is not one of the internet.")
