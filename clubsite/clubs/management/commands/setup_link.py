"""`manage.py setup_link`: print the link with which the first owner makes the first club."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from clubsite.clubs.invitations import setup_link_make


class Command(BaseCommand):
    help = "Print a new link for the first owner of a site without a club. An earlier link ends with it."

    def handle(self, *args: Any, **options: Any) -> None:
        path = setup_link_make()
        base = settings.PUBLIC_URL or "http://127.0.0.1:8000"
        self.stdout.write(
            f"Make the first club by this link, good for a day and once: {base}{path}"
            if path
            else "This site has a club: no link is needed."
        )
