"""Backups of the club server's database, made with PostgreSQL's own `pg_dump` and `pg_restore`.

A backup is restored into a new database. Once this is complete and up to date, it takes the name of the old one, which
is kept under another name. The newest two old databases are kept, on SQLite too.
"""

import os
import shutil
import subprocess
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection
from psycopg import sql
from psycopg.conninfo import make_conninfo

from clubsite.core.backup_files import REPLACED_FILE, Unsuitable, check_version, file_delete, private_file

REPLACED = "_before_%Y%m%d_%H%M%S"
"""Suffix of the name of a database that a restore replaced."""


class ToolFailed(Exception):
    """PostgreSQL, or one of its programs, refused. `str()` says why, in PostgreSQL's words."""


def postgres_save(file: Path) -> None:
    """Write the database as it is now to the new file `file`, while others write. Raise OSError or ToolFailed."""
    private_file(file)
    try:
        _run("pg_dump", "--format=custom", "--lock-wait-timeout=60000", f"--file={file}", f"--dbname={_address()}")
        postgres_check(file)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def postgres_check(file: Path) -> None:
    """Raise Unsuitable if `file` is not a backup of a club that `pg_restore` can read."""
    try:
        tables = _run("pg_restore", "--list", str(file))
    except ToolFailed as error:
        raise Unsuitable(f"it is not a backup of a club, or it is damaged ({error})") from None
    if not all(f"TABLE DATA public {table} " in tables for table in ("django_migrations", "nights_session")):
        raise Unsuitable("it is not a backup of a club")


def postgres_read(file: Path) -> None:
    """Read a whole backup as if to restore it. Raise Unsuitable if that fails, and ToolFailed without `pg_restore`."""
    if shutil.which("pg_restore") is None:
        raise ToolFailed("there is no pg_restore here. Install PostgreSQL’s client programs")
    postgres_check(file)
    try:
        _run("pg_restore", f"--file={os.devnull}", str(file))
    except ToolFailed as error:
        raise Unsuitable(f"it is damaged ({error})") from None


def postgres_fill(*, file: Path, name: str) -> None:
    """Make the database `name` from a backup. Raise Unsuitable or ToolFailed, leaving no such database."""
    postgres_check(file)
    _create_like_live(name)
    try:
        _run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={_address(name)}", str(file))
        with closing(psycopg.connect(_address(name), password=_parameters().get("password"))) as database:
            check_version(set(database.execute("SELECT app, name FROM django_migrations").fetchall()))
    except BaseException:
        postgres_drop(name)
        raise


def postgres_replace(new: str) -> str:
    """Replace the live database with `new`, and return the old one's new name. Raise ToolFailed if it is in use."""
    live = _live()
    kept = f"{live}{datetime.now():{REPLACED}}"
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    _as_maintenance(
        rename.format(sql.Identifier(live), sql.Identifier(kept)),
        rename.format(sql.Identifier(new), sql.Identifier(live)),
    )
    return kept


def postgres_drop(name: str) -> None:
    """Delete a database, if it exists. Raise ToolFailed if that fails."""
    _as_maintenance(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def sessions_elsewhere() -> int:
    """Return how many connections other programs (the running site) have to the live database. Raise ToolFailed."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'"
    row = _maintained(query, _live())
    return int(row[0]) if row else 0


def _create_like_live(name: str) -> None:
    """Make the empty database `name` with the encoding and sort order of the live one. Raise ToolFailed."""
    query = "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = %s"
    like = _maintained(query, _live())
    if like is None:
        raise ToolFailed(f"there is no database {_live()} on this server")
    encoding, collate, ctype = map(sql.Literal, like)
    _as_maintenance(
        sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING {} LC_COLLATE {} LC_CTYPE {}").format(
            sql.Identifier(name), encoding, collate, ctype
        )
    )


def _live() -> str:
    return str(connection.settings_dict["NAME"])


def _parameters() -> dict[str, Any]:
    """Return Django's parameters for reaching the database, under libpq's names."""
    words = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    given = {"dbname": _live(), **connection.get_connection_params()}
    return {name: value for name, value in given.items() if name in words}


def _address(name: str | None = None) -> str:
    """Return the address of the live database, or of the database `name`, without the password."""
    given = _parameters()
    given.pop("password", None)
    return make_conninfo(**given | ({"dbname": name} if name else {}))


def _run(*command: str) -> str:
    """Run one of PostgreSQL's programs and return its output. The password does not go through the command line."""
    password = _parameters().get("password")
    env = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True)
    except FileNotFoundError:
        raise ToolFailed(f"there is no {command[0]} here. Install PostgreSQL’s client programs") from None
    if done.returncode:
        raise ToolFailed(_first_line(done.stderr or f"{command[0]} ended with {done.returncode}"))
    return done.stdout


