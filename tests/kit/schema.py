"""The migrated database with nothing in it: made once, and copied for every test that needs a database of its own."""

import fcntl
import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "test-schemas"
SOURCES = (
    *("requirements-dev.lock", "clubsite/settings/*.py", "clubsite/core/*.py"),
    *("clubsite/**/migrations/*.py", "clubsite/**/models*.py", "clubsite/**/models/*.py"),
)
"""The files from which the schema follows: models, migrations, what these import, and the libraries' versions."""
KEPT = 3
"""How many schemas stay in the folder, for a checkout that changes between a few branches."""


@cache
def schema_hash() -> str:
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    for source in sorted({file for pattern in SOURCES for file in ROOT.glob(pattern)}):
        digest.update(f"{source.relative_to(ROOT)}\n".encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def database_begin() -> str:
    """Let `connection` use a new, migrated test database. Return the name of its database before."""
    before, name = str(connection.settings_dict["NAME"]), connection.creation._get_test_db_name()
    _postgres_template() if connection.vendor == "postgresql" else _schema_in_memory()
    _use(name)
    database_empty()
    return before


def database_empty() -> None:
    """Replace the test database by the migrated one with nothing in it. Keys begin with 1 again."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _schema_in_memory().backup(connection.connection)
        return
    name = connection.settings_dict["NAME"]
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{_postgres_template()}"')


def schema_file() -> Path:
    """Return an SQLite file with the migrated database. If several processes need it at once, one makes it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{schema_hash()}.sqlite3"
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            made = file.with_suffix(".new")
            made.unlink(missing_ok=True)
            with _used(str(made)):
                _migrate()
            made.rename(file)
        file.touch()
        for old in sorted(FOLDER.glob("*.sqlite3"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink()
    return file


@cache
def _schema_in_memory() -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(sqlite3.connect(schema_file())) as source:
        source.backup(copy)
    return copy


@cache
def _postgres_template() -> str:
    """Return the name of the migrated database on the server, which has the name of its hash."""
    name = f"schema_{schema_hash()}"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext('schema'))")  # until this connection ends
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}_new"')
            cursor.execute(f'CREATE DATABASE "{name}_new"')
            with _used(f"{name}_new"):
                _migrate()
            cursor.execute(f'ALTER DATABASE "{name}_new" RENAME TO "{name}"')
    return name


def _migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    call_command("createcachetable")


def _use(name: str) -> None:
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name


@contextmanager
def _used(name: str) -> Iterator[None]:
    """Let `connection` use another database in the meantime."""
    before = connection.settings_dict["NAME"]
    _use(name)
    try:
        yield
    finally:
        _use(before)
