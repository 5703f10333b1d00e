"""Queries about the letters, scores and jobs that are waiting, job runs, and the sizes of tables."""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from clubsite.core.redis_server import redis_client
from clubsite.keeper.models import JobRun
from clubsite.outbox.models import Letter
from clubsite.scores.models import ScoringRequest

LARGEST_TABLES, SLOWEST_JOBS = 12, 8
PG_SIZES = """
SELECT relname, pg_total_relation_size(oid) AS size FROM pg_class
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY size DESC LIMIT %s
"""
LITE_SIZES = """
SELECT sqlite_master.tbl_name, sum(dbstat.pgsize) AS size FROM dbstat
JOIN sqlite_master ON sqlite_master.name = dbstat.name GROUP BY 1 ORDER BY size DESC LIMIT %s
"""


def beat_asked_at() -> datetime | None:
    """Return when beat last asked for a job, or None if it never has."""
    last: datetime | None = JobRun.objects.aggregate(last=Max("asked_at"))["last"]
    return last


def letters_waiting() -> tuple[int, float]:
    """Return how many letters are waiting to be sent, and how many seconds the oldest has been waiting."""
    waiting = Letter.objects.exclude(due_at=None)
    oldest = waiting.order_by("made_at").values_list("made_at", flat=True).first()
    return waiting.count(), seconds_since(oldest)


def scores_waiting_seconds() -> float:
    """Return how many seconds the oldest changed score has been waiting to be scored, or 0."""
    return seconds_since(ScoringRequest.objects.order_by("at").values_list("at", flat=True).first())


def seconds_since(at: datetime | None) -> float:
    return max(0.0, (timezone.now() - at).total_seconds()) if at else 0.0


def queue_lengths() -> dict[str, int]:
    """Return the number of jobs in each queue, {} on an embedded site. Raise RedisError or OSError without Redis."""
    if settings.EMBEDDED_JOBS:
        return {}
    names = dict(zip(("quick", "mail", "slow"), settings.QUEUES, strict=True))
    with redis_client() as redis:
        return {queue: int(redis.llen(name)) for queue, name in names.items()}


def periodic_jobs() -> list[JobRun]:
    """Return the runs of all periodic jobs in the order of the settings. A job that has never run has an empty row."""
    runs = {run.name: run for run in JobRun.objects.all()}
    return [runs.get(name) or JobRun(name=name) for name in (*settings.SWEEPS, *settings.SLOW_SWEEPS)]


def slow_jobs() -> list[JobRun]:
    """Return the jobs with the longest runs in the last day, longest first."""
    return list(JobRun.objects.exclude(longest_at=None).order_by("-longest", "name")[:SLOWEST_JOBS])


def table_sizes() -> list[tuple[str, int]]:
    """Return the largest tables in the database, with their sizes in bytes, indexes included."""
    with connection.cursor() as cursor:
        cursor.execute(PG_SIZES if connection.vendor == "postgresql" else LITE_SIZES, [LARGEST_TABLES])
        return [(name, int(size)) for name, size in cursor.fetchall()]


def database_size() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(connection.settings_dict["NAME"])
    return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
