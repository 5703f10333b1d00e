"""`manage.py verify_night [KEY] [--all] [--digits DIGITS]`: compare results with their digests (docs/security.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from clubsite.nights.models import Session
from clubsite.rankings.digests import SHORT_DIGITS
from clubsite.rankings.services.verification import Source, Verified, night_verify
from games.wording import counted


class Command(BaseCommand):
    help = "Compute the digests of published results again, and say what differs. Nothing is changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("key", nargs="?", help="a night's or a club's short name, as in its address")
        which.add_argument("--all", action="store_true", help="every night of every club")
        parser.add_argument("--digits", default="", help="printed digits: say of which version they are")

    def handle(self, *args: Any, key: str | None, digits: str, **options: Any) -> None:
        chosen = Q() if key is None else Q(public_id=key) | Q(club__slug=key)
        nights = Session.objects.filter(chosen).select_related("club").order_by("pk")
        if key is not None and not nights:
            raise CommandError(f"There is no club and no night {key}.")
        digits, of, differ = "".join(digits.split()).lower(), "", False
        if digits and len(digits) < SHORT_DIGITS:
            raise CommandError(f"Give all {SHORT_DIGITS} digits that were printed.")
        for night in nights.filter(publications__isnull=False).distinct():
            versions, faults = night_verify(night)
            self.stdout.write(f"{night.club}: {night}")
            for sentence in faults:
                self.stdout.write(f"  {sentence}")
            for version in versions:
                self._say(version)
                if digits and version.publication.digest.startswith(digits):
                    of = f"The digits {digits} are those of {version.publication}."
            differ = differ or bool(faults) or any(version.differs for version in versions)
        if digits:
            self.stdout.write(of or f"No version has the digits {digits}: what they were printed for was changed.")
        if differ or (digits and not of):
            raise CommandError("Something differs. Compare with a copy that somebody kept, and with a backup.")
        self.stdout.write("Everything is as it was published.")

    def _say(self, outcome: Verified) -> None:
        self.stdout.write(f"  Version {outcome.publication.version}, {outcome.publication.short}")
        for source in outcome.sources:
            self.stdout.write(f"    {source}: {_words(source, outcome.differs)}")
        if outcome.forgotten:
            self.stdout.write(f"    {counted(outcome.forgotten, 'player')} forgotten since: no name was compared")


def _words(source: Source, differs: dict[Source, list[str]]) -> str:
    if source not in differs:
        return "the same"
    return f"another digest ({', '.join(differs[source])})" if differs[source] else "another digest"
