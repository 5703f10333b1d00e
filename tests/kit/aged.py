"""Rows that look as if they had been written long ago, and what is kept of a person."""

import datetime

from django.db import connection

from clubsite.core.data_map import Row, Subject, gathered, rules
from clubsite.play.models import Play, PlayEvent


def forget(key: str, before: datetime.datetime) -> int:
    """Apply one rule of retention. Return how much it deleted."""
    [rule] = [rule for rule in rules() if rule.key == key]
    return rule.act(before).total()


def own_rows(key: str, user: int | None, *people: int) -> list[Row]:
    """Return the rows of one part of a person's own data."""
    [part] = gathered(Subject(user, people), key)
    return part.rows


def logs_aged(at: datetime.datetime):
    """Change the time of all calls and cards to `at`."""
    Play.objects.update(acted_at=at)
    aged(PlayEvent, at)


def aged(model, at: datetime.datetime):
    """Change the time of all rows of an append-only table to `at`, as the tables' owner, whom no trigger stops."""
    guard = f"{model._meta.db_table}_append_only_update"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT sql FROM sqlite_master WHERE name = '{guard}'")
        [trigger] = cursor.fetchone()
        cursor.execute(f"DROP TRIGGER {guard}")
        model.objects.update(at=at)
        cursor.execute(trigger)
