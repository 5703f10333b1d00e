"""Counting and logging of each request: by the name of its route, never its address."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from clubsite.core.log_lines import NO_ROUTE, route_name
from clubsite.core.metrics import REQUEST_SECONDS, REQUESTS

log = logging.getLogger(__name__)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class RequestNotes:
    """Middleware that counts and logs each request that reaches Django."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began
        route = route_name(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(route, method, response.status_code).inc()
        REQUEST_SECONDS.labels(route).observe(seconds)
        if route != NO_ROUTE:
            log.info("%s %s: %s in %.0f ms", method, route, response.status_code, 1000 * seconds)
        return response
