"""Deleting old answers to puzzles."""

from datetime import datetime

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.practice.models import DailyTry, Repetition


@retention_rule(72, "answers", "answers to puzzles of own mistakes deleted")
def answers_forget(before: datetime) -> Found:
    """Delete the stored answers to puzzles that have not been answered since `before`."""
    return rows_delete(Repetition.objects.filter(answered_at__lt=before), "person__club")


@retention_rule(70, "tries", "tries at problems of the day deleted")
def tries_forget(before: datetime) -> Found:
    """Delete attempts at old problems by devices without an account."""
    return rows_delete(DailyTry.objects.filter(problem__date__lt=before.date(), user=None))
