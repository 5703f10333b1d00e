"""What starts and stops with a web process: the loop for sends, and the threads and the process of embedded jobs."""

import asyncio
import logging
import sys
from typing import Any

from django.conf import settings

import solver
from clubsite.core import jobs
from clubsite.core.side_process import side_process
from clubsite.play import relay

log = logging.getLogger(__name__)
TURN = 0.001  # seconds: a card waits so long, not Python's five milliseconds, for a thread that opens a board


class Lifespan:
    """ASGI lifespan: remembers the server's loop for `relay`, owns the jobs' threads and process in embedded mode."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                relay.use_loop(asyncio.get_running_loop())
                sys.setswitchinterval(TURN)
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
