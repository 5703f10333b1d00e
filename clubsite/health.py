"""`/health/live` and `/health/ready`, for programs that monitor the server. They reveal nothing about the club."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from redis import RedisError

from clubsite.core.older_database import known_migrations
from clubsite.core.redis_server import redis_ask

LIVE, READY = "/health/live", "/health/ready"
PATHS = (LIVE, READY)
PATIENCE = 1.5  # seconds; a server that is gone may be waited for much longer
NO_DATABASE = "The database does not answer."
NO_REDIS = "Redis does not answer."
NOT_MIGRATED = "Migrations are missing from the database: {}."
_asking = ThreadPoolExecutor(2, "health")


class Health:
    """Middleware that must come first, so that a monitoring program needs neither the right `Host` nor https."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return health(request) if request.path_info in PATHS else self.get_response(request)


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Return 200 if this process responds and, for `READY`, can do its work. Otherwise return 503 with the reason."""
    fault = not_ready() if request.path_info == READY else ""
    if fault:
        return HttpResponse(f"{fault}\n", content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")


def not_ready() -> str:
    """Return what keeps this process from doing its work, or "". After the first call, it takes at most `PATIENCE`."""
    known_migrations()
    end = time.monotonic() + PATIENCE
    futures = database, redis = _asking.submit(migrations_missing), _asking.submit(redis_ask)
    try:
        missing = database.result(PATIENCE)
        if missing:
            return NOT_MIGRATED.format(", ".join(missing))
        redis.result(max(0.0, end - time.monotonic()))
    except (DatabaseError, RedisError, OSError):  # a TimeoutError is an OSError
        return NO_REDIS if database.done() and not database.exception() else NO_DATABASE
    finally:
        for future in futures:
            future.cancel()
    return ""


def migrations_missing() -> list[str]:
    """Return this version's migrations that the database lacks. Raise DatabaseError if the database does not answer.

    A new connection is used, because one that is already open could still read a deleted file.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            return [".".join(key) for key in sorted(known_migrations() - set(cursor.fetchall()))]
    finally:
        connection.close()
