"""A club server's own processes while they are measured: their CPU, memory and open files, and what PostgreSQL did."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
from psycopg.rows import dict_row
from redis import Redis

from tests.servers import ClubServer, running_club

KINDS = ("web", "worker", "beat", "postgres", "redis")
SETTINGS = {"SEAT_MESSAGES": "100000"}  # scripted players are faster than people
COUNTED = """
SELECT xact_commit AS commits, tup_inserted AS inserted, tup_updated AS updated,
       pg_current_wal_lsn() - '0/0' AS wal, pg_database_size(current_database()) AS size,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections
FROM pg_stat_database WHERE datname = current_database()
"""
STATS_ARE_BEHIND = 1.2  # seconds: PostgreSQL's processes add up what they did once a second


@dataclass
class Spent:
    """The cost of a piece of work: wall-clock seconds, seconds by kind of process, and the database's counters."""

    seconds: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)
    database: dict[str, int] = field(default_factory=dict)


class MeasuredClub:
    """A running club server. CPU is the time of the processes, so other work on the machine disturbs it little."""

    def __init__(self, server: ClubServer) -> None:
        self.server, self.urls = server, server.urls
        self.connection = psycopg.connect(server.env["DATABASE_URL"], autocommit=True)
        backend = psutil.Process(self.connection.info.backend_pid)
        self._roots: dict[str, list[Any]] = {kind: [] for kind in KINDS}
        for name, process in server.processes.items():
            self._roots[name.split()[0]].append(psutil.Process(process.pid))
        self._roots["postgres"] = [backend.parent()]
        self.redis = Redis.from_url(server.env["REDIS_URL"])
        self._roots["redis"] = [psutil.Process(self.redis.info("server")["process_id"])]

    def _all(self, kind: str) -> Iterator[Any]:
        for root in self._roots[kind]:
            yield root
            yield from root.children(recursive=True)

    def _sum(self, kind: str, value: Callable[[Any], float]) -> float:
        return sum(of_running(process, value) for process in self._all(kind))

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds so far by kind, with those of children that have ended."""
        return {kind: sum(map(cpu_of, self._all(kind))) for kind in KINDS}

    def memory(self) -> dict[str, float]:
        """Return the MB by kind. A page that processes share is divided among them (PSS)."""
        return {kind: self._sum(kind, lambda process: process.memory_full_info().pss) / 2**20 for kind in KINDS}

    def jobs_waiting(self) -> tuple[int, float]:
        """Return the number of jobs in the worker's queues, and the MB that Redis needs for them."""
        queues = list(self.redis.scan_iter(_type="list"))
        size = sum(self.redis.memory_usage(queue, samples=0) or 0 for queue in queues)
        return sum(map(self.redis.llen, queues)), size / 2**20

    def files(self) -> dict[str, int]:
        """Return the open files by kind, sockets included."""
        return {kind: int(self._sum(kind, lambda process: process.num_fds())) for kind in KINDS}

    def database(self) -> dict[str, int]:
        """Return PostgreSQL's counters. Sizes are in bytes."""
        with self.connection.cursor(row_factory=dict_row) as cursor:
            row = cursor.execute(COUNTED).fetchone()
        assert row is not None
        return {name: int(value) for name, value in row.items()}

    @contextmanager
    def measured(self) -> Iterator[Spent]:
        """Yield an object that says at the end of the block what the block took."""
        spent = Spent()
        time.sleep(STATS_ARE_BEHIND)
        rows, cpu, began = self.database(), self.cpu(), time.perf_counter()
        yield spent
        spent.seconds, now = time.perf_counter() - began, self.cpu()
        spent.cpu = {kind: now[kind] - cpu[kind] for kind in KINDS}
        time.sleep(STATS_ARE_BEHIND)
        spent.database = {name: value - rows[name] for name, value in self.database().items()}


def of_running(process: Any, value: Callable[[Any], float]) -> float:
    """Return a value of a process, or 0 if it has just ended."""
    with suppress(psutil.NoSuchProcess):
        return value(process)
    return 0.0


def cpu_of(process: Any) -> float:
    """Return the CPU seconds of a process and of its children that have ended."""
    return of_running(process, lambda program: float(sum(program.cpu_times()[:4])))


@contextmanager
def measured_club(webs: int) -> Iterator[MeasuredClub]:
    """Run a club server with this many web processes. This process gets its settings too and may use its database.

    Raise SystemExit if the environment names servers, whose processes could not be measured.
    """
    if os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL"):
        raise SystemExit("This measures servers of its own. Unset DATABASE_URL and REDIS_URL, then try again.")
    with tempfile.NamedTemporaryFile() as log, running_club(webs, log=Path(log.name), **SETTINGS) as server:
        os.environ.update(server.env)
        import django

        django.setup()
        club = MeasuredClub(server)
        try:
            yield club
        finally:
            club.connection.close()
