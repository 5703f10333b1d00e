"""The threads that do a socket's database work, each with its own connection, which stays open.

These connections are outside the pool that pages share: pages that take the whole pool hold up no card. Work that
never waits (a call, a card) is not held up by work that may wait for its session's lock (opening a board).
With `PLAY_THREADS` off, as in tests, all work runs in Django's own threads for asynchronous code.
"""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections

T = TypeVar("T")


class Threads:
    """A pool of threads, created on first use. SQLite allows one writer at a time, so its pool has one thread."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._pool: ThreadPoolExecutor | None = None

    async def __call__(self, work: Callable[..., T], *args: Any) -> T:
        """Run `work` in one of these threads. Return what `work` returns, or raise what it raises."""
        if not settings.PLAY_THREADS:
            return await database_sync_to_async(work)(*args)
        if self._pool is None:
            most = 1 if connection.vendor == "sqlite" else self._most
            self._pool = ThreadPoolExecutor(most, thread_name_prefix=self._name, initializer=_leave_the_pool)
        # The context has what this socket's lines in the log say.
        return await get_running_loop().run_in_executor(self._pool, copy_context().run, _done, work, args)


def _leave_the_pool() -> None:
    """Give this thread a connection that does not come from the pool."""
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    connections[own.alias] = own


def _done(work: Callable[..., T], args: tuple[Any, ...]) -> T:
    """Run `work`, and run it again with a new connection if the existing one turns out to be broken.

    This is safe, because every socket request may be handled twice.
    """
    try:
        return work(*args)
    except (OperationalError, InterfaceError):
        connection.close()
        return work(*args)


act_threads = Threads("acts", 3)
view_threads = Threads("views", 1)
read_threads = Threads("looks", 3)
board_threads = Threads("boards", 2)
