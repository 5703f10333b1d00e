"""`manage.py restore FILE`: restore a backup. The database that was replaced is kept next to the new one."""

import os
import sqlite3
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from clubsite.core.backup_files import (
    REPLACED_FILE,
    Unsuitable,
    backup_open,
    file_check,
    file_copy,
    file_delete,
    is_sealed,
)
from clubsite.core.backup_postgres import (
    OLD_DATABASES_KEPT,
    ToolFailed,
    postgres_drop,
    postgres_fill,
    postgres_replace,
    sessions_elsewhere,
)
from clubsite.core.older_database import OlderDatabase
from clubsite.core.sealed_fields import KEY_LOST, sealed_count
from clubsite.core.single_instance import AlreadyServed, served_alone

UNCHANGED = "Nothing was changed."


class Command(BaseCommand):
    help = "Replace the database by a backup. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        try:
            with _opened(file) as plain:
                kept = _sqlite_restore(file, plain) if connection.vendor == "sqlite" else _postgres_restore(plain)
        except (Unsuitable, ToolFailed) as fault:
            raise CommandError(f"{file} was not restored: {fault}. {UNCHANGED}") from None
        except OSError as error:
            where = error.filename or file
            raise CommandError(f"{where} cannot be read or written: {error.strerror}. {UNCHANGED}") from None
        if kept:
            self.stdout.write(f"The database until now is kept as {kept}.")
            self.stdout.write(
                f"The nightly backup keeps the newest {OLD_DATABASES_KEPT} of them, and deletes older ones."
            )
        self.stdout.write(f"Restored from {file}.")
        if lost := sealed_count()[1]:
            self.stdout.write(KEY_LOST.format(lost))


@contextmanager
def _opened(file: Path) -> Iterator[Path]:
    """Yield `file` or, if it is encrypted, a temporary decrypted copy. Raise Unsuitable or OSError."""
    if not is_sealed(file):
        yield file
        return
    with TemporaryDirectory(prefix="restoring-") as folder:
        backup_open(file=file, to=(plain := Path(folder) / "plain"))
        yield plain


def _sqlite_restore(file: Path, plain: Path) -> Path | None:
    """Restore `plain`, the contents of `file`. Return where the previous database is kept, if there was one."""
    live = Path(connection.settings_dict["NAME"])
    try:
        with served_alone(live.parent, ""), _copied(plain, live) as copy:
            _bring_up_to_date(file, copy)
            return _replace(live, copy)
    except AlreadyServed as there:
        raise CommandError(f"The site is running at {there}/: stop it first. {UNCHANGED}") from None
    except OSError as error:
        error.filename = file if error.filename == str(plain) else live.parent
        raise


def _postgres_restore(plain: Path) -> str:
    """Restore `plain` into a new database, which then replaces the live one. Return where the previous one is."""
    connection.settings_dict["OPTIONS"].pop("pool", None)  # it would keep the databases open
    if sessions_elsewhere():
        raise CommandError(f"The site is running, or another program has the database open: stop it. {UNCHANGED}")
    new = f"{connection.settings_dict['NAME']}_restoring_{os.getpid()}"
    postgres_fill(file=plain, name=new)
    try:
        _bring_up_to_date(plain, new)
        return f"the database {postgres_replace(new)}"
    except BaseException:
        postgres_drop(new)
        raise


@contextmanager
def _copied(file: Path, live: Path) -> Iterator[Path]:
    """Yield a checked copy of `file` in the folder of `live`. Raise Unsuitable if `file` cannot be restored."""
    copy = live.with_name(f"restoring-{os.getpid()}.sqlite3")
    try:
        file_copy(file=file, to=copy)
        file_check(copy)
        yield copy
    finally:
        file_delete(copy)


def _bring_up_to_date(file: Path, copy: Path | str) -> None:
    """Migrate the database `copy`. Raise CommandError if that fails."""
    live = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = copy
    try:
        call_command("migrate", verbosity=0)
    except OlderDatabase:
        raise CommandError(
            f"{file} was not restored: it was made by the site before its first release and cannot be brought up to "
            f"date. {UNCHANGED}"
        ) from None
    except (CommandError, DatabaseError) as error:
        raise CommandError(f"{file} was not restored: it cannot be brought up to date ({error}). {UNCHANGED}") from None
    finally:
        connection.close()
        connection.settings_dict["NAME"] = live
    if isinstance(copy, str):
        return
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode = DELETE")  # one file, which can take the other's place at once
    with copy.open("rb") as written:
        os.fsync(written.fileno())


def _replace(live: Path, copy: Path) -> Path | None:
    """Put `copy` in place of `live` in one step. Return the path of the previous database, if there was one."""
    if not live.exists():
        copy.replace(live)
        return None
    _close_log(live)
    kept = live.with_name(f"{live.stem}{datetime.now():{REPLACED_FILE}}.sqlite3")
    try:
        file_copy(file=live, to=kept)
    except OSError:
        file_delete(kept)
        raise
    for suffix in ("-wal", "-shm"):  # of a damaged database, which SQLite would read into the new one
        Path(f"{live}{suffix}").unlink(missing_ok=True)
    copy.replace(live)
    return kept


def _close_log(live: Path) -> None:
    """Write the contents of the database's log into its file. Raise CommandError if another program uses it."""
    try:
        with closing(sqlite3.connect(live, timeout=1)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise CommandError(
                f"Another program has {live} open: stop it first. {UNCHANGED}"
            ) from None  # any other fault: it is damaged, and kept as it is
