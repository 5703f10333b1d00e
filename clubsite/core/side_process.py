"""A process beside the web process, for public pages and embedded jobs: threads of one process share a lock, and cards
would wait.

Where it was not started (Celery's workers, tests, commands), or has broken down, the work is done here.
"""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from clubsite.core.garbage import collect_seldom
from clubsite.core.priority import idle_thread_start

T = TypeVar("T")
log = logging.getLogger(__name__)
PATIENCE = 60.0
"""Seconds after which what was asked for hangs: a large field is scored within one, and a start takes a few."""


class SideProcess:
    """One process that does one thing at a time. The threads of this one may all ask it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._pid: Future[int] | None = None
        self._get_ready: Callable[[], object] | None = None
        self._mending = threading.Lock()

    @property
    def running(self) -> bool:
        """Whether there is a second process to ask."""
        return self._pool is not None

    def start(self, get_ready: Callable[[], object] | None = None) -> None:
        """Start it; what is asked meanwhile waits for it. `get_ready` is done there first, after each start."""
        if self._pool is None:
            self._get_ready = get_ready
            spawned = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawned, initializer=_begin)
            self._pid = self._pool.submit(os.getpid)
            if get_ready is not None:
                self._pool.submit(get_ready)

    def stop(self) -> None:
        """Let it finish what it does, and end it."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def call(self, function: Callable[..., T], *args: Any) -> T:
        """What the function, one of a module, returns or raises. Not in a transaction: the other would wait for it.

        Raises TimeoutError for what hangs; its process is ended, and who waited behind it is answered from here.
        """
        pool = self._pool
        if pool is None:
            return function(*args)
        try:
            return self._answer(pool, pool.submit(function, *args))
        except BrokenProcessPool:
            log.warning("The process beside this one ended: another is started")
            self._again(pool)
            return function(*args)

    def _answer(self, pool: ProcessPoolExecutor, asked: Future[T]) -> T:
        if not wait([asked], PATIENCE).done:
            log.error("What was asked of the process beside this one hangs: it is ended")
            self._kill(pool)
            raise TimeoutError
        return asked.result()

    def _kill(self, hanging: ProcessPoolExecutor) -> None:
        with self._mending, suppress(ProcessLookupError):
            if self._pool is hanging and self._pid is not None:
                os.kill(self._pid.result(0), signal.SIGKILL)

    def _again(self, broken: ProcessPoolExecutor) -> None:
        with self._mending:
            if self._pool is broken:
                self.stop()
                self.start(self._get_ready)


def _begin() -> None:
    """In the new process: Django, and an end with that of the web process, however it comes."""
    import django

    idle_thread_start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both: the web process stops this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    django.setup()
    collect_seldom()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


side_process = SideProcess()
