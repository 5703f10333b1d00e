"""`manage.py backup FILE`, or `--keep FOLDER`: a copy of the database, taken while the site is running."""

import os
import shutil
import sqlite3
import time
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from clubsite.core.backup_files import (
    NAME,
    Unsuitable,
    backup_seal,
    backups_in,
    backups_kept,
    database_save,
    file_check,
    private_file,
)
from clubsite.core.backup_postgres import OLD_DATABASES_KEPT, ToolFailed, old_databases_drop, postgres_save

MAKING = ".backup-"
"""How the folder begins in which a backup is made, before it gets its name."""
ABANDONED = 24 * 3600
"""Seconds after which such a folder was left by a run that was killed."""


class Command(BaseCommand):
    help = "Copy the database to FILE, or into a folder that keeps some copies by a rule, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?")
        parser.add_argument(
            "--keep", metavar="FOLDER", nargs="?", const=settings.BACKUP_FOLDER, help="default: BACKUP_FOLDER"
        )
        parser.add_argument("--daily", type=int, default=14, help="days of which --keep keeps the newest copy")
        parser.add_argument("--weekly", type=int, default=8, help="weeks of which --keep keeps the newest copy")

    def handle(self, *args: Any, file: Path | None, keep: str | None, daily: int, weekly: int, **options: Any) -> None:
        if (file is None) == (keep is None):
            raise CommandError("Name either a file or, with --keep, a folder.")
        if keep is not None:
            file = self._file_in(keep, daily, weekly)
        assert file is not None
        fault = self._save(file)
        if fault:
            raise CommandError(f"Saved to {file}, but `restore` will refuse it: {fault}.")
        size = f"{file.stat().st_size // 1024} kB"
        if settings.BACKUP_KEY:
            self.stdout.write(f"Saved to {file} ({size}), encrypted with BACKUP_KEY. Keep that key in another place.")
        else:
            self.stdout.write(f"Saved to {file} ({size}). It holds scores and people’s names: keep it private.")
        self.stdout.write(
            "The cards of boards still to be played and the keys of apps for sign-in codes are sealed in it. Save what "
            f"opens them too, in another place: {_key()}."
        )
        if keep is not None:
            self._tidy(file.parent, daily, weekly)
            self._tidy_old_databases()

    def _file_in(self, keep: str, daily: int, weekly: int) -> Path:
        """Return the path of a new backup in the folder `keep`, which is made if needed."""
        if not keep:
            raise CommandError("Name the folder for backups: --keep FOLDER, or BACKUP_FOLDER in the environment.")
        if min(daily, weekly) < 0 or daily + weekly == 0:
            raise CommandError("--daily and --weekly are whole numbers, and one of them is more than 0.")
        folder = Path(keep)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder} cannot be made: {error.strerror}. No backup was made.") from None
        ending = ".sqlite3" if connection.vendor == "sqlite" else ".dump"
        return folder / f"{datetime.now():{NAME}}{ending}{'.sealed' if settings.BACKUP_KEY else ''}"

    def _save(self, file: Path) -> Unsuitable | None:
        """Write a whole backup to `file` or raise CommandError. Return why `restore` will refuse it, or None."""
        if connection.vendor == "sqlite" and not (database := Path(connection.settings_dict["NAME"])).is_file():
            raise CommandError(f"There is no club in {database.parent} yet. CLUBSITE_DATA names its folder.")
        try:
            if file.exists():
                raise FileExistsError
            with TemporaryDirectory(prefix=MAKING, dir=file.parent) as folder:
                made, fault = _made(Path(folder))
                with made.open("rb") as written:
                    os.fsync(written.fileno())
                private_file(file)
                made.replace(file)
        except FileExistsError:
            raise CommandError(f"{file} is there already. Choose another name; nothing was written.") from None
        except (OSError, sqlite3.Error, ToolFailed, Unsuitable) as error:
            why = getattr(error, "strerror", None) or error
            raise CommandError(f"{file} could not be written: {why}. Nothing is kept of it.") from None
        return fault

    def _tidy(self, folder: Path, daily: int, weekly: int) -> None:
        """Delete the backups that the rule does not keep, and files left by a killed run."""
        there = backups_in(folder)
        kept = backups_kept(there, daily=daily, weekly=weekly)
        for backup in there:
            if backup not in kept:
                backup.file.unlink()
        for left in folder.glob(f"{MAKING}*"):
            if left.stat().st_mtime < time.time() - ABANDONED:
                shutil.rmtree(left)
        self.stdout.write(f"{folder} holds {len(kept)} backups; {len(there) - len(kept)} older ones were deleted.")

    def _tidy_old_databases(self) -> None:
        """Delete the older databases that restores replaced. The backup counts even if that fails."""
        try:
            dropped = old_databases_drop()
        except (DatabaseError, OSError, ToolFailed) as error:
            self.stderr.write(f"The older databases that restores replaced could not be deleted: {error}.")
            return
        for database in dropped:
            self.stdout.write(
                f"{database}, which a restore replaced, was deleted. The newest {OLD_DATABASES_KEPT} of them stay."
            )


def _made(folder: Path) -> tuple[Path, Unsuitable | None]:
    """Write the backup into `folder`. Return its path, and why `restore` will refuse it or None.

    An SQLite database with such a fault is saved all the same: there may be no other copy.
    Raise OSError, sqlite3.Error, ToolFailed or Unsuitable.
    """
    plain, sealed = folder / "plain", folder / "sealed"
    fault = None
    if connection.vendor == "sqlite":
        database_save(database=Path(connection.settings_dict["NAME"]), file=plain)
        try:
            file_check(plain)
        except Unsuitable as error:
            fault = error
    else:
        postgres_save(plain)
    if not settings.BACKUP_KEY:
        return plain, fault
    backup_seal(file=plain, to=sealed)
    return sealed, fault


def _key() -> str:
    file = getattr(settings, "DEAL_KEYS_FILE", None)
    return str(file) if file and file.exists() else "DEAL_KEYS in the environment"
