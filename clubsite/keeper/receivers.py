"""Receivers for news of jobs: from an embedded site's threads, or from Celery's workers and beat on a club server."""

import logging
import threading
import time
from datetime import timedelta
from typing import Any

from celery.signals import after_task_publish, beat_init, task_postrun, task_prerun
from django.db import DatabaseError, connections, transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from clubsite.core.jobs import job_ended
from clubsite.core.log_lines import log_context
from clubsite.keeper.models import JobRun

STORE_SECONDS = 20
"""Seconds between two writes of a process, so that a sweep every five seconds does not become a write as often."""
LONGEST_FOR = timedelta(days=1)
"""How long a slow run is remembered."""


class JobNotes:
    """The notes of one process since it last stored them: unsaved rows, shared by its threads."""

    def __init__(self) -> None:
        self._notes: dict[str, JobRun] = {}
        self._lock = threading.Lock()
        self._stored = time.monotonic()

    def asked(self, name: str) -> None:
        """Note that beat has just requested a job."""
        with self._lock:
            self._notes.setdefault(name, JobRun(name=name)).asked_at = timezone.now()

    def ended(self, name: str, seconds: float, error: object = None) -> None:
        """Note that a job has just ended, after this many seconds and perhaps with an error."""
        with self._lock:
            note = self._notes.setdefault(name, JobRun(name=name))
            note.ended_at, note.seconds, note.longest = timezone.now(), seconds, max(note.longest, seconds)
            note.fault = type(error).__name__ if error else ""

    def store_if_due(self) -> bool:
        """Store the notes if they were last stored `STORE_SECONDS` ago or earlier. Return True if they were stored."""
        if time.monotonic() - self._stored < STORE_SECONDS:
            return False
        self.store()
        return True

    def store(self) -> None:
        """Store the notes. Raise DatabaseError if that fails; later runs are noted all the same."""
        with self._lock:
            notes, self._notes, self._stored = self._notes, {}, time.monotonic()
        with transaction.atomic():
            for name in sorted(notes):  # in one order, so that two processes never wait for each other
                _note_store(notes[name])


notes = JobNotes()


def _note_store(note: JobRun) -> None:
    row = JobRun.objects.filter(name=note.name)
    if not row.exists():
        JobRun.objects.bulk_create([JobRun(name=note.name)], ignore_conflicts=True)
    if note.asked_at:
        row.update(asked_at=note.asked_at)
    if note.ended_at:
        row.update(ended_at=note.ended_at, seconds=note.seconds, fault=note.fault[:80])
        forgotten = Q(longest_at=None) | Q(longest_at__lt=note.ended_at - LONGEST_FOR)
        row.filter(Q(longest__lt=note.longest) | forgotten).update(longest=note.longest, longest_at=note.ended_at)


log = logging.getLogger(__name__)
_began: dict[str, float] = {}  # by the id of a task that this process is running


@receiver(job_ended)
def embedded_job_note(name: str, seconds: float, error: Exception | None, **_: Any) -> None:
    notes.ended(name, seconds, error)
    _store()


@task_prerun.connect
def task_begin(task_id: str, task: Any, **_: Any) -> None:
    log_context(request=task_id, job=task.name)
    _began[task_id] = time.monotonic()


@task_postrun.connect
def task_note(task_id: str, task: Any, retval: Any = None, **_: Any) -> None:
    """Note that a task has ended. If the task failed, `retval` is its error."""
    now = time.monotonic()
    notes.ended(task.name, now - _began.pop(task_id, now), retval if isinstance(retval, Exception) else None)
    _store()


@beat_init.connect
def beat_begin(**_: Any) -> None:
    """Start noting the jobs that this process, which is beat, requests."""
    after_task_publish.connect(task_asked, weak=False)


def task_asked(sender: Any = None, **_: Any) -> None:
    notes.asked(str(sender))
    if _store():
        connections.close_all()


def _store() -> bool:
    """Store the notes if they are due. If the database does not answer, the job continues all the same."""
    try:
        return notes.store_if_due()
    except DatabaseError:
        log.warning("What the jobs of this process did could not be stored", exc_info=True)
        return False
