"""The memory of closed sockets is given back also by a process that collects garbage seldom."""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from clubsite.core.garbage import SOCKETS_A_COLLECTION, ClosedSocketsCollected


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def accepts(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def sockets_kept() -> int:
    return sum(type(found) is ServerProtocol for found in gc.get_objects())


async def open_and_close(app: Any, count: int) -> int:
    """Return the number of sockets that a server still keeps after so many have been opened and closed."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_level="warning"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    for _ in range(count):
        async with connect(f"ws://127.0.0.1:{port}/"):
            pass
    kept = sockets_kept()
    server.should_exit = True
    await serving
    return kept


def test_closed_sockets_do_not_pile_up(no_collector: None) -> None:
    more = SOCKETS_A_COLLECTION + 20
    kept = asyncio.run(open_and_close(accepts, more))
    assert kept >= more, "if this fails, closed sockets are freed at once, and the middleware can go"
    gc.collect()
    assert asyncio.run(open_and_close(ClosedSocketsCollected(accepts), more)) <= 30
