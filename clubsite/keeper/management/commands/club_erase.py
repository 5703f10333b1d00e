"""`manage.py club_erase CLUB FILE`: erase a club of which FILE is the club file (docs/club-file.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404

from clubsite.clubs.selectors import club_by_slug
from clubsite.core.refused import Refused
from clubsite.keeper.clubfile.archive import archive_opened
from clubsite.keeper.management.commands.club_export import passphrase_of
from clubsite.keeper.services.erasing import club_erase


class Command(BaseCommand):
    help = "Erase a club for good, if FILE has all of it. On the club server: as the role that owns the tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name, as in its address")
        parser.add_argument("file", type=Path, help="its club file, made after the last change")
        parser.add_argument(
            "--passphrase-file", type=Path, help="the first line of this file; otherwise it is asked for"
        )
        parser.add_argument("--yes", action="store_true", help="do not ask for the short name once more")

    def handle(
        self, *args: Any, club: str, file: Path, passphrase_file: Path | None, yes: bool, **options: Any
    ) -> None:
        try:
            found = club_by_slug(club)
            archive = archive_opened(file)
            if not yes and input(f"Everything of {found} is erased. Type {club} to go on: ").strip() != club:
                raise CommandError("Nothing was erased.")
            count = club_erase(club=found, archive=archive, passphrase=passphrase_of(passphrase_file))
        except Http404:
            raise CommandError(f"There is no club with the address {club}.") from None
        except Refused as no:
            raise CommandError(str(no)) from None
        self.stdout.write(f"{found} is erased: {count} rows. Accounts stay, as they belong to their holders.")
        self.stdout.write("Backups still have the club, until they are thrown away.")
