"""`manage.py club_export CLUB FILE`: write everything of one club into a club file (docs/club-file.md)."""

import os
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404
from tqdm import tqdm

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug
from clubsite.core.backup_files import private_file
from clubsite.core.refused import Refused
from clubsite.keeper.services.exporting import club_export
from games.wording import counted


class Command(BaseCommand):
    help = (
        "Write everything of a club into FILE, for another site. The passphrase seals boards that are not played yet."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name, as in its address")
        parser.add_argument("file", type=Path, help="a name for the zip, which must not exist yet")
        passphrase_argument(parser)
        parser.add_argument(
            "--with-addresses",
            action="store_true",
            help="with the mail addresses of accounts, if whoever keeps this site keeps the other one too",
        )

    def handle(self, *args: Any, club: str, file: Path, **options: Any) -> None:
        club_row = club_named(club)
        passphrase, addresses = passphrase_of(options["passphrase_file"], again=True), options["with_addresses"]
        made = False
        try:
            private_file(file)
            made = True
            with file.open("wb") as to, tqdm(unit=" parts", disable=None) as bar:
                shown = bar_of(bar)
                manifest = club_export(club=club_row, to=to, passphrase=passphrase, addresses=addresses, progress=shown)
        except BaseException as fault:
            if made:
                file.unlink(missing_ok=True)
            raise _told(fault, file) from None
        nights = counted(manifest.counts.get("nights.session", 0), "night")
        size = f"{os.path.getsize(file) / 2**20:.1f} MB"
        self.stdout.write(
            f"{club_row} with {nights} is in {file} ({size}). It holds names and scores: keep it private."
        )


def _told(fault: BaseException, file: Path) -> BaseException:
    """Return the error for the command line, or the fault itself."""
    if isinstance(fault, Refused):
        return CommandError(str(fault))
    if isinstance(fault, FileExistsError):
        return CommandError(f"{file} is there already. Choose another name; nothing was written.")
    if isinstance(fault, OSError):
        return CommandError(f"{file} could not be written: {fault.strerror}. Nothing is kept of it.")
    return fault


def club_named(slug: str) -> Club:
    """Return the club with this short name. Raise CommandError if there is none."""
    try:
        return club_by_slug(slug)
    except Http404:
        raise CommandError(f"There is no club with the address {slug}.") from None


def passphrase_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--passphrase-file", type=Path, help="the first line of this file; otherwise it is asked for")


def bar_of(bar: Any) -> Any:
    """Return a function that shows progress on this bar."""

    def shown(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return shown


def passphrase_of(file: Path | None, *, again: bool = False) -> str:
    """Return the passphrase, from a file or typed (twice if `again`). Raise CommandError if it cannot be used."""
    if file is not None:
        try:
            return file.read_text().partition("\n")[0]
        except (OSError, UnicodeError):
            raise CommandError(f"{file} cannot be read.") from None
    typed = getpass("Passphrase: ")
    if again and getpass("Once more: ") != typed:
        raise CommandError("The two are not the same. Nothing was written.")
    return typed
