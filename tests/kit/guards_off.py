"""Changing rows as anybody with database access could: no triggers, foreign keys or checks. All is undone later."""

from contextlib import contextmanager

from django.db import connection, transaction


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
