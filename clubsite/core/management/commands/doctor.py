"""`manage.py doctor`: check that this server's keys open all sealed text. The exit status is 1 if they do not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubsite.core.sealing import KEY_LOST, sealed_count


class Command(BaseCommand):
    help = "Say whether the keys open every unopened board. Exit with 1 if not."

    def handle(self, *args: Any, **options: Any) -> None:
        sealed, lost = sealed_count()
        if lost:
            raise CommandError(KEY_LOST.format(lost))
        if sealed:
            self.stdout.write(f"The key opens all {sealed} sealed texts.")
        else:
            self.stdout.write("Nothing is sealed: every board is open, or dealt at the table.")
