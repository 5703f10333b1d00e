"""What starts and stops with a web process: the loop that sends are handed to, and the embedded jobs' threads."""

import asyncio
import logging
import sys
from typing import Any

from django.conf import settings

import solver
from clubsite.core import jobs
from clubsite.play import relay

log = logging.getLogger(__name__)
TURN = 0.001  # seconds: a card waits so long, not Python's five milliseconds, for a thread that opens a board


class Lifespan:
    """ASGI lifespan: remembers the server's loop for `relay`, owns the jobs' worker threads in embedded mode."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                relay.use_loop(asyncio.get_running_loop())
                sys.setswitchinterval(TURN)
                log.info(solver.backend())
                if settings.EMBEDDED_JOBS:
                    for worker in jobs.workers:
                        worker.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in jobs.workers))
                relay.use_loop(None)
                await send({"type": "lifespan.shutdown.complete"})
                return
