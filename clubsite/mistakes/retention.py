"""Deleting old answers to puzzles."""

from datetime import datetime

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.mistakes.models import Repetition


@retention_rule(72, "answers", "answers to puzzles of own mistakes deleted")
def answers_forget(before: datetime) -> Found:
    """Delete the stored answers to puzzles that have not been answered since `before`."""
    return rows_delete(Repetition.objects.filter(answered_at__lt=before), "person__club")
