"""The response to an error that no view has handled."""

import sys
from http import HTTPStatus

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

RETRY_AFTER = 10  # seconds
NO_CONNECTION = "The database has no connection free, or is starting. Nothing was changed. Ask again in ten seconds."


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for status 500, or for 503 if the request got no connection to the database."""
    if not isinstance(sys.exc_info()[1], OperationalError) or connection.connection is not None:
        return defaults.server_error(request)
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if request.path.startswith("/api/"):
        problem = {"title": status.phrase, "status": int(status), "detail": NO_CONNECTION}
        response: HttpResponse = JsonResponse(problem, content_type="application/problem+json")
    else:
        response = defaults.server_error(request, "503.html")
    response.status_code = status
    response["Retry-After"] = str(RETRY_AFTER)
    return response
