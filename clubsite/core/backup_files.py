"""A file copy of the embedded club's database: how it is written, and whether it may be restored."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from clubsite.core.triggers import sqlite_guards

REPLACED_FILE = "-before-%Y%m%d-%H%M%S"
"""Suffix of the name of a file that a restore replaced."""


class Unsuitable(Exception):
    """Raised for a file that cannot be restored. `str()` is a sentence beginning with "it", meaning the file."""


def private_file(file: Path) -> None:
    """Create an empty file that only its owner may read and write. Raise OSError if that fails or the file exists."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def database_save(*, database: Path, file: Path) -> None:
    """Write a copy of `database` to the new file `file` while others keep writing. Raise OSError or sqlite3.Error if
    that fails.

    The copy is complete in a single file, so it can be read from a write-protected disk.
    """
    private_file(file)
    try:
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(file)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        file.unlink()
        raise


def file_copy(*, file: Path, to: Path) -> None:
    """Copy a database file and its write-ahead log to the new file `to`, byte for byte. Raise OSError if that fails.

    The source is only read. Opening it with SQLite would write files next to it.
    """
    for suffix in ("", "-wal"):
        if (source := Path(f"{file}{suffix}")).is_file():
            private_file(copy := Path(f"{to}{suffix}"))
            shutil.copyfile(source, copy)


def file_delete(file: Path) -> None:
    """Delete a database file and the two files that SQLite may keep next to it."""
    for suffix in ("-wal", "-shm", ""):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def file_check(file: Path) -> None:
    """Raise Unsuitable if `file` is not a sound club database that this version of the site can bring up to date.

    The folder of `file` must be writable.
    """
    try:
        with closing(sqlite3.connect(file)) as database:
            names = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"django_migrations", "nights_session"} <= names:
                raise Unsuitable("it is not a backup of a club")
            if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise Unsuitable("it is damaged")
            applied = set(database.execute("SELECT app, name FROM django_migrations"))
            triggers = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
            raise Unsuitable("it is not a backup of a club (not an SQLite database)") from None
        raise Unsuitable(f"it is damaged ({error})") from None
    check_version(applied)
    _check_guards(applied, triggers)


def check_version(applied: set[tuple[str, str]]) -> None:
    """Raise Unsuitable if one of the `applied` migrations, given as (app, name), is unknown to this version."""
    unknown = sorted(applied - MigrationLoader(None).disk_migrations.keys())
    if unknown:
        raise Unsuitable(
            "it was made by another version of the site, which has changes to the database that this one does not "
            f"know ({'.'.join(unknown[-1])}). If that version is newer, update the site first, then restore"
        )


def _check_guards(applied: set[tuple[str, str]], triggers: dict[str, str]) -> None:
    known = MigrationLoader(None).disk_migrations
    expected = sqlite_guards(known[key] for key in sorted(applied))
    lost = sorted(name for name, sql in expected.items() if triggers.get(name) != sql)
    if lost:
        raise Unsuitable(
            "the triggers that keep scores, cards and the audit log from being changed are missing from it, or are "
            f"others ({', '.join(lost[:3])}). Somebody took them off, so nobody can say what else was changed"
        )
