"""Emptying a running club server for the next module. Its processes go on, and no key is given twice."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import psycopg
from psycopg.sql import SQL, Identifier
from redis import Redis

from tests.servers import ClubServer, until

BY_MIGRATIONS = ("auth_permission", "django_content_type", "django_migrations")
"""The tables into which migrations put rows. They stay as they are."""
OF_QUEUES = b"_kombu."
"""How the keys begin that say which queues there are. Celery makes them only once."""


def empty(server: ClubServer) -> None:
    """Delete every row and every key once no browser is connected and no job waits or runs."""
    with quiet(server):
        delete_all(server)


@contextmanager
def quiet(server: ClubServer) -> Iterator[None]:
    """Let no job run inside the block but those that the block asks for. Jobs that waited are dropped."""
    os.kill(server.processes["beat"].pid, signal.SIGSTOP)
    try:
        until(lambda: _is_idle(server) and _is_idle(server), "no job is running")
        yield
    finally:
        os.kill(server.processes["beat"].pid, signal.SIGCONT)


def delete_all(server: ClubServer) -> None:
    webs = {name: process for name, process in server.processes.items() if name.startswith("web ")}
    until(lambda: not any(_is_connected(process, name) for name, process in webs.items()), "no socket is open")
    _delete_rows(server.env["DATABASE_URL"])
    redis = Redis.from_url(server.env["REDIS_URL"])
    if keys := [key for key in redis.scan_iter(count=1000) if not key.startswith(OF_QUEUES)]:
        redis.delete(*keys)
    redis.close()


def queues(server: ClubServer) -> list[str]:
    return [f"{server.env['REDIS_PREFIX']}{name}" for name in ("", "-mail", "-slow")]


def rows(url: str) -> dict[str, int]:
    """Return how many rows each table has, without the empty tables."""
    with psycopg.connect(url) as database:
        tables = [name for (name,) in database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        counts = SQL(" UNION ALL ").join(
            SQL("SELECT {}, count(*) FROM {}").format(name, Identifier(name)) for name in tables
        )
        return {name: count for name, count in database.execute(counts) if count}


def _delete_rows(url: str) -> None:
    """Delete all rows, as the owner of the tables, whom no trigger holds."""
    filled = [Identifier(name) for name in rows(url) if name not in BY_MIGRATIONS]
    with psycopg.connect(url) as database:
        for statement in ("ALTER TABLE {} DISABLE TRIGGER USER", "DELETE FROM {}"):
            for table in filled:
                database.execute(SQL(statement).format(table))
        database.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks to come cannot be altered
        for table in filled:
            database.execute(SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(table))


def _is_idle(server: ClubServer) -> bool:
    """True if no job waited or ran a moment ago. Those that wait are dropped. Ask twice: a message on its way from a
    queue to the worker is in neither.
    """
    redis = Redis.from_url(server.env["REDIS_URL"])
    with redis.pipeline() as at_once:
        for queue in queues(server):
            at_once.llen(queue)
        at_once.hlen("unacked")
        at_once.delete(*queues(server))
        *waiting, running, _ = at_once.execute()
    time.sleep(0.05)
    return not any(waiting) and not (running and "worker" in server.processes)


def _is_connected(process: "subprocess.Popen[bytes]", name: str) -> bool:
    """True if a web process has a connection on its own port."""
    port = int(name.removeprefix("web "))
    links = psutil.Process(process.pid).net_connections(kind="tcp")
    return any(link.status == psutil.CONN_ESTABLISHED and link.laddr.port == port for link in links)
