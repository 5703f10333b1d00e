"""Receivers for news of jobs: from an embedded site's threads, or from Celery's workers and beat on a club server."""

import logging
import time
from typing import Any

from celery.signals import after_task_publish, beat_init, task_postrun, task_prerun
from django.db import DatabaseError, connections
from django.dispatch import receiver

from clubsite.core.jobs import job_ended
from clubsite.core.log_lines import log_context
from clubsite.keeper.job_runs import notes

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
