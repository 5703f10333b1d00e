"""How a job gets done: Celery on the club server, two threads of the web process when embedded.

The row is the queue and the message only a hint: whatever is lost here, the sweep finds. What takes long (the solver)
goes through a queue of its own, so that match points and robots never wait for it.
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

log = logging.getLogger(__name__)
WAITS = 60
"""Seconds for which a message to Celery is believed to wait still."""


def enqueue(name: str, row_id: int) -> None:
    """Ask for a job (`rankings.score_board`, ...) once the current transaction has committed. Never raises."""
    transaction.on_commit(lambda: _dispatch(name, row_id))


def enqueue_later(name: str, row_id: int, seconds: float) -> None:
    """The same, to be done after so many seconds. It holds up none that is asked for meanwhile."""
    transaction.on_commit(lambda: _dispatch(name, row_id, seconds=seconds))


def enqueue_once(name: str, row_id: int) -> None:
    """The same for a job that does all there is to do: asked for while it waits it is the same job (`begun`)."""
    transaction.on_commit(lambda: ask_once(name, row_id))


def ask_once(name: str, row_id: int, seconds: float = 0.0) -> None:
    """Now, to be done after so many seconds. Never raises."""
    if settings.EMBEDDED_JOBS:
        worker.put(name, row_id, seconds)
        return
    try:
        if cache.add(_waiting(name, row_id), 1, seconds + WAITS):
            current_app.send_task(name, args=[row_id], retry=False, countdown=seconds)
    except Exception:
        log.warning("No broker for %s(%s): left to the sweep", name, row_id, exc_info=True)


def begun(name: str, row_id: int) -> None:
    """Told by such a job before it reads anything: whoever asks from now on asks for another one. Never raises."""
    if settings.EMBEDDED_JOBS:
        return
    try:
        cache.delete(_waiting(name, row_id))
    except Exception:
        log.warning("No cache for %s(%s)", name, row_id, exc_info=True)


def _waiting(name: str, row_id: int) -> str:
    return f"job-waits:{name}:{row_id}"


def enqueue_slow(name: str, row_id: int) -> None:
    """The same for a job of more than an instant."""
    transaction.on_commit(lambda: _dispatch(name, row_id, slow=True))


def _dispatch(name: str, row_id: int, slow: bool = False, seconds: float = 0.0) -> None:
    if settings.EMBEDDED_JOBS and seconds > 0:
        _after(seconds, worker.put, name, row_id)
        return
    if settings.EMBEDDED_JOBS:
        (slow_worker if slow else worker).put(name, row_id)
        return
    where: dict[str, Any] = {"queue": settings.SLOW_QUEUE} if slow else {}
    if seconds > 0:
        where["countdown"] = seconds
    try:
        current_app.send_task(name, args=[row_id], retry=False, **where)
    except Exception:
        log.warning("No broker for %s(%s): left to the sweep", name, row_id, exc_info=True)


def _after(seconds: float, call: Callable[..., None], *args: Any) -> None:
    later = threading.Timer(seconds, call, args)
    later.daemon = True
    later.start()


def run(name: str, *args: int) -> None:
    """Do a job here and now."""
    current_app.tasks[name](*args)


class Worker:
    """A thread of embedded jobs. A hint that finds it not running is dropped: a sweep finds the row.

    `sweeps` names the setting with the sweeps that it does itself.
    """

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
        """Start the thread; again is harmless."""
        if not self.running:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()

    def stop(self, timeout: float = 10) -> None:
        """Finish the job in hand and end the thread."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(timeout)
            self._thread = None

    def put(self, name: str, row_id: int, seconds: float = 0.0) -> None:
        """Ask for a job, to be done after so many seconds; the same one waiting twice is done once."""
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
        try:
            run(name, *args)
        except Exception:
            log.exception("Job %s%s failed: the sweep will try again", name, args)
            connections.close_all()


worker = Worker()
slow_worker = Worker("slow jobs", "SLOW_SWEEPS")
workers = (worker, slow_worker)
