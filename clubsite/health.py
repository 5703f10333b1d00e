"""`/health/`: for whoever watches the server. Says nothing of the club."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 when this process answers and reaches its database; an error otherwise."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
