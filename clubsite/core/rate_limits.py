"""Codes that people type, how many wrong ones an address may send, and the counts that this and the sign-in rest on."""

import time
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address, ip_address, ip_network
from typing import TypeVar

from django.core.cache import cache
from django.http import HttpRequest

T = TypeVar("T")
TRIES, WINDOW = 20, 300  # wrong codes an address may send in five minutes before it is told to stop
# A whole club may share one address, so right codes go on working after that, until all such addresses together
# have sent this many more wrong ones: 200 guesses at one of 25^6 codes find none.
SPARE = 200


class TooManyTries(Exception):
    """A wrong code from an address that has sent too many, or any code once guessing has gone on and on."""


def address_of(request: HttpRequest) -> str:
    """Whom a wrong code is counted against: whole networks of IPv6, of which one visitor has 2^64 addresses.

    The server has put it here. What a visitor says of themselves (`X-Forwarded-For`) only the server may believe.
    """
    given = str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ip_address(given)
    except ValueError:
        return given
    if isinstance(address, IPv4Address):
        return given
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


def remote_of(request: HttpRequest) -> str | None:
    """The address as it is, for the record of sign-ins."""
    return request.META.get("REMOTE_ADDR") or None


def found_by_code(look: Callable[[str], T | None], code: str, *, address: str) -> T | None:
    """What `look` finds under a code, or None (counted as a try). Raises TooManyTries."""
    own, spare = f"join:{address}", "join:spare"
    too_often = cache.get(own, 0) >= TRIES
    if too_often and cache.get(spare, 0) >= SPARE:
        raise TooManyTries
    found = look(code)
    if found is None:
        counted(own, WINDOW)
        if too_often:
            counted(spare, WINDOW)
            raise TooManyTries
    return found


def often(key: str, *, limit: int, seconds: int) -> bool:
    """Count one of these; True when there were more than `limit` in the time."""
    return counted(key, seconds) > limit


def counted(key: str, seconds: int) -> int:
    """Count one more within this time from the first; how many there are. 0 where nothing can be counted."""
    if cache.add(key, 0, seconds):
        cache.set(_end(key), int(time.time()) + seconds, seconds)
    with suppress(ValueError):  # the time may end between the two
        return int(cache.incr(key))
    return 0


def uncounted(key: str, times: int = 1) -> None:
    """Take so many back."""
    with suppress(ValueError):
        cache.incr(key, -times)


def forgotten(key: str) -> int:
    """Begin anew; how many there were."""
    had = int(cache.get(key, 0))
    uncounted(key, had)
    return had


def seconds_left(key: str, at_most: int) -> int:
    """How long it takes until what was counted is forgotten."""
    return min(at_most, max(1, int(cache.get(_end(key), 0)) - int(time.time())))


def _end(key: str) -> str:
    return f"{key}:end"
