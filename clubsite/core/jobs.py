"""Requesting and running jobs: with Celery on the club server, or in two threads of the web process if embedded.

The row is the queue, and the message is only a hint: a sweep finds the row of every lost message. Slow jobs, such as
the solver's, have their own queue, so that match points and robots never wait for them.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connections, transaction
from django.dispatch import Signal

from clubsite.core.log_lines import log_context

log = logging.getLogger(__name__)
MAX_WAIT = 60
"""How many seconds a message to Celery is assumed to be waiting still, beyond its delay."""
job_ended = Signal()
"""Sent by the thread of an embedded job after each run, with `name`, `seconds` and `error` (or None)."""


def enqueue(name: str, row_id: int, *, once: bool = False, slow: bool = False, delay: float = 0.0) -> None:
    """Request the job `name` (such as `rankings.score_session`) after the current transaction commits. Never raises.

    `once` means that one run does all the pending work, so requests are dropped while one is waiting; the job must
    call `begun`. `slow` sends a job that may take more than an instant to the slow queue. The job starts after
    `delay` seconds, without holding up other jobs.
    """
    transaction.on_commit(lambda: _dispatch(name, row_id, once=once, slow=slow, delay=delay))


def begun(name: str, row_id: int) -> None:
    """Note that a job requested with `once` starts reading, so a new request leads to another run. Never raises."""
    if settings.EMBEDDED_JOBS:
        return
    try:
        cache.delete(_waiting(name, row_id))
    except Exception:
        log.warning("No cache for %s(%s)", name, row_id, exc_info=True)


def _waiting(name: str, row_id: int) -> str:
    return f"job-waits:{name}:{row_id}"


def _dispatch(name: str, row_id: int, *, once: bool, slow: bool, delay: float) -> None:
    if settings.EMBEDDED_JOBS:
        put = (slow_worker if slow else worker).put
        if once or delay <= 0:
            put(name, row_id, delay)
        else:
            _after(delay, put, name, row_id)
        return
    where: dict[str, Any] = {"queue": settings.SLOW_QUEUE} if slow else {}
    try:
        if once and not cache.add(_waiting(name, row_id), 1, delay + MAX_WAIT):
            return
        current_app.send_task(name, args=[row_id], retry=False, countdown=delay, **where)
    except Exception:
        log.warning("No broker for %s(%s): left to the sweep", name, row_id, exc_info=True)


def _after(seconds: float, call: Callable[..., None], *args: Any) -> None:
    later = threading.Timer(seconds, call, args)
    later.daemon = True
    later.start()


def run(name: str, *args: int) -> None:
    """Run the job `name` in this thread and wait for it."""
    current_app.tasks[name](*args)


class Worker:
    """A thread that runs embedded jobs and the sweeps of a setting. A sweep finds the rows of jobs that it missed."""

    def __init__(self, name: str = "jobs", sweeps: str = "SWEEPS") -> None:
        self._name, self._sweeps = name, sweeps
        self._queue: queue.Queue[tuple[str, int] | None] = queue.Queue()
        self._waiting: set[tuple[str, int]] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        if not self.running:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()

    def stop(self, timeout: float = 10) -> None:
        """Finish the current job and end the thread. Wait at most `timeout` seconds for it."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(timeout)
            self._thread = None

    def put(self, name: str, row_id: int, seconds: float = 0.0) -> None:
        """Queue a job to start after `seconds`. A job that is already waiting is not queued again."""
        if not self.running:
            return
        with self._lock:
            if (name, row_id) in self._waiting:
                return
            self._waiting.add((name, row_id))
        if seconds <= 0:
            self._queue.put((name, row_id))
            return
        _after(seconds, self._queue.put, (name, row_id))

    def _work(self) -> None:
        next_sweep = time.monotonic()
        try:
            while True:
                if time.monotonic() >= next_sweep:
                    for sweep in getattr(settings, self._sweeps):
                        self._do(sweep)
                    next_sweep = time.monotonic() + settings.SWEEP_SECONDS
                try:
                    job = self._queue.get(timeout=max(0.0, next_sweep - time.monotonic()))
                except queue.Empty:
                    continue
                if job is None:
                    return
                with self._lock:
                    self._waiting.discard(job)
                self._do(*job)
        finally:
            connections.close_all()

    def _do(self, name: str, *args: int) -> None:
        began, error = time.monotonic(), None
        log_context(job=name)
        try:
            run(name, *args)
        except Exception as failed:
            error = failed
            log.exception("Job %s%s failed: the sweep will try again", name, args)
            connections.close_all()
        job_ended.send_robust(sender=Worker, name=name, seconds=time.monotonic() - began, error=error)


worker = Worker()
slow_worker = Worker("slow jobs", "SLOW_SWEEPS")
workers = (worker, slow_worker)
