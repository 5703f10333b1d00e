"""The threads that do a socket's work on the database, each with a connection that stays open.

What waits for nobody (a call, a card) is not held up by what may wait for a lock of its session (a board that opens).
With `PLAY_THREADS` off, in tests, all is done where Django's own asynchronous code does it.
"""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

T = TypeVar("T")


class Threads:
    """A pool, made at its first use. SQLite takes one writer at a time: there one thread is enough."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._pool: ThreadPoolExecutor | None = None

    async def __call__(self, work: Callable[..., T], *args: Any) -> T:
        """What `work` returns, or raises, in one of these threads."""
        if not settings.PLAY_THREADS:
            return await database_sync_to_async(work)(*args)
        if self._pool is None:
            most = 1 if connection.vendor == "sqlite" else self._most
            self._pool = ThreadPoolExecutor(most, thread_name_prefix=self._name)
        return await get_running_loop().run_in_executor(self._pool, _done, work, args)


def _done(work: Callable[..., T], args: tuple[Any, ...]) -> T:
    """Once more with a new connection if the kept one broke: whatever a socket asks for may be done twice."""
    try:
        return work(*args)
    except (OperationalError, InterfaceError):
        connection.close()
        return work(*args)


act_threads = Threads("acts", 3)
view_threads = Threads("views", 1)
read_threads = Threads("looks", 3)
board_threads = Threads("boards", 2)
