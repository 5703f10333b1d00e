"""`manage.py second_factor_reset NAME`: let in a user who lost app, passkeys and codes (docs/operations.md)."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.services import second_factors_delete
from clubsite.accounts.sign_in_names import name_key


class Command(BaseCommand):
    help = "Remove app, passkeys and recovery codes of an account. The password stays. Its holder is told by mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name that the account signs in with")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(name_key=name_key(name)).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {name}.")
        with transaction.atomic():
            if not second_factors_delete(user=user):
                raise CommandError(f"{name} signs in without a second step. Nothing was changed.")
            notice_add(user, Notice.FACTORS_RESET, settings.PUBLIC_URL)
        self.stdout.write(f"{name} signs in with the password alone now.")
