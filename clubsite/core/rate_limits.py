"""How actions are counted and limited. The limits themselves are in one table, `core/limits.py`.

Actions are counted by all processes together, from the first action on: guesses at an account's secrets in the
database, everything else in the cache. But each process keeps its own count of a socket's messages
and of the requests from a network address.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Address, ip_address, ip_network
from time import monotonic, time
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.crypto import salted_hmac


class CachedCounts:
    """Counts of actions in the cache. While the cache is unavailable, nothing is counted.

    A count begins with the first action and ends after some seconds: all its actions are forgotten at the same time.
    """

    @staticmethod
    def used(key: str) -> int:
        return int(cache.get(key, 0))

    @staticmethod
    def used_by(keys: Iterable[str]) -> dict[str, int]:
        return {key: int(used) for key, used in cache.get_many(keys).items()}

    @staticmethod
    def count(key: str, seconds: int) -> int:
        """Count one more action and return the total, or 0 if the count has just ended."""
        if cache.add(key, 0, seconds):
            cache.set(f"{key}:end", int(time()) + seconds, seconds)
        with suppress(ValueError):  # the time may end between the two
            return int(cache.incr(key))
        return 0

    @staticmethod
    def take_back(key: str, times: int) -> None:
        with suppress(ValueError):
            cache.incr(key, -times)

    @staticmethod
    def end(key: str) -> int:
        """Return when the count ends, in seconds since 1970, or 0 if there is none."""
        return int(cache.get(f"{key}:end", 0))


class KeptCounts(CachedCounts):
    """Counts in the database, for guesses at secrets, which are counted even while the cache is unavailable.

    The key of a row is a keyed hash, because the original key names an account or a network address.
    """

    @staticmethod
    def used(key: str) -> int:
        row = _rows().filter(key=_hashed(key), end__gt=time()).first()
        return row.used if row else 0

    @staticmethod
    def used_by(keys: Iterable[str]) -> dict[str, int]:
        return {key: used for key in keys if (used := KeptCounts.used(key))}

    @staticmethod
    def count(key: str, seconds: int) -> int:
        now = int(time())
        with transaction.atomic():
            begun = {"used": 0, "end": now + seconds}
            row, _ = _rows().select_for_update().get_or_create(key=_hashed(key), defaults=begun)
            if row.end <= now:
                row.used, row.end = 0, now + seconds
            row.used += 1
            row.save()
        return int(row.used)

    @staticmethod
    def take_back(key: str, times: int) -> None:
        if times:
            _rows().filter(key=_hashed(key), end__gt=time()).update(used=F("used") - times)

    @staticmethod
    def end(key: str) -> int:
        row = _rows().filter(key=_hashed(key)).first()
        return row.end if row else 0


def _rows() -> Any:
    from clubsite.core.models import KeptCount  # limits are imported before the models

    return KeptCount.objects


def _hashed(key: str) -> str:
    return salted_hmac("kept count", key, algorithm="sha256").hexdigest()


class Per(StrEnum):
    """The kind of subject whose requests a limit counts. The value is its name in the table of limits."""

    ADDRESS = "network address"
    NAME = "sign-in name"
    ACCOUNT = "account"
    BROWSER = "browser where the name has signed in before"
    DEVICE = "device"
    SEAT = "seat"
    PROGRAM = "token of a program"
    MAILBOX = "mail address"
    MAILBOX_BY_SENDER = "mail address and who sends to it"
    MAILBOX_BY_NIGHT = "mail address and night"
    PAGE = "page of the site"
    EVERYBODY = "whole site"
    SOCKET = "socket"


@dataclass(frozen=True, slots=True)
class TimedCounter:
    """A counter of actions within `seconds` of the first. If `kept`, it is in the database and needs no cache."""

    name: str
    seconds: int
    kept: bool = field(default=False, kw_only=True)

    def used(self, who: str) -> int:
        return self._counts.used(self._key(who))

    def used_by(self, many: Iterable[str]) -> dict[str, int]:
        """Return the number of actions for each key in `many` that has any, using one request."""
        keys = {self._key(who): who for who in many}
        return {keys[key]: used for key, used in self._counts.used_by(keys).items() if used}

    def count(self, who: str) -> int:
        """Count one more action and return the total, or 0 if counting is impossible."""
        return self._counts.count(self._key(who), self.seconds)

    def take_back(self, who: str, times: int = 1) -> None:
        self._counts.take_back(self._key(who), times)

    def reset(self, who: str) -> int:
        """Reset the counter and return the number of actions that it had counted."""
        had = self.used(who)
        self.take_back(who, had)
        return had

    def seconds_left(self, who: str) -> int:
        """Return how many seconds are left until the counted actions are forgotten."""
        return min(self.seconds, max(1, self._counts.end(self._key(who)) - int(time())))

    @property
    def _counts(self) -> type[CachedCounts]:
        return KeptCounts if self.kept else CachedCounts

    def _key(self, who: str) -> str:
        return f"{self.name}:{who}"


@dataclass(frozen=True, slots=True)
class RateLimit(TimedCounter):
    """A limit of `most` actions, counted separately for each `per`. `counted` describes in words what is counted.

    `says` is the message for a person who exceeds the limit; the time to wait replaces `{when}`. It is "" if nobody
    is told, as for a mail that is simply not sent.
    """

    most: int
    per: Per
    counted: str
    says: str = ""

    def reached(self, who: str) -> bool:
        return self.used(who) >= self.most

    def exceeded(self, who: str) -> bool:
        """Count one more action. Return True, with nothing counted and no row written, if that exceeds the limit."""
        if self.kept and self.reached(who):
            return True
        if self.count(who) <= self.most:
            return False
        self.take_back(who)
        return True

    def refusal(self, who: str) -> str:
        """Return the message for the person, with the time that they still have to wait."""
        return self.says.format(when=_when(self.seconds_left(who)))


@dataclass(frozen=True, slots=True)
class FlowLimit:
    """A limit on a flow of actions: `burst` at once, and `per_second` in the long run. Each process counts its own."""

    burst: int
    per_second: int
    per: Per
    counted: str
    says: str

    def bucket(self) -> "TokenBucket":
        return TokenBucket(self.burst, self.per_second)


class TokenBucket:
    """The remaining allowance of one socket or network address under a flow limit."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.tokens, self.refilled = float(burst), monotonic()

    def take(self) -> bool:
        """Count one more action and return True. If that is too many, return False and count nothing."""
        now = monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.refilled) * self.per_second)
        self.refilled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


def _when(seconds: int) -> str:
    minutes = -(-seconds // 60)
    if minutes > 90:
        return f"in {-(-minutes // 60)} hours"
    return "in a minute" if minutes <= 1 else f"in {minutes} minutes"


def address_of(request: HttpRequest) -> str:
    """Return the network address to which a request's actions are counted.

    This is the address that the server set. A header sent by the visitor (`X-Forwarded-For`) counts only if the
    server trusts it.
    """
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def network_of(given: str) -> str:
    """Return an IPv4 address as given, or the whole network of an IPv6 address, as one visitor has 2^64 addresses."""
    try:
        address = ip_address(given)
    except ValueError:
        return given
    if isinstance(address, IPv4Address):
        return given
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
