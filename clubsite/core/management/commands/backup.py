"""`manage.py backup FILE`: a copy of the embedded club's database, taken while the site is running."""

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from clubsite.core.backup_files import Unsuitable, database_save, file_check


class Command(BaseCommand):
    help = "Copy the SQLite database to FILE, safely while the site runs (on PostgreSQL: pg_dump)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This club runs on PostgreSQL: use pg_dump, docs/operations.md says how.")
        database = Path(connection.settings_dict["NAME"])
        if not database.is_file():
            raise CommandError(f"There is no club in {database.parent} yet. CLUBSITE_DATA names its folder.")
        try:
            database_save(database=database, file=file)
        except FileExistsError:
            raise CommandError(f"{file} is there already. Choose another name; nothing was written.") from None
        except (OSError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or error
            raise CommandError(f"{file} could not be written: {why}. Nothing is kept of it.") from None
        try:
            file_check(file)
        except Unsuitable as fault:
            raise CommandError(f"Saved to {file}, but `restore` will refuse it: {fault}.") from None
        self.stdout.write(
            f"Saved to {file} ({file.stat().st_size // 1024} kB). It holds scores and people’s names: keep it private."
        )
        self.stdout.write(
            "The cards of boards still to be played and the keys of apps for sign-in codes are sealed in it. Save what "
            f"opens them too, in another place: {_key()}."
        )


def _key() -> str:
    """Return, in words, where the key for unopened boards is kept."""
    file = getattr(settings, "DEAL_KEYS_FILE", None)
    return str(file) if file and file.exists() else "DEAL_KEYS in the environment"
