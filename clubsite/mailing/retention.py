"""Deleting old data about mail."""

from datetime import datetime

from clubsite.core.retention import Found, Rule, by_club
from clubsite.mailing.models import SentMail


def sent_forget(before: datetime) -> Found:
    """Delete which mail went to whom. The session stays marked as mailed, so nobody gets its mail again."""
    old = SentMail.objects.filter(night__begun_at__lt=before)
    found = by_club(old, "request__club")
    old.delete()
    return found


SENT = Rule(75, "mail", "lines of mail that was sent deleted", sent_forget)
