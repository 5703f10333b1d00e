"""Rate limits. Every rate limit on the site uses one of these classes.

Acts are counted in the cache, for all processes, from the first act on. If nothing can be counted, nobody is
stopped. A socket's messages are counted by its own process.
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
MAX_CODE_TRIES, CODE_WINDOW = 20, 300  # wrong codes from an address in five minutes before it is stopped
# A whole club may share one address, so right codes still work after that, until all such addresses together
# have sent this many more wrong ones: 200 guesses at one of 25^6 codes find none.
MAX_CODE_TRIES_OF_ALL = 200


@dataclass(frozen=True, slots=True)
class TimedCounter:
    """A counter for acts of the kind `name` within `seconds` seconds of the first one."""

    name: str
    seconds: int

    def used(self, who: str) -> int:
        """Return the number of acts counted."""
        return int(cache.get(self._key(who), 0))

    def count(self, who: str) -> int:
        """Count one more act and return the number, or 0 if nothing can be counted."""
        key = self._key(who)
        if cache.add(key, 0, self.seconds):
            cache.set(_end(key), int(time.time()) + self.seconds, self.seconds)
        with suppress(ValueError):  # the time may end between the two
            return int(cache.incr(key))
        return 0

    def take_back(self, who: str, times: int = 1) -> None:
        """Subtract `times` acts."""
        with suppress(ValueError):
            cache.incr(self._key(who), -times)

    def reset(self, who: str) -> int:
        """Reset the counter and return the number of acts."""
        had = self.used(who)
        self.take_back(who, had)
        return had

    def seconds_left(self, who: str) -> int:
        """Return how many seconds are left until the counted acts are forgotten."""
        end = int(cache.get(_end(self._key(who)), 0))
        return min(self.seconds, max(1, end - int(time.time())))

    def _key(self, who: str) -> str:
        return f"{self.name}:{who}"


@dataclass(frozen=True, slots=True)
class RateLimit(TimedCounter):
    """A limit of `most` acts."""

    most: int

    def reached(self, who: str) -> bool:
        """True if the limit has been reached."""
        return self.used(who) >= self.most

    def exceeded(self, who: str) -> bool:
        """Count one more act. Return True if this exceeds the limit."""
        return self.count(who) > self.most


class TokenBucket:
    """A limit on one socket's messages: `burst` at once, and `per_second` in the long run."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.tokens, self.refilled = float(burst), time.monotonic()

    def take(self) -> bool:
        """Count one more message. Return False if this exceeds the limit."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.refilled) * self.per_second) - 1
        self.refilled = now
        return self.tokens >= 0


def socket_limit() -> TokenBucket:
    """Return the limit for one socket: four seconds' worth of messages at once, and `SEAT_MESSAGES` per second."""
    return TokenBucket(4 * settings.SEAT_MESSAGES, settings.SEAT_MESSAGES)


def _end(key: str) -> str:
    return f"{key}:end"


CODE_LIMIT = RateLimit("join", most=MAX_CODE_TRIES, seconds=CODE_WINDOW)
CODES_OF_ALL = RateLimit("join-all", most=MAX_CODE_TRIES_OF_ALL, seconds=CODE_WINDOW)


class TooManyTries(Exception):
    """A code that is refused because its sender's address has sent too many wrong codes. A right code is refused only
    after very many such guesses from all addresses together.
    """


def address_of(request: HttpRequest) -> str:
    """Return the address for counting wrong codes: for IPv6 the whole network, because a visitor has 2^64 addresses.

    The server has set the address. A visitor's own header (`X-Forwarded-For`) only counts if the server trusts it.
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
    """Return what `look` finds under a code. If `look` returns None, the code counts as wrong.

    Raise TooManyTries if the address has sent too many wrong codes, and either this one is wrong too or there have
    been very many such guesses from all addresses together.
    """
    too_often = CODE_LIMIT.reached(address)
    if too_often and CODES_OF_ALL.reached(""):
        raise TooManyTries
    found = look(code)
    if found is None:
        CODE_LIMIT.count(address)
        if too_often:
            CODES_OF_ALL.count("")
            raise TooManyTries
    return found
