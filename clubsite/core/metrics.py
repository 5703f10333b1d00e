"""The figures that each process counts for Prometheus (docs/monitoring.md), and the log line of each request.

No label and no line holds a person, a club, a key or an address. `keeper.metrics` adds the figures that are read from
the database when Prometheus asks.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Gauge, Histogram

from clubsite.core.log_lines import NO_ROUTE, route_name

PAGE_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
CARD_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
REQUESTS = Counter("club_requests", "Requests that were answered.", ["route", "method", "status"])
PAGE_FAULTS = Counter("club_page_faults", "Faults that pages reported from browsers.", ["page"])
REQUEST_SECONDS = Histogram("club_request_seconds", "Time to make an answer.", ["route"], buckets=PAGE_SECONDS)
SOCKETS_OPEN = Gauge("club_sockets_open", "Sockets that are open now.", ["kind"], multiprocess_mode="livesum")
ACTS = Counter("club_acts", "Messages of seats that were answered.", ["message", "answer"])
ACT_SECONDS = Histogram("club_act_seconds", "Time from a seat's message to its answer.", buckets=CARD_SECONDS)


@contextmanager
def socket_counted(kind: str) -> Iterator[None]:
    """Count a socket as open inside the block."""
    open_now = SOCKETS_OPEN.labels(kind)
    open_now.inc()
    try:
        yield
    finally:
        open_now.dec()


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
