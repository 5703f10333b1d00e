"""`manage.py retention`: delete data that is not kept forever. Only this command may do so (docs/operations.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubsite.core.refused import Refused
from clubsite.privacy.services import retention_run


class Command(BaseCommand):
    help = "Say what the rules of retention would delete; with --apply delete it. Scores and publications stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--months", type=int, default=24, help="how long things are kept (24)")
        parser.add_argument("--apply", action="store_true", help="do it; without this nothing is changed")

    def handle(self, *args: Any, months: int, apply: bool, **options: Any) -> None:
        try:
            outcomes = retention_run(months=months, apply=apply)
        except Refused as no:
            raise CommandError(str(no)) from None
        self.stdout.write(f"Older than {months} months:")
        for rule, count in outcomes:
            self.stdout.write(f"{count:8} {rule.words}")
        done = "Done. The audit log of each club that lost something says so."
        self.stdout.write(done if apply else "Nothing was changed. Do it: --apply")
