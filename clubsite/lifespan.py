"""What starts and stops with a web process: the loop for sends, and the threads and the process of embedded jobs."""

import asyncio
import gc
import logging
import sys
from typing import Any

from django.conf import settings
from django.urls import get_resolver

import solver
from clubsite.core import jobs
from clubsite.core.side_process import side_process
from clubsite.play import relay

log = logging.getLogger(__name__)
COLLECTED = (50_000, 20, 20)  # new objects before a young collection, and how many of it before an older one
TURN = (
    0.0003  # seconds: a card waits so long, not Python's five milliseconds, for a thread that opens a board
)


def _set_apart_what_stays() -> None:
    """Python's collector looks no more at what a process has loaded, and seldom at the rest: it holds a card up."""
    get_resolver().url_patterns  # noqa: B018 - loaded by being asked for
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


class Lifespan:
    """ASGI lifespan: remembers the server's loop for `relay`, owns the jobs' threads and process in embedded mode."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                relay.use_loop(asyncio.get_running_loop())
                sys.setswitchinterval(TURN)
                _set_apart_what_stays()
                log.info(solver.backend())
                if settings.EMBEDDED_JOBS:
                    side_process.start()
                    for worker in jobs.workers:
                        worker.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in jobs.workers))
                await asyncio.to_thread(side_process.stop)
                relay.use_loop(None)
                await send({"type": "lifespan.shutdown.complete"})
                return
