"""`manage.py changepassword NAME`: Django's command, which here also ends the sessions and tells the holder by mail."""

import getpass
from typing import Any

from django.conf import settings
from django.contrib.auth.management.commands import changepassword

from clubsite.accounts.models import User
from clubsite.accounts.services import password_changed


class Command(changepassword.Command):
    def handle(self, *args: Any, **options: Any) -> str:
        message = str(super().handle(*args, **options))
        user = User.objects.get(username=options["username"] or getpass.getuser())
        password_changed(user=user, site=settings.PUBLIC_URL)
        return message
