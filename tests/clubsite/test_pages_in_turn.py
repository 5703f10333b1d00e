"""Many readers at once on a real server with real connections: some hang up, and some find the server full."""

import asyncio
import threading

import pytest
import uvicorn
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from clubsite.core.request_limits import Bodies
from clubsite.pages_in_turn import AT_ONCE, MAX_WAITING, PagesInTurn

made: list[str] = []
go_on = threading.Event()


def page(request: HttpRequest) -> HttpResponse:
    made.append(request.GET["reader"])
    go_on.wait(60)
    return HttpResponse(f"for {request.GET['reader']}")


urlpatterns = [path("page/", page), path("api/page/", page)]


@pytest.fixture
async def turns():
    """What lets the pages of a server be made in turn."""
    return PagesInTurn(get_asgi_application())


@pytest.fixture
async def port(turns):
    """The port of a server whose pages wait for `go_on`."""
    made.clear()
    go_on.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=["clubsite.health.Health"]):
        config = uvicorn.Config(Bodies(turns), "127.0.0.1", 0, lifespan="off", log_level="error")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
        go_on.set()
        server.should_exit = True
        await serving


async def opened(port: int, address: str):
    """Send a request. Return the connection on which its answer will arrive."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


async def until_made(count: int):
    async with asyncio.timeout(60):
        while len(made) < count:
            await asyncio.sleep(0.01)


async def until_waiting(turns: PagesInTurn, count: int):
    async with asyncio.timeout(60):
        while turns.waiting != count:
            await asyncio.sleep(0.01)


async def test_readers_who_have_gone_hold_nobody_up(port, turns):
    gone = [await opened(port, f"/page/?reader=gone{n}") for n in range(AT_ONCE + 250)]
    await until_made(AT_ONCE)
    await until_waiting(turns, 250)
    for _, writer in gone:
        writer.close()
    await until_waiting(turns, 0)
    reader, _ = await opened(port, "/page/?reader=next")
    await until_waiting(turns, 1)
    go_on.set()
    assert b"for next" in await asyncio.wait_for(reader.read(), 60)
    assert len(made) == AT_ONCE + 1, "A page was made for a reader who had gone before its turn"


async def test_a_reader_who_waits_gets_the_page(port):
    lines = [await opened(port, f"/page/?reader=n{n}.") for n in range(AT_ONCE + 20)]
    await until_made(AT_ONCE)
    go_on.set()
    for n, (reader, _) in enumerate(lines):
        assert f"for n{n}.".encode() in await asyncio.wait_for(reader.read(), 60)


async def test_a_full_queue_is_answered_at_once_in_words(port, turns):
    lines = [await opened(port, f"/page/?reader={n}") for n in range(AT_ONCE + MAX_WAITING)]
    await until_made(AT_ONCE)
    await until_waiting(turns, MAX_WAITING)
    for address, words in (
        ("/page/?reader=late", b"Wait ten seconds, then load the page again."),
        ("/api/page/?reader=late", b'"detail": "Very many pages are asked for'),
    ):
        reader, _ = await opened(port, address)
        answer = await asyncio.wait_for(reader.read(), 60)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 10\r\n" in answer
        assert words in answer
    go_on.set()
    for reader, _ in lines:
        assert b"200 OK" in await asyncio.wait_for(reader.read(), 60)


async def test_a_watcher_is_answered_whatever_waits(port, transactional_db):
    lines = [await opened(port, f"/page/?reader={n}") for n in range(AT_ONCE + 5)]
    await until_made(AT_ONCE)
    reader, _ = await opened(port, "/health/live")
    assert b"200 OK" in await asyncio.wait_for(reader.read(), 60)
    for _, writer in lines:
        writer.close()
