"""`manage.py deal_keys`: say where the keys for unopened boards are, change the key, or give up lost boards."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from clubsite.accounts.second_factor.services import apps_give_up
from clubsite.core.sealed_fields import KEY_LOST, KeyMissing, seal_again, sealed_count
from clubsite.core.single_instance import AlreadyServed, served_alone
from clubsite.nights.services.opening import boards_give_up
from clubsite.settings.environment import key_added
from games.wording import counted

OLDER_KEYS = (
    "The older keys stay there, behind the new one: backups from before need them. If an old key is in other hands, "
    "take it out."
)


class Command(BaseCommand):
    help = "Say where the keys for unopened boards are, seal everything with a new one, or give up what none opens."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_mutually_exclusive_group()
        acts.add_argument(
            "--rotate", action="store_true", help="seal everything with a new key, and keep the old ones behind it"
        )
        acts.add_argument("--give-up", action="store_true", help="give up the cards and apps that no key opens")

    def handle(self, *args: Any, rotate: bool, give_up: bool, **options: Any) -> None:
        if rotate:
            self._rotate()
        elif give_up:
            self._give_up()
        else:
            self._tell()

    def _give_up(self) -> None:
        boards, lost_apps = boards_give_up(), apps_give_up(site=settings.PUBLIC_URL)
        if boards:
            self.stdout.write(f"Given up: {counted(boards, 'board')}. Their cards are unknown from now on.")
        if lost_apps:
            self.stdout.write(
                f"Removed: {counted(lost_apps, 'app')} for sign-in codes. Their holders are told by mail."
            )
        if not (boards or lost_apps):
            self.stdout.write("Every sealed text opens.")

    def _tell(self) -> None:
        sealed, lost = sealed_count()
        self.stdout.write(f"{_where()} {counted(len(settings.DEAL_KEYS), 'key')}, {counted(sealed, 'sealed text')}.")
        self.stdout.write("Save the key apart from the backups: without it nobody opens these texts.")
        if lost:
            raise CommandError(KEY_LOST.format(lost))

    def _rotate(self) -> None:
        file: Path | None = getattr(settings, "DEAL_KEYS_FILE", None)
        if file is None or not file.exists():
            self._again()
            return
        try:
            lock = served_alone(Path(settings.DATABASES["default"]["NAME"]).parent, "")
        except AlreadyServed as there:
            raise CommandError(f"The site is running at {there}/: stop it first. Nothing was changed.") from None
        with lock:
            settings.DEAL_KEYS = key_added(file)
            self._again()

    def _again(self) -> None:
        try:
            count = seal_again()
        except KeyMissing:
            raise CommandError(KEY_LOST.format(sealed_count()[1])) from None
        self.stdout.write(f"Sealed again with the newest key: {counted(count, 'text')}. {_where()}")
        self.stdout.write(OLDER_KEYS)


def _where() -> str:
    file = getattr(settings, "DEAL_KEYS_FILE", None)
    return f"The keys are in {file}." if file and Path(file).exists() else "The keys are in DEAL_KEYS."
