"""The databases that `restore` replaced and kept beside the live one. The newest two stay."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import connection

from clubsite.core.backup_files import REPLACED_FILE, file_delete
from clubsite.core.backup_postgres import REPLACED, postgres_drop

KEPT = 2
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
    found = _files() if connection.vendor == "sqlite" else _postgres_databases()
    return sorted(found, key=lambda one: one.at, reverse=True)


def old_databases_drop(*, keep: int = KEPT) -> list[OldDatabase]:
    """Delete all but the newest `keep`, and return the deleted ones. Raise OSError, DatabaseError or ToolFailed."""
    old = old_databases()[keep:]
    for one in old:
        if connection.vendor == "sqlite":
            file_delete(Path(one.name))
        else:
            postgres_drop(one.name)
    return old


def _files() -> list[OldDatabase]:
    live = Path(connection.settings_dict["NAME"])
    found = []
    for file in live.parent.glob(f"{live.stem}-before-*.sqlite3"):
        if at := _time(file.stem.removeprefix(live.stem), REPLACED_FILE):
            size = sum(one.stat().st_size for one in live.parent.glob(f"{file.name}*"))
            found.append(OldDatabase(str(file), at, size))
    return found


def _postgres_databases() -> list[OldDatabase]:
    live, found = str(connection.settings_dict["NAME"]), []
    with connection.cursor() as cursor:
        cursor.execute(BESIDE, [f"{live}_before_"])
        for (name,) in cursor.fetchall():
            if at := _time(name.removeprefix(live), REPLACED):
                cursor.execute(SIZE, [name, name])
                [size] = cursor.fetchone() or [0]
                found.append(OldDatabase(name, at, size))
    return found


def _time(ending: str, form: str) -> datetime | None:
    """Return the time in the ending of a name, or None if the name has another form."""
    try:
        at = datetime.strptime(ending, form)
    except ValueError:
        return None
    return at if at.strftime(form) == ending else None
