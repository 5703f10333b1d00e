"""Deleting replies with names and mail addresses two weeks after a night, and deleting old nights.

A sweep deletes the replies; only `manage.py retention` deletes the nights.
"""

import datetime

from django.core.cache import cache
from django.utils import timezone

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.signups.models import ComingNight, Reply

DAYS_KEPT = 14
SWEPT_KEY, HOUR = "signups:swept", 3600


def replies_forget(today: datetime.date) -> int:
    """Delete all replies to nights that were more than DAYS_KEPT days ago. Return how many replies were deleted."""
    old = Reply.objects.filter(night__date__lt=today - datetime.timedelta(days=DAYS_KEPT))
    count = old.count()
    old.delete()
    return count


def swept() -> None:
    """Forget old replies, at most once an hour."""
    if cache.add(SWEPT_KEY, 1, HOUR):
        replies_forget(timezone.now().date())


@retention_rule(75, "coming", "announcements of nights deleted")
def nights_forget(before: datetime.datetime) -> Found:
    """Delete the announcements of old nights. These no longer name anybody."""
    return rows_delete(ComingNight.objects.filter(date__lt=before.date()), "club")
