"""Database triggers that make a table append-only or a column write-once, for SQLite and PostgreSQL.

Used from migrations: `operations = [append_only("play_playevent"), ...]`. An UPDATE or DELETE then fails in the
database itself, whoever asks. The one way past it is `deleting`, for `manage.py retention` alone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, migrations, transaction

# Logs of calls and cards may be deleted when they are old. Scores, publications and the trail never.
MAY_BE_DELETED = frozenset({"play_playevent"})
# The name of PostgreSQL's setting that opens a table, by its name, until the end of the transaction.
DOOR = "clubsite.deleting"
PG_FUNCTION = f"""
CREATE OR REPLACE FUNCTION clubsite_refuse() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = current_setting('{DOOR}', true) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
  USING ERRCODE = 'integrity_constraint_violation';
END $$ LANGUAGE plpgsql;
"""


def _runner(postgres: list[str], sqlite: list[str]) -> Callable[[Any, Any], None]:
    def run(apps: Any, editor: Any) -> None:
        for statement in postgres if editor.connection.vendor == "postgresql" else sqlite:
            editor.execute(statement, params=None)

    return run


def append_only(table: str) -> migrations.RunPython:
    """Refuse UPDATE and DELETE on every row of `table`."""
    return _guard(table, f"{table}_append_only", "UPDATE OR DELETE", {"update": "UPDATE", "delete": "DELETE"})


def write_once(table: str, *columns: str) -> migrations.RunPython:
    """Refuse UPDATE of these columns; the row may still be deleted with its draft."""
    of = "UPDATE OF " + ", ".join(columns)
    return _guard(table, f"{table}_write_once", of, {"update": of})


def _guard(table: str, name: str, pg_event: str, sqlite_events: dict[str, str]) -> migrations.RunPython:
    pg = [
        PG_FUNCTION,
        f"CREATE TRIGGER {name} BEFORE {pg_event} ON {table} FOR EACH ROW EXECUTE FUNCTION clubsite_refuse()",
    ]
    lite = [
        f"CREATE TRIGGER {name}_{key} BEFORE {event} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: {key} refused'); END"
        for key, event in sqlite_events.items()
    ]
    pg_back = [f"DROP TRIGGER IF EXISTS {name} ON {table}"]
    lite_back = [f"DROP TRIGGER IF EXISTS {name}_{key}" for key in sqlite_events]
    return migrations.RunPython(_runner(pg, lite), _runner(pg_back, lite_back))


@contextmanager
def deleting(table: str) -> Iterator[None]:
    """Inside, in a transaction of its own, rows of this append-only table may be deleted (and still not updated).

    Nobody else may at that time: PostgreSQL is asked for this transaction only; SQLite loses its trigger inside it
    and has it back before others can write. An error puts all of it back. Raises ValueError for other tables.
    """
    if table not in MAY_BE_DELETED:
        raise ValueError(f"{table} is kept for good.")
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT set_config(%s, %s, true)", [DOOR, table])
            yield
            cursor.execute("SELECT set_config(%s, '', true)", [DOOR])
        else:
            trigger = f"{table}_append_only_delete"
            cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s", [trigger])
            [made_by] = cursor.fetchone()
            cursor.execute(f"DROP TRIGGER {trigger}")
            yield
            cursor.execute(made_by)
