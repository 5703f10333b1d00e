"""An ASGI application behind a real uvicorn, in the event loop of the test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn


@asynccontextmanager
async def served(app: Any, **how: Any) -> AsyncIterator[int]:
    """Serve the application with these settings of uvicorn. Yield the port."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_level="error", **how))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await serving
