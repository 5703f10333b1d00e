"""The site's Redis: whether it answers, and a client for sending it commands."""

from django.conf import settings
from redis import Redis

from clubsite.settings.redis_address import redis_address

ANSWER_SECONDS = 1.5


def redis_ask() -> bool:
    """Ask whether Redis answers. Return False if this site has none. Raise RedisError or OSError if it is silent."""
    if not settings.REDIS_URL:
        return False
    with redis_client() as redis:
        redis.ping()
    return True


def redis_client() -> Redis:
    """Return a client that does not wait long for Redis."""
    return redis_address(settings.REDIS_URL).client(ANSWER_SECONDS)
