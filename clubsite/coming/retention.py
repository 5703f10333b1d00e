"""Who came is not kept: names and mail addresses go two weeks after a night, by themselves; old nights by retention."""

import datetime

from django.core.cache import cache
from django.utils import timezone

from clubsite.coming.models import ComingNight, Reply
from clubsite.core.retention import Found, Rule, by_club

DAYS_KEPT = 14
SWEPT, HOUR = "coming:swept", 3600


def replies_forget(today: datetime.date) -> int:
    """Delete every answer of the nights that were more than DAYS_KEPT days ago; how many."""
    old = Reply.objects.filter(night__date__lt=today - datetime.timedelta(days=DAYS_KEPT))
    count = old.count()
    old.delete()
    return count


def swept() -> None:
    """The same, once an hour however often it is asked for."""
    if cache.add(SWEPT, 1, HOUR):
        replies_forget(timezone.now().date())


def nights_forget(before: datetime.datetime) -> Found:
    """Announcements of nights of long ago; nobody is named in them any more."""
    old = ComingNight.objects.filter(date__lt=before.date())
    found = by_club(old, "club")
    old.delete()
    return found


NIGHTS = Rule(75, "coming", "announcements of nights deleted", nights_forget)
