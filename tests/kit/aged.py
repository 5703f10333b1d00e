"""Rows changed as anybody with database access could, or as if long ago, and what is kept of a person."""

import datetime
from contextlib import contextmanager

from django.db import connection, transaction

from clubsite.core.data_map import Row, Subject, gathered, rules
from clubsite.play.models import Play, PlayEvent


@contextmanager
def guards_off():
    """Allow the block to change any row of any table, and undo all its changes at the end. On PostgreSQL the check
    constraints stay on.
    """
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            yield
            transaction.set_rollback(True)
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        with transaction.atomic():
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
            yield
            transaction.set_rollback(True)
        cursor.execute("PRAGMA ignore_check_constraints = OFF")


def sql(statement: str, *values: object) -> None:
    """Run one statement that changes rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount > 0, statement


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
