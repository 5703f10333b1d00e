"""`/health/`, for programs that monitor the server. It reveals nothing about the club."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

PATH = "/health/"
DATABASE_TIMEOUT = 1.5  # seconds; a database that is gone may be waited for much longer
_asking = ThreadPoolExecutor(1, "health")


class Health:
    """Middleware that must come first, so that a monitoring program needs neither the right `Host` nor https."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return health(request) if request.path_info == PATH else self.get_response(request)


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Return 200 if this process responds and can read its database within PATIENCE, otherwise 503."""
    reading = _asking.submit(_read)
    try:
        reading.result(DATABASE_TIMEOUT)
    except (DatabaseError, TimeoutError):
        reading.cancel()
        return HttpResponse("The database does not answer.\n", content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")


def _read() -> None:
    """Read a row over a new connection. A connection that is already open could still read a deleted file."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    finally:
        connection.close()
