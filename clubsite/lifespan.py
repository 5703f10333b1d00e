"""What starts and stops with a web process: the loop that sends are handed to, and the embedded jobs' thread."""

import asyncio
from typing import Any

from django.conf import settings

from clubsite.play import relay
from clubsite.results import jobs


class Lifespan:
    """ASGI lifespan: remembers the server's loop for `relay`, owns the jobs' worker thread in embedded mode."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                relay.use_loop(asyncio.get_running_loop())
                if settings.EMBEDDED_JOBS:
                    jobs.worker.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await asyncio.to_thread(jobs.worker.stop)
                relay.use_loop(None)
                await send({"type": "lifespan.shutdown.complete"})
                return
