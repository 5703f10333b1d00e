"""A site in trouble: what it tells monitoring, without its database or Redis, and with too many readers."""

import asyncio
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.asgi import get_asgi_application
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from clubsite.caches import SealedSerializer
from clubsite.core import limits
from clubsite.core.request_limits import Bodies
from clubsite.core.sealed_fields import KeyMissing, bytes_sealed
from clubsite.pages_in_turn import AT_ONCE, MAX_WAITING, PagesInTurn
from tests.browser.site import ROOT, Site
from tests.kit.codes import code_of, with_app, wrong_code_of
from tests.kit.schema import schema_file
from tests.kit.served import served
from tests.on_page import on_page
from tests.servers import PRODUCTION, ClubServer, free_port

pytestmark = pytest.mark.timeout(300)


def asked(port: int, host: str = "127.0.0.1", what: str = "ready") -> tuple[int, str, float]:
    """Return the answer's status, its text, and the seconds that it took."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/health/{what}", headers={"Host": host})
    began = time.monotonic()
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    return status, text, time.monotonic() - began


def test_an_embedded_site_is_well_until_its_database_is_gone(tmp_path):
    site = Site(tmp_path, demo=False)
    shutil.copyfile(schema_file(), tmp_path / "club.sqlite3")
    try:
        site.start()
        for host in ("127.0.0.1", "elsewhere.example", "_", "192.0.2.77:8000"):
            assert asked(site.port, host)[:2] == (200, "ok")
        for file in site.data.glob("club.sqlite3*"):
            file.unlink()
        status, text, seconds = asked(site.port)
        assert (status, text) == (503, "The database does not answer.\n")
        assert seconds < 2
        assert asked(site.port, what="live")[:2] == (200, "ok")
    finally:
        site.stop()


@contextmanager
def without_a_database(database: str) -> Iterator[int]:
    """Run a web process of the club server with production settings. Yield its port."""
    port = free_port()
    dead = {"DATABASE_URL": database, "REDIS_URL": "redis://127.0.0.1:1/0", "TLS": "true"}
    command = [sys.executable, *ClubServer.web_command(port)]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **PRODUCTION, **dead}, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 100
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(10)


def test_a_club_server_says_within_two_seconds_that_its_database_is_gone():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody, mute = f"postgres://c:c@127.0.0.1:{free_port()}/c", silent.getsockname()[1]
        for database in (nobody, f"postgres://c:c@127.0.0.1:{mute}/c"):
            with without_a_database(database) as port:
                asked(port)  # the first request loads what all of them need
                for host in ("127.0.0.1", "elsewhere.example"):
                    status, text, seconds = asked(port, host)
                    assert (status, text) == (503, "The database does not answer.\n")
                    assert seconds < 2
                    assert asked(port, host, "live")[:2] == (200, "ok")


def test_a_site_without_its_redis_or_a_migration_of_its_database_is_alive_and_not_ready(
    transactional_db, client, settings
):
    assert client.get("/health/ready").content == b"ok"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'outbox'")
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.text) == (
        503,
        "Migrations are missing from the database: outbox.0001_initial.\n",
    )
    assert client.get("/health/live").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('outbox', '0001_initial', '2026-01-01')"
        )
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.content) == (503, b"Redis does not answer.\n")
    assert client.get("/health/live").status_code == 200


AWAY = {
    "default": {
        "BACKEND": "clubsite.caches.ForgivingCache",
        "LOCATION": "redis://127.0.0.1:1/0",  # no server there
        "OPTIONS": {"socket_connect_timeout": 2},
    }
}


def test_people_join_and_programs_read_while_redis_is_away_and_nothing_is_counted(client):
    with override_settings(CACHES=AWAY):
        assert client.get("/join/ZZZZZZ/").status_code == 404  # the page that says so, and asks again
        assert client.get("/api/v1/clubs/").status_code == 200
        cache = caches["default"]
        assert cache.get("x", 7) == 7
        assert cache.get_many(["x", "y"]) == {}
        assert not cache.add("x", 0, 60)
        cache.set("x", 1)
        with pytest.raises(ValueError, match="away"):
            cache.incr("x")


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_nobody_guesses_codes_for_long_while_redis_is_away(dee, kind):
    codes = with_app(dee)
    with override_settings(CACHES=AWAY):
        client = Client()
        client.post("/login/", {"username": "dee", "password": "correct horse"})
        for _ in range(limits.WRONG_FACTOR_CODES.most):
            client.post("/login/second-step/", {"confirm_code": wrong_code_of(dee)})
        right = code_of(dee) if kind == "app" else codes[0]
        refused = client.post("/login/second-step/", {"confirm_code": right})
        assert "Try again in 15 minutes" in on_page(refused.text) and "_auth_user_id" not in client.session


def test_nobody_guesses_passwords_for_long_while_redis_is_away(director):
    with override_settings(CACHES=AWAY):
        stranger = Client()
        for _ in range(limits.WRONG_OF_NAME.most):
            stranger.post("/login/", {"username": "dee", "password": "guess"})
        assert stranger.post("/login/", {"username": "dee", "password": "correct horse"}).status_code == 429
        sent = {"old_password": "guess", "new_password1": "under the lantern", "new_password2": "under the lantern"}
        for _ in range(limits.OWN_PASSWORD.most):
            director.post("/account/password/", sent)
        page = director.post("/account/password/", sent | {"old_password": "correct horse"})
        assert "Try again in 15 minutes" in on_page(page.text), "nor by the screen of somebody who went away"


class Planted:
    """An object that fails the test as soon as it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("it was unpickled",)


def test_nothing_is_unpickled_from_redis_that_this_site_did_not_write(settings):
    serializer = SealedSerializer()
    assert serializer.loads(serializer.dumps({"board": 7})) == {"board": 7}
    assert serializer.loads(b"-12") == -12, "a count, which Redis can raise"
    for planted in (pickle.dumps(Planted()), bytes_sealed(pickle.dumps(Planted()), b"another place").encode()):
        with pytest.raises(KeyMissing):
            serializer.loads(planted)


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
        async with served(Bodies(turns)) as port:
            yield port
            go_on.set()


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


async def test_a_reader_who_waits_gets_the_page_and_a_watcher_an_answer_whatever_waits(port, transactional_db):
    lines = [await opened(port, f"/page/?reader=n{n}.") for n in range(AT_ONCE + 20)]
    await until_made(AT_ONCE)
    watcher, _ = await opened(port, "/health/live")
    assert b"200 OK" in await asyncio.wait_for(watcher.read(), 60)
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
