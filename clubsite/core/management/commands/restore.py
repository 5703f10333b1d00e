"""`manage.py restore FILE`: put a backup back. The database it replaces is kept beside it."""

import sqlite3
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from clubsite.core.older_database import REFUSED, made_by_older
from clubsite.core.single_instance import AlreadyServed, served_alone


class Command(BaseCommand):
    help = "Replace the SQLite database by a backup. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        database = settings.DATABASES["default"]
        if "sqlite3" not in database["ENGINE"]:
            raise CommandError("This club runs on PostgreSQL: use pg_restore, docs/operations.md says how.")
        self._check(file)
        target = Path(database["NAME"])
        try:
            lock = served_alone(target.parent, "")
        except AlreadyServed as there:
            raise CommandError(
                f"The site is running at {there}/: stop it first. Nothing was changed."
            ) from None
        with lock:
            self._replace(file, target)
        self.stdout.write(f"Restored from {file}.")

    def _replace(self, file: Path, target: Path) -> None:
        connections.close_all()
        if target.exists():
            kept = target.with_name(f"{target.stem}-before-{datetime.now():%Y%m%d-%H%M%S}.sqlite3")
            with sqlite3.connect(target) as old, sqlite3.connect(kept) as copy:
                old.backup(copy)
            kept.chmod(0o600)
            self.stdout.write(f"The database until now is kept as {kept}.")
        with sqlite3.connect(file) as source, sqlite3.connect(target) as new:
            source.backup(new)
        call_command("migrate", verbosity=0)

    def _check(self, file: Path) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        try:
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as source:
                sound = source.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
                tables = {
                    row[0] for row in source.execute("SELECT name FROM sqlite_master WHERE type='table'")
                }
                if "duplicate_session" not in tables:
                    raise CommandError(f"{file} is no sound backup of a club. Nothing was changed.")
                applied = source.execute("SELECT app, name FROM django_migrations").fetchall()
        except sqlite3.DatabaseError:
            raise CommandError(
                f"{file} is no backup of a club (not an SQLite database). Nothing was changed."
            ) from None
        if not sound:
            raise CommandError(f"{file} is no sound backup of a club. Nothing was changed.")
        if made_by_older(applied):
            raise CommandError(REFUSED)
