"""Deletion of old attempts at the problem of the day."""

from datetime import datetime

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.daily.models import DailyTry


@retention_rule(70, "tries", "tries at problems of the day deleted")
def tries_forget(before: datetime) -> Found:
    """Delete attempts at old problems by devices without an account."""
    return rows_delete(DailyTry.objects.filter(problem__date__lt=before.date(), user=None))
