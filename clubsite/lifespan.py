"""The parts that start and stop with a web process: the event loop for sends, and the threads for embedded jobs."""

import asyncio
import logging
import sys
from typing import Any

from django.conf import settings
from django.urls import get_resolver

import solver
from clubsite.core import jobs
from clubsite.core.garbage import collect_seldom
from clubsite.play import relay

log = logging.getLogger(__name__)
TURN = 0.0003
"""Seconds that a card waits for a thread that opens a board, instead of Python's five milliseconds."""


class Lifespan:
    """The ASGI lifespan, which gives the server's loop to `relay` and owns the threads for embedded jobs."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                relay.use_loop(asyncio.get_running_loop())
                sys.setswitchinterval(TURN)
                get_resolver().url_patterns  # noqa: B018 - loaded by being asked for
                collect_seldom()
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
