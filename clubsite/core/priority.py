"""The priority of what makes pages, scores and solves: a card at a table is not to wait for it."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from django.db import close_old_connections, connection

T = TypeVar("T")
_idle: ThreadPoolExecutor | None = None


def compute_when_idle() -> None:
    """From now on this thread, and those that it starts, compute only on a core that has nothing else to do.

    Linux knows that (SCHED_IDLE); elsewhere nothing changes. Nor does it on a machine of one core, which is seldom idle
    while cards are played.
    """
    if hasattr(os, "SCHED_IDLE") and len(os.sched_getaffinity(0)) > 1:
        with suppress(PermissionError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def idle_thread_start() -> None:
    """Give this process a thread for `when_idle`. Its other threads keep their priority."""
    global _idle
    _idle = ThreadPoolExecutor(1, "idle", initializer=compute_when_idle)


def when_idle(function: Callable[..., T], *args: Any) -> T:
    """What the function returns or raises, computed in the process's idle thread; here if it has none.

    Not for what writes: who holds a lock of the database must not wait for a core, for then cards do. In a
    transaction it is done here, for that thread has a connection of its own.
    """
    if _idle is None or connection.in_atomic_block:
        return function(*args)
    return _idle.submit(_in_the_thread, function, *args).result()


def _in_the_thread(function: Callable[..., T], *args: Any) -> T:
    try:
        return function(*args)
    finally:
        close_old_connections()  # Django does it for requests, Celery for the thread of a task
