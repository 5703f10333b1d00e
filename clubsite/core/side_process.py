"""A process beside an embedded web process, for jobs in pure Python: its threads share one lock, and cards wait.

Where it was not started (the club server, tests, commands), or has broken down, the work is done here.
"""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


class SideProcess:
    """One process that does one thing at a time. The threads of this one may all ask it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._mending = threading.Lock()

    @property
    def running(self) -> bool:
        """Whether there is a second process to ask."""
        return self._pool is not None

    def start(self) -> None:
        """Start it; what is asked meanwhile waits for it."""
        if self._pool is None:
            spawned = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawned, initializer=_begin)
            self._pool.submit(os.getpid)

    def stop(self) -> None:
        """Let it finish what it does, and end it."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def call(self, function: Callable[..., T], *args: Any) -> T:
        """What the function, one of a module, returns or raises. Not in a transaction: the other would wait for it."""
        pool = self._pool
        if pool is None:
            return function(*args)
        try:
            return pool.submit(function, *args).result()
        except BrokenProcessPool:
            log.warning("The process beside this one ended: another is started")
            self._again(pool)
            return function(*args)

    def _again(self, broken: ProcessPoolExecutor) -> None:
        with self._mending:
            if self._pool is broken:
                self.stop()
                self.start()


def _begin() -> None:
    """In the new process: Django, and an end with that of the web process, however it comes."""
    import django

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both: the web process stops this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    django.setup()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


side_process = SideProcess()
