"""A club server's own processes while they are measured: their CPU, memory and open files, and what PostgreSQL did."""

import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
from redis import Redis

from tests.servers import ClubServer, running_club

KINDS = ("web", "worker", "beat", "postgres", "redis")
SETTINGS = {"SEAT_MESSAGES": "100000"}  # scripted players are faster than people
COUNTED = """
SELECT xact_commit, tup_inserted, tup_updated, tup_deleted, pg_current_wal_lsn() - '0/0',
       pg_database_size(current_database()),
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
FROM pg_stat_database WHERE datname = current_database()
"""
STATS_ARE_BEHIND = 1.2  # seconds: PostgreSQL's processes add up what they did once a second
IN_LOG = re.compile(r"duration: ([\d.]+) ms  (?:statement|execute \S+): (.*?)(?=\n\S+ \S+ \S+ \[|\Z)", re.S)
VALUES = re.compile(r"'[^']*'|\b\d+\b")


@dataclass(frozen=True)
class Database:
    """PostgreSQL's counters at one moment. Sizes are in bytes."""

    commits: int
    inserted: int
    updated: int
    deleted: int
    wal: int
    size: int
    connections: int


@dataclass
class Spent:
    """The cost of a piece of work: wall-clock seconds, seconds by kind of process, and the database's counters.

    `waited` is how long the processes were ready and had no core.
    """

    seconds: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)
    waited: dict[str, float] = field(default_factory=dict)
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

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds so far by kind, with those of children that have ended."""
        return {kind: sum(map(cpu_of, self._all(kind))) for kind in KINDS}

    def waited(self) -> dict[str, float]:
        """Return the seconds so far by kind in which a thread was ready and other work had all cores."""
        return {kind: sum(map(_waited, self._all(kind))) for kind in KINDS}

    def memory(self) -> dict[str, float]:
        """Return the MB by kind. A page that processes share is divided among them (PSS)."""
        return {kind: sum(map(_pss, self._all(kind))) / 2**20 for kind in KINDS}

    def jobs_waiting(self) -> tuple[int, float]:
        """Return the number of jobs in the worker's queues, and the MB that Redis needs for them."""
        queues = list(self.redis.scan_iter(_type="list"))
        size = sum(self.redis.memory_usage(queue, samples=0) or 0 for queue in queues)
        return sum(map(self.redis.llen, queues)), size / 2**20

    def files(self) -> dict[str, int]:
        """Return the open files by kind, sockets included."""
        return {kind: sum(map(_files, self._all(kind))) for kind in KINDS}

    def database(self) -> Database:
        row = self.connection.execute(COUNTED).fetchone()
        assert row is not None
        return Database(*map(int, row))

    @contextmanager
    def measured(self) -> Iterator[Spent]:
        """Yield an object that says at the end of the block what the block took."""
        spent = Spent()
        time.sleep(STATS_ARE_BEHIND)
        rows, waited, cpu, began = self.database(), self.waited(), self.cpu(), time.perf_counter()
        yield spent
        spent.seconds, now = time.perf_counter() - began, self.cpu()
        spent.cpu = {kind: now[kind] - cpu[kind] for kind in KINDS}
        spent.waited = {kind: value - waited[kind] for kind, value in self.waited().items()}
        time.sleep(STATS_ARE_BEHIND)
        after = self.database()
        spent.database = {name: getattr(after, name) - value for name, value in vars(rows).items()}

    @contextmanager
    def statements(self) -> Iterator[Counter[str]]:
        """Yield a counter that has, at the end of the block, how often each statement was run, without its values.

        PostgreSQL writes them to its log meanwhile, so measure no CPU in the block.
        """
        row = self.connection.execute("SHOW data_directory").fetchone()
        assert row is not None
        log, found = Path(row[0]) / "log", Counter[str]()
        self._log_from("0")
        began = log.stat().st_size
        try:
            yield found
        finally:
            self._log_from("-1")
        with log.open(encoding="utf-8", errors="replace") as lines:
            lines.seek(began)
            found.update(" ".join(VALUES.sub("?", text).split()) for _, text in IN_LOG.findall(lines.read()))

    def _log_from(self, milliseconds: str) -> None:
        self.connection.execute(f"ALTER SYSTEM SET log_min_duration_statement = {milliseconds}")
        self.connection.execute("SELECT pg_reload_conf()")
        time.sleep(0.5)


def cpu_of(process: Any) -> float:
    """Return the CPU seconds of a process and of its children that have ended, or 0 if it has just ended itself."""
    with suppress(psutil.NoSuchProcess):
        return float(sum(process.cpu_times()[:4]))
    return 0.0


def _waited(process: Any) -> float:
    threads = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
    with suppress(OSError):
        return sum(int(thread.read_text().split()[1]) for thread in threads) / 1e9
    return 0.0


def _pss(process: Any) -> int:
    with suppress(psutil.NoSuchProcess):
        return int(process.memory_full_info().pss)
    return 0


def _files(process: Any) -> int:
    with suppress(psutil.NoSuchProcess):
        return int(process.num_fds())
    return 0


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
