"""How often somebody may do something. Every limit of the site is one of these.

Acts are counted in the cache, for all processes, from the first one on; where nothing can be counted nobody is stopped.
Messages of a socket are counted by its own process.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

T = TypeVar("T")
TRIES, WINDOW = 20, 300  # wrong codes an address may send in five minutes before it is told to stop
# A whole club may share one address, so right codes go on working after that, until all such addresses together
# have sent this many more wrong ones: 200 guesses at one of 25^6 codes find none.
SPARE = 200


@dataclass(frozen=True, slots=True)
class TimedCounter:
    """How many acts of a kind, `name`, somebody has done within `seconds` from the first."""

    name: str
    seconds: int

    def used(self, who: str) -> int:
        """How many there are."""
        return int(cache.get(self._key(who), 0))

    def count(self, who: str) -> int:
        """Count one more; how many there are. 0 where nothing can be counted."""
        key = self._key(who)
        if cache.add(key, 0, self.seconds):
            cache.set(_end(key), int(time.time()) + self.seconds, self.seconds)
        with suppress(ValueError):  # the time may end between the two
            return int(cache.incr(key))
        return 0

    def take_back(self, who: str, times: int = 1) -> None:
        """So many fewer."""
        with suppress(ValueError):
            cache.incr(self._key(who), -times)

    def reset(self, who: str) -> int:
        """Begin anew; how many there were."""
        had = self.used(who)
        self.take_back(who, had)
        return had

    def seconds_left(self, who: str) -> int:
        """How long it takes until what was counted is forgotten."""
        end = int(cache.get(_end(self._key(who)), 0))
        return min(self.seconds, max(1, end - int(time.time())))

    def _key(self, who: str) -> str:
        return f"{self.name}:{who}"


@dataclass(frozen=True, slots=True)
class RateLimit(TimedCounter):
    """At most `most` of them."""

    most: int

    def reached(self, who: str) -> bool:
        """True if the limit is reached."""
        return self.used(who) >= self.most

    def exceeded(self, who: str) -> bool:
        """Count one more; whether that is too many."""
        return self.count(who) > self.most


class TokenBucket:
    """Messages of one socket: `burst` at once, and `per_second` in the long run."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.tokens, self.refilled = float(burst), time.monotonic()

    def take(self) -> bool:
        """Count one more message; False when it is too many."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.refilled) * self.per_second) - 1
        self.refilled = now
        return self.tokens >= 0


def socket_limit() -> TokenBucket:
    """Return the limit of one socket: four seconds' messages at once, and `SEAT_MESSAGES` a second."""
    return TokenBucket(4 * settings.SEAT_MESSAGES, settings.SEAT_MESSAGES)


def _end(key: str) -> str:
    return f"{key}:end"


CODES = RateLimit("join", most=TRIES, seconds=WINDOW)
CODES_OF_ALL = RateLimit("join-all", most=SPARE, seconds=WINDOW)


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


def found_by_code(look: Callable[[str], T | None], code: str, *, address: str) -> T | None:
    """What `look` finds under a code, or None (counted as a try). Raises TooManyTries."""
    too_often = CODES.reached(address)
    if too_often and CODES_OF_ALL.reached(""):
        raise TooManyTries
    found = look(code)
    if found is None:
        CODES.count(address)
        if too_often:
            CODES_OF_ALL.count("")
            raise TooManyTries
    return found
