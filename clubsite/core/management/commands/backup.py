"""`manage.py backup FILE`: a copy of the embedded club's database, taken while the site runs."""

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Copy the SQLite database to FILE, safely while the site runs (on PostgreSQL: pg_dump)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        database = settings.DATABASES["default"]
        if "sqlite3" not in database["ENGINE"]:
            raise CommandError("This club runs on PostgreSQL: use pg_dump, docs/operations.md says how.")
        if file.exists():
            raise CommandError(f"{file} is there already. Choose another name; nothing was written.")
        with sqlite3.connect(database["NAME"]) as source, sqlite3.connect(file) as target:
            source.backup(target)
        file.chmod(0o600)
        self.stdout.write(
            f"Saved to {file} ({file.stat().st_size // 1024} kB). It holds hidden cards: keep it private."
        )