def _maintenance() -> "psycopg.Connection[tuple[Any, ...]]":
    """Connect to another database on the server, because a database can be renamed only from another one."""
    return psycopg.connect(_address("postgres"), password=_parameters().get("password"), autocommit=True)


def _maintained(question: str, name: str) -> tuple[Any, ...] | None:
    """Return the first row of the answer to a question about the database `name`. Raise ToolFailed."""
    try:
        with closing(_maintenance()) as database:
            return database.execute(question, [name]).fetchone()
    except psycopg.Error as error:
        raise ToolFailed(_first_line(error)) from None


def _as_maintenance(*statements: sql.Composed) -> None:
    """Execute the statements. Several take effect together or not at all. Raise ToolFailed."""
    try:
        with closing(_maintenance()) as database:
            if len(statements) == 1:
                database.execute(statements[0])  # a database is not made or deleted within a transaction
                return
            with database.transaction():
                for statement in statements:
                    database.execute(statement)
    except psycopg.Error as error:
        raise ToolFailed(_first_line(error)) from None


def _first_line(message: object) -> str:
    return str(message).strip().splitlines()[0].rstrip(".")


OLD_DATABASES_KEPT = 2
BESIDE = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
# A role that may not connect to a database may not ask for its size either.
SIZE = "SELECT pg_database_size(%s) WHERE has_database_privilege(%s, 'CONNECT')"


@dataclass(frozen=True, slots=True)
class OldDatabase:
    """A database that was live until `at`, when a restore replaced it. `size` is in bytes.

    `name` is the name of the database on PostgreSQL, or the path of the file. `str()` gives name and size.
    """

    name: str
    at: datetime
    size: int

    def __str__(self) -> str:
        return f"{self.name} ({self.size / 1e6:.1f} MB)"


def old_databases() -> list[OldDatabase]:
    """Return the databases that restores replaced, newest first. Raise OSError or DatabaseError."""
    databases = _files() if connection.vendor == "sqlite" else _postgres_databases()
    return sorted(databases, key=lambda database: database.at, reverse=True)


def old_databases_drop(*, keep: int = OLD_DATABASES_KEPT) -> list[OldDatabase]:
    """Delete all but the newest `keep`, and return the deleted ones. Raise OSError, DatabaseError or ToolFailed."""
    old = old_databases()[keep:]
    for database in old:
        if connection.vendor == "sqlite":
            file_delete(Path(database.name))
        else:
            postgres_drop(database.name)
    return old


def _files() -> list[OldDatabase]:
    live = Path(connection.settings_dict["NAME"])
    databases = []
    for file in live.parent.glob(f"{live.stem}-before-*.sqlite3"):
        if at := _time(file.stem.removeprefix(live.stem), REPLACED_FILE):
            size = sum(part.stat().st_size for part in live.parent.glob(f"{file.name}*"))
            databases.append(OldDatabase(str(file), at, size))
    return databases


def _postgres_databases() -> list[OldDatabase]:
    live, databases = str(connection.settings_dict["NAME"]), []
    with connection.cursor() as cursor:
        cursor.execute(BESIDE, [f"{live}_before_"])
        for (name,) in cursor.fetchall():
            if at := _time(name.removeprefix(live), REPLACED):
                cursor.execute(SIZE, [name, name])
                [size] = cursor.fetchone() or [0]
                databases.append(OldDatabase(name, at, size))
    return databases


def _time(ending: str, form: str) -> datetime | None:
    """Return the time in the ending of a name, or None if the name has another form."""
    try:
        at = datetime.strptime(ending, form)
    except ValueError:
        return None
    return at if at.strftime(form) == ending else None
