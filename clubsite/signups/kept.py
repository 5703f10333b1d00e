"""How long replies with names and mail addresses are kept: two weeks after the night, or as long as the account."""

import datetime

from django.core.cache import cache
from django.utils import timezone

from clubsite.core.data_map import Subject, on_account_end
from clubsite.signups.models import Reply
from clubsite.signups.services.replies import people_part

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


@on_account_end
def coming_end(subject: Subject) -> None:
    people_part(subject.people)
