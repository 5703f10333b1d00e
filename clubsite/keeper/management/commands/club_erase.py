"""`manage.py club_erase CLUB FILE`: erase a club of which FILE is the club file (docs/club-file.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubsite.core.refused import Refused
from clubsite.keeper.clubfile.archive import archive_opened
from clubsite.keeper.management.commands.club_export import club_named, passphrase_argument, passphrase_of
from clubsite.keeper.services.erasing import club_erase


class Command(BaseCommand):
    help = "Erase a club for good, if FILE has all of it. On the club server: as the role that owns the tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name, as in its address")
        parser.add_argument("file", type=Path, help="its club file, made after the last change")
        passphrase_argument(parser)
        parser.add_argument("--yes", action="store_true", help="do not ask for the short name once more")

    def handle(self, *args: Any, club: str, **options: Any) -> None:
        club_row = club_named(club)
        try:
            archive = archive_opened(options["file"])
            go_on = (
                options["yes"] or input(f"Everything of {club_row} is erased. Type {club} to go on: ").strip() == club
            )
            if not go_on:
                raise CommandError("Nothing was erased.")
            count = club_erase(club=club_row, archive=archive, passphrase=passphrase_of(options["passphrase_file"]))
        except Refused as no:
            raise CommandError(str(no)) from None
        self.stdout.write(f"{club_row} is erased: {count} rows. Accounts stay, as they belong to their holders.")
        self.stdout.write("Backups still have the club, until they are thrown away.")
