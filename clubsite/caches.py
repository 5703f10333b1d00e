"""The club server's cache. It holds counts of requests, wrong codes, wrong passwords and opened tables, and the
places so far.

The site works without the cache, but then counts nothing. Everything in the cache except the counts is sealed.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisSerializer
from redis.exceptions import ConnectionError as Away
from redis.exceptions import TimeoutError as TooSlow
from redis.sentinel import Sentinel, SentinelConnectionPool

from clubsite.core.sealed_fields import KeyMissing, bytes_opened, bytes_sealed

log = logging.getLogger(__name__)
_clients: dict[str, Any] = {}
PLACE = b"cache"


class SealedSerializer(RedisSerializer):
    """Encrypts cached values, which may contain cards. Counts stay plain numbers, so that Redis can increment them."""

    def dumps(self, obj: Any) -> Any:
        data = super().dumps(obj)
        return bytes_sealed(data, PLACE).encode() if isinstance(data, bytes) else data

    def loads(self, data: Any) -> Any:
        """Return the decrypted value. Raise KeyMissing for data that this site did not encrypt."""
        if data.lstrip(b"-").isdigit():
            return int(data)
        return super().loads(bytes_opened(data.decode(errors="replace"), PLACE))


class MasterPool(SentinelConnectionPool):
    """Connections to the server that the sentinels call the master."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> "MasterPool":
        """Return the pool for one service. Django also passes the address, which the options already contain."""
        sentinel = Sentinel(options.pop("sentinels"), sentinel_kwargs=options.pop("sentinel_kwargs"))
        return cls(options.pop("master_name"), sentinel, **options)


class ForgivingCache(RedisCache):
    """A Redis cache that behaves as if empty while Redis is unavailable, so that people can still join and read."""

    _class: Any

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        """Use one client for each process and address.

        Django makes a cache for each request and socket. If each had its own client, it would open a connection that
        stays open until Python collects garbage.
        """
        super().__init__(server, params)
        make, key = self._class, repr((server, params))
        self._class = lambda *servers, **options: _clients.get(key) or _clients.setdefault(
            key, make(*servers, **options)
        )

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return _or(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: Any = None) -> Any:
        return _or({}, super().get_many, keys, version)

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
    except KeyMissing:
        return instead  # of an earlier key
    except (Away, TooSlow) as error:
        log.warning("Redis is away: %s", error)
        return instead
