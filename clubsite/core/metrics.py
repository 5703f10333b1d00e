"""The figures that each process counts for Prometheus (docs/monitoring.md). No label holds a person, a club or a
key.

`keeper.metrics` adds the figures that are read from the database when Prometheus asks.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Gauge, Histogram

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
