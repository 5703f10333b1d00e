"""Deleting old tries at the problem of the day."""

from collections import Counter
from datetime import datetime

from clubsite.core.retention import Found, Rule
from clubsite.daily.models import DailyTry


def tries_forget(before: datetime) -> Found:
    """Delete the tries of devices without an account at old problems."""
    tries = DailyTry.objects.filter(problem__date__lt=before.date(), user=None)
    return Counter({None: tries.delete()[0]})


RULES = (Rule(70, "tries", "tries at problems of the day deleted", tries_forget),)
