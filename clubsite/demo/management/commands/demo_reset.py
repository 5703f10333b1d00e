"""`manage.py demo_reset`: end tonight's demo session, so that the next start makes a new one."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from clubsite.demo.demo import demo_forget


class Command(BaseCommand):
    help = "Start the demo night afresh at the site's next start. Nothing else is touched."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        count = demo_forget()
        self.stdout.write(
            "The demo night is over; the site's next start makes a new one." if count else "No demo night was running."
        )
