"""Deleting old answers to puzzles."""

from datetime import datetime

from clubsite.core.retention import Found, Rule, by_club
from clubsite.mistakes.models import Repetition


def answers_forget(before: datetime) -> Found:
    """Delete the last answers to puzzles that nobody has answered since `before`."""
    old = Repetition.objects.filter(answered_at__lt=before)
    found = by_club(old, "person__club")
    old.delete()
    return found


ANSWERS_RULE = Rule(72, "answers", "answers to puzzles of own mistakes deleted", answers_forget)
