"""The possible dates for a session.

A draft hides its deals from readers of the club's other sessions until 30 days after its date, so the date may not be
far in the future.
"""

import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone

FIRST_DAY = datetime.date(2000, 1, 1)  # before the site and the game: a slip of the keyboard
MAX_DAYS_AHEAD = 366


def session_date_fault(date: datetime.date) -> str:
    """Return a sentence saying what is wrong with a session's date, or ""."""
    last = timezone.localdate() + datetime.timedelta(days=MAX_DAYS_AHEAD)
    if FIRST_DAY <= date <= last:
        return ""
    return f"Choose a day from 1 January 2000 to {last:%-d %B %Y}, a year from now."


def validate_session_date(date: datetime.date) -> None:
    """Raise ValidationError if a session cannot have this date."""
    if fault := session_date_fault(date):
        raise ValidationError(fault)
