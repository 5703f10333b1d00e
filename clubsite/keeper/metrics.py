"""`/metrics`, for Prometheus on this machine or with the token in METRICS_TOKEN. All other requests get a 404.

It has counts from all processes, and current figures from the database and Redis.
"""

import os
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from redis import RedisError

from clubsite.core.origins import only_here
from clubsite.keeper.models import JobRun
from clubsite.keeper.selectors import beat_asked_at, letters_waiting, queue_lengths, scores_waiting_seconds

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several web processes keep their counts, if it is set."""


class SiteCollector:
    """A collector of the figures that concern the whole site rather than a single process."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("club_database_up", "Whether the database answers.", 1)
        try:
            metrics = [*_jobs(), *_waiting()]
        except DatabaseError:
            up, metrics = GaugeMetricFamily(up.name, up.documentation, 0), []
        yield up
        yield from metrics
        yield from _queues()


def _jobs() -> Iterator[Metric]:
    ended = GaugeMetricFamily("club_job_ended_timestamp_seconds", "When a job ended last.", labels=["job"])
    took = GaugeMetricFamily("club_job_seconds", "How long its last run took.", labels=["job"])
    failed = GaugeMetricFamily("club_job_failed", "1 if its last run failed.", labels=["job"])
    for run in JobRun.objects.exclude(ended_at=None).order_by("name"):
        assert run.ended_at is not None
        ended.add_metric([run.name], run.ended_at.timestamp())
        took.add_metric([run.name], run.seconds)
        failed.add_metric([run.name], int(bool(run.fault)))
    yield from (ended, took, failed)
    if beat_at := beat_asked_at():
        yield GaugeMetricFamily("club_beat_timestamp_seconds", "When beat last asked for a job.", beat_at.timestamp())


def _waiting() -> Iterator[Metric]:
    letters, seconds = letters_waiting()
    yield GaugeMetricFamily("club_outbox_letters", "Letters that wait to be sent.", letters)
    yield GaugeMetricFamily("club_outbox_oldest_seconds", "How long the oldest of them has waited.", seconds)
    yield GaugeMetricFamily(
        "club_scoring_waiting_seconds", "How long the oldest unscored change has waited.", scores_waiting_seconds()
    )


def _queues() -> Iterator[Metric]:
    """Yield the lengths of the queues, and whether Redis answers, if the site has a Redis."""
    try:
        lengths = queue_lengths()
    except (RedisError, OSError):
        yield GaugeMetricFamily("club_redis_up", "Whether Redis answers.", 0)
        return
    if lengths:
        yield GaugeMetricFamily("club_redis_up", "Whether Redis answers.", 1)
        waiting = GaugeMetricFamily("club_queue_jobs", "Jobs that wait in a queue.", labels=["queue"])
        for queue, length in lengths.items():
            waiting.add_metric([queue], length)
        yield waiting


def metrics_text() -> bytes:
    registry = CollectorRegistry()
    if folder := os.environ.get(FOLDER):
        _forget_dead(Path(folder))
        MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    registry.register(SiteCollector())
    return generate_latest(registry)


def _forget_dead(folder: Path) -> None:
    """Stop counting the open sockets of processes that have died."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = file.stem.rpartition("_")[2]
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            mark_process_dead(int(pid))
        except (ValueError, PermissionError):
            continue


PATH = "/metrics"
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""Headers with which a proxy passes on a visitor's request."""


class Metrics:
    """Middleware that must come before the `Host` and https checks, which a Prometheus on this machine would fail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return metrics(request) if request.path_info == PATH else self.get_response(request)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not (_has_token(request) or _is_from_here(request)):
        return HttpResponseNotFound("Not Found", content_type="text/plain")
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, settings.METRICS_TOKEN)


def _is_from_here(request: HttpRequest) -> bool:
    """True if the request was sent on this machine to this machine, and no proxy passed it on."""
    try:
        is_loopback = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    passed_on = any(name in request.headers for name in FORWARDED)
    return is_loopback and not passed_on and only_here(request.headers.get("Host", ""))
