"""Python's garbage collector: it delays card play, and takes a quarter of the time of scoring and of `migrate`."""

import gc
from typing import Any

COLLECTED = (50_000, 20, 20)
"""The number of new objects before a young collection, and of young collections before an older one."""
SOCKETS_A_COLLECTION = 100


def collect_seldom() -> None:
    """Collect rarely from now on, and never collect objects that are already loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


class ClosedSocketsCollected:
    """ASGI middleware that collects all garbage after every 100th socket that has closed.

    websockets' parser of a socket and its connection refer to each other, so both stay until Python collects its oldest
    objects (python-websockets, issue 1749). They hold 50 kB for compression, which Python's collector does not know
    about. A collection takes about 30 ms, because loaded objects are left out.
    """

    def __init__(self, app: Any) -> None:
        self.app, self._closed = app, 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            self._closed += 1
            if self._closed % SOCKETS_A_COLLECTION == 0:
                gc.collect()
