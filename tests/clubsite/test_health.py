"""The addresses for monitoring: they answer within two seconds, in both ways of running the site."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests.browser.site import ROOT, Site
from tests.kit.schema import schema_file
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


def test_a_site_whose_database_lacks_a_migration_is_alive_and_not_ready(transactional_db, client):
    assert client.get("/health/ready").content == b"ok"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'outbox'")
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.content.decode()) == (
        503,
        "Migrations are missing from the database: outbox.0001_initial.\n",
    )
    assert client.get("/health/live").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('outbox', '0001_initial', '2026-01-01')"
        )


def test_a_site_whose_redis_is_away_is_alive_and_not_ready(transactional_db, client, settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.content) == (503, b"Redis does not answer.\n")
    assert client.get("/health/live").status_code == 200
