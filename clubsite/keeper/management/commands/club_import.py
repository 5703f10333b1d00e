"""`manage.py club_import FILE`: bring a club here from a club file (docs/club-file.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug
from tqdm import tqdm

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.keeper.clubfile.archive import UNSOUND, ArchiveReader, archive_opened
from clubsite.keeper.management.commands.club_export import bar_of, passphrase_argument, passphrase_of
from clubsite.keeper.services.importing import ImportOutcome, club_import
from clubsite.keeper.services.rows import roles_told
from games.wording import counted

NO_OWNER = (
    "Name the account of this site that becomes the club’s owner: --owner NAME. If you keep the other site too, "
    "--same-keeper takes roles and accounts from the file. Nothing was changed."
)


class Command(BaseCommand):
    help = "Bring a club here from FILE, all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        passphrase_argument(parser)
        parser.add_argument("--address", default="", help="another short name for its address here")
        parser.add_argument("--name", default="", help="another name for the club here")
        parser.add_argument("--owner", default="", help="the sign-in name of an account here that becomes an owner")
        parser.add_argument(
            "--same-keeper",
            action="store_true",
            help="you keep both sites and made FILE: its roles, accounts, addresses and times are taken too",
        )
        parser.add_argument("--yes", action="store_true", help="with --same-keeper: list the roles, and do not ask")
        parser.add_argument("--check", action="store_true", help="only say whether the file is whole and what it holds")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            archive = archive_opened(options["file"])
            if options["check"]:
                self._tell(archive.manifest)
                return
            validate_slug(options["address"] or "a")
            if options["same_keeper"]:
                self._ask(archive, yes=options["yes"])
            elif not options["owner"]:
                raise CommandError(NO_OWNER)
            facts = {name: options[name] for name in ("address", "name", "same_keeper")}
            facts |= {"passphrase": passphrase_of(options["passphrase_file"]), "owner": _account(options["owner"])}
            with tqdm(unit=" parts", disable=None) as bar:
                outcome = club_import(archive=archive, progress=bar_of(bar), **facts)
        except ValidationError:
            raise CommandError("An address has small letters, figures and hyphens. Nothing was changed.") from None
        except Refused as no:
            raise CommandError(str(no)) from None
        self._say(outcome)

    def _tell(self, manifest: Any) -> None:
        words = {"nights.session": "night", "clubs.person": "player", "scores.scoreentry": "score"}
        parts = ", ".join(counted(manifest.counts.get(label, 0), word) for label, word in words.items())
        self.stdout.write(f"The file is whole: {manifest.club['name']}, {parts}, made at {manifest.made_at}.")

    def _ask(self, archive: ArchiveReader, *, yes: bool) -> None:
        """List the roles that the file gives beside the accounts of this site, and ask whether this is right."""
        try:
            roles = list(roles_told(archive))
        except (KeyError, TypeError, ValueError):
            raise CommandError(UNSOUND.format("its roles name accounts that are not there")) from None
        for role, name, user in roles:
            here = f"{user}, made here on {user.date_joined:%-d %B %Y}" if user else "a new account"
            named = "".join(letter for letter in f"{role} {name}" if letter.isprintable())
            self.stdout.write(f"  {named} in the file: {here}")
        address = archive.manifest.club["slug"]
        if not yes and input(f"These roles are given. Type {address} if you made this file: ").strip() != address:
            raise CommandError("Nothing was changed.")

    def _say(self, outcome: ImportOutcome) -> None:
        self.stdout.write(f"{outcome.club} is here, at /clubs/{outcome.club.slug}/.")
        for user, name in outcome.accounts:
            renamed = f" (it was {name}, which somebody has here)" if user.username != name else ""
            if user.is_active:
                self.stdout.write(f"  account {user.username}{renamed}")
        if any(user.is_active for user, _ in outcome.accounts):
            self.stdout.write(
                "These accounts have no password yet: `manage.py changepassword NAME` sets one. Owners let their "
                "members in (People, Accounts)."
            )


def _account(name: str) -> User | None:
    if not name:
        return None
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        raise CommandError(f"There is no account {name} here. Nothing was changed.") from None
