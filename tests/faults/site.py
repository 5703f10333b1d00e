"""The site under test, as a club server or embedded. Its web processes can be killed and restarted in an instant."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.engines import HOLDS, Postgres, Redis
from tests.faults.lines import Line
from tests.faults.table_client import Records, TableClient
from tests.forks import ROOT, Forkserver, WebProcess
from tests.servers import PRODUCTION, ClubServer, free_port

STARTS_WITHIN = 120.0  # seconds


@dataclass
class Site:
    """Web processes on `ports`. Each of them may be dead at any given moment."""

    env: dict[str, str] = field(repr=False)
    ports: list[int]
    _forks: Forkserver
    webs: dict[int, WebProcess] = field(default_factory=dict)

    def run(self, code: str) -> Any:
        """Run Python code with the site's settings in a separate process. Return the JSON that the code prints."""
        return self._forks.run(code)

    async def device(self, number: int, seat: dict[str, str], records: Records, options: dict[str, Any]) -> TableClient:
        """Return a device for a seat. Opponents prefer different web processes."""
        order = self.ports if number % 2 else self.ports[::-1]
        return TableClient(f"player {number + 1}", seat, await Line(list(order)).open(), records, options)

    def start(self, port: int) -> None:
        """Start a web process, and return once it is listening."""
        self.webs[port] = self._forks.web(port)
        _wait(port)

    def start_apart(self, port: int, **env: str) -> None:
        """Start a web process from scratch instead of by a fork, with extra variables in its environment."""
        child = subprocess.Popen(
            [sys.executable, *ClubServer.web_command(port)], env={**self.env, **env}, cwd=ROOT, start_new_session=True
        )
        self.webs[port] = WebProcess(child.pid, child)
        _wait(port)

    def kill(self, port: int) -> None:
        """Kill a web process with SIGKILL, and return once it is gone."""
        self.webs.pop(port).end(signal.SIGKILL, 60)

    def stop(self, port: int, seconds: float = 60) -> None:
        """Ask a web process to stop, and return once it has. Raise AssertionError after more than `seconds`."""
        self.webs.pop(port).end(signal.SIGTERM, seconds)

    def all_up(self) -> None:
        """Start every process that a test has left dead."""
        for port in self.ports:
            if port not in self.webs:
                self.start(port)

    def end(self) -> None:
        for port in list(self.webs):
            with suppress(ProcessLookupError):
                self.kill(port)
        self._forks.end()


@dataclass
class ClubSite(Site):
    """The site on a club server, with its own PostgreSQL and Redis servers."""

    postgres: Postgres = field(kw_only=True)
    redis: Redis = field(kw_only=True)
    club: ClubServer = field(kw_only=True, repr=False)

    def kill_worker(self) -> None:
        process = self.club.processes.pop("worker")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _wait(port: int) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while not listens(port):
        assert time.monotonic() < deadline, f"Nothing listens on {port}."
        time.sleep(0.02)


@contextmanager
def running_club(folder: Path, **more: str) -> Iterator[ClubSite]:
    """Run PostgreSQL, Redis, two web processes, a worker and beat, using the settings of a club server. `more` is added
    to the environment.
    """
    with ExitStack() as running:
        postgres = Postgres(folder / "pg")
        running.callback(postgres.cleanup)
        redis = Redis(folder / "redis")
        running.callback(redis.cleanup)
        engines = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        club = ClubServer({**os.environ, **PRODUCTION, **engines, "SEAT_MESSAGES": "30", **more})
        club.prepare()
        postgres.sql(HOLDS)
        running.callback(lambda: [club.stop(name) for name in list(club.processes)])
        club.start_worker()
        club.start_beat()
        ports = [free_port(), free_port()]
        site = ClubSite(club.env, ports, Forkserver(club.env), postgres=postgres, redis=redis, club=club)
        running.callback(site.end)
        site.all_up()
        yield site


@contextmanager
def running_embedded(folder: Path, **more: str) -> Iterator[Site]:
    """Run one web process on SQLite in `folder`, as `make run` does. `more` is added to the environment."""
    local = {"DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": str(folder)}
    env = {**os.environ, **local, "DEAL_KEYS_FILE": f"{folder}.deal-keys", "SEAT_MESSAGES": "30", **more}
    forks = Forkserver(env)
    site = Site(env, [free_port()], forks)
    try:
        site.run("from django.core.management import call_command\ncall_command('migrate', verbosity=0)")
        site.all_up()
        yield site
    finally:
        site.end()
