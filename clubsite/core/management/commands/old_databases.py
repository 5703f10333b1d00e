"""`manage.py old_databases`: the databases that restores replaced. With `--drop`, only the newest stay."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from clubsite.core.backup_postgres import OLD_DATABASES_KEPT, ToolFailed, old_databases, old_databases_drop


class Command(BaseCommand):
    help = "List the databases that restores replaced and kept. On a club server --drop needs the owner of the tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--drop", action="store_true", help="delete all but the newest")
        parser.add_argument("--keep", type=int, default=OLD_DATABASES_KEPT, help="how many of the newest --drop leaves")

    def handle(self, *args: Any, drop: bool, keep: int, **options: Any) -> None:
        if keep < 0:
            raise CommandError("--keep is a whole number, 0 or more.")
        try:
            dropped = old_databases_drop(keep=keep) if drop else []
            left = old_databases()
        except (DatabaseError, OSError, ToolFailed) as error:
            raise CommandError(f"The old databases could not be read or deleted: {error}.") from None
        for database in dropped:
            self.stdout.write(f"Deleted: {database}, which a restore replaced.")
        for database in left:
            self.stdout.write(f"Kept: {database}, which a restore replaced on {database.at:%Y-%m-%d at %H:%M}.")
        if not dropped and not left:
            self.stdout.write("There is no database that a restore replaced.")
