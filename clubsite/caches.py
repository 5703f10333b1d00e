"""The club server's cache. It counts requests, wrong codes and passwords, and opened tables, and holds the places
so far.

The site works without the cache, but then counts nothing.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Away
from redis.exceptions import TimeoutError as TooSlow

log = logging.getLogger(__name__)


class ForgivingCache(RedisCache):
    """A Redis cache that finds and counts nothing while Redis is unavailable, so people can still join and read."""

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return _or(default, super().get, key, default, version)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return _or(False, super().add, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        _or(None, super().set, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        """Increment a count. If Redis is unavailable, raise ValueError, as for a missing key."""
        try:
            return super().incr(*args, **kwargs)
        except (Away, TooSlow):
            raise ValueError("Nothing is counted while Redis is away.") from None


def _or(instead: Any, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    try:
        return ask(*args, **kwargs)
    except (Away, TooSlow) as error:
        log.warning("Redis is away: %s", error)
        return instead
