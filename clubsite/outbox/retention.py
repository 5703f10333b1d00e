"""The retention rule for mail."""

from datetime import datetime

from clubsite.core.retention import Found, Rule, by_club
from clubsite.outbox.models import Letter


def ended_forget(before: datetime) -> Found:
    """Delete the rows that say which mail went to whom. Return what was found by club."""
    old = Letter.objects.filter(due_at=None, made_at__lt=before)
    found = by_club(old, "mail_request__club")
    old.delete()
    return found


ENDED = Rule(75, "mail", "lines of mail that was sent deleted", ended_forget)
