"""Where actions are counted for a time: in the cache, or in the database. Each key has a count and an end."""

from collections.abc import Iterable
from contextlib import suppress
from time import time
from typing import Any, Protocol

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac


class Counts(Protocol):
    """A place for counts. A count begins with the first action, and all its actions are forgotten at the same time."""

    @staticmethod
    def used(key: str) -> int:
        """Return the number of actions counted."""

    @staticmethod
    def used_by(keys: Iterable[str]) -> dict[str, int]:
        """Return the number of actions for each key that has a count."""

    @staticmethod
    def count(key: str, seconds: int) -> int:
        """Count one more action and return the total. A new count ends after `seconds` seconds."""

    @staticmethod
    def take_back(key: str, times: int) -> None:
        """Subtract `times` actions from the count."""

    @staticmethod
    def end(key: str) -> int:
        """Return when the count ends, in seconds since 1970, or 0 if there is none."""


class CachedCounts(Counts):
    """Counts in the cache. While the cache is unavailable, nothing is counted."""

    @staticmethod
    def used(key: str) -> int:
        return int(cache.get(key, 0))

    @staticmethod
    def used_by(keys: Iterable[str]) -> dict[str, int]:
        return {key: int(used) for key, used in cache.get_many(keys).items()}

    @staticmethod
    def count(key: str, seconds: int) -> int:
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
        return int(cache.get(f"{key}:end", 0))


class KeptCounts(Counts):
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
