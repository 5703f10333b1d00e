"""Database triggers that make a table append-only or a column write-once, for SQLite and PostgreSQL.

Used from migrations: `operations = [append_only("play_playevent"), ...]`. An UPDATE or DELETE then fails in the
database itself, whoever asks (architecture: "What the database itself guarantees").
"""

from collections.abc import Callable
from typing import Any

from django.db import migrations

PG_FUNCTION = """
CREATE OR REPLACE FUNCTION clubsite_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
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
