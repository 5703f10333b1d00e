"""`manage.py second_factor_reset NAME`: let in a user who lost their app, passkeys and codes (docs/operations.md)."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from clubsite.accounts.models import User, name_key
from clubsite.clubs.invitations import lost_factors_remove
from clubsite.core.refused import Refused


class Command(BaseCommand):
    help = "Remove app, passkeys and recovery codes of an account. The password stays. Its holder is told by mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name that the account signs in with")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(name_key=name_key(name)).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {name}.")
        try:
            lost_factors_remove(user=user, site=settings.PUBLIC_URL)
        except Refused as no:
            raise CommandError(str(no)) from None
        self.stdout.write(f"{name} can now sign in with the password alone.")
