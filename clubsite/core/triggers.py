"""Database triggers that make a table append-only or a column write-once, for SQLite and PostgreSQL.

They are used in migrations: `operations = [append_only("play_playevent"), ...]`. An UPDATE or DELETE then fails
in the database itself, and so does a TRUNCATE on PostgreSQL, even by CASCADE. The only exception is `deleting`,
which only `manage.py retention` uses: it deletes old log lines with the calls and cards of given plays, and old
looks at given boards.

On PostgreSQL, roles other than the owner also lose their rights to UPDATE, DELETE and TRUNCATE the table.

This protects against mistakes and injected statements, but not against the owner of the tables, who may drop a
trigger and delete the rows that it guards (docs/operations.md).
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import ProgrammingError, connection, migrations, transaction

from clubsite.core.refused import Refused


class Old(NamedTuple):
    """Rows of an append-only table that may be deleted if their `key` is listed, `days` days after their `at`."""

    key: str
    at: str
    days: int


# Scores, publications and the audit log are never deleted. `at` cannot be changed either, so no row can be
# made old. The days are one less than the shortest retention (`privacy.services.retention`), as two clocks may differ.
MAY_BE_DELETED = {"play_playevent": Old("play_id", "at", 89), "visibility_look": Old("board_id", "at", 89)}
RETENTION_ROLE = "club_retention"
"""The PostgreSQL role that may delete from the tables in `MAY_BE_DELETED` (deploy/roles.sh)."""
NO_RIGHT = (
    "The site’s own database role may not delete calls, cards and looks, so nothing was deleted. "
    "Run the command as the role for retention: docker compose run --rm retention, or on a box of the club’s own "
    "club --retention retention."
)
PG_FUNCTION = """
CREATE OR REPLACE FUNCTION clubsite_refuse() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
  USING ERRCODE = 'integrity_constraint_violation';
END $$ LANGUAGE plpgsql;
"""


def _setting(table: str) -> str:
    """Return the PostgreSQL setting that names, for one transaction, the keys whose old rows may be deleted."""
    return f"clubsite.deleting_{table}"


def _pg_old(table: str, old: Old) -> str:
    """Return the function that lets old rows be deleted if their keys are in the setting, which may be missing."""
    named = f"string_to_array(NULLIF(current_setting('{_setting(table)}', true), ''), ',')::bigint[]"
    return f"""
CREATE OR REPLACE FUNCTION {table}_refuse_delete() RETURNS trigger AS $$
BEGIN
  IF OLD.{old.at} < now() - interval '{old.days} days' AND OLD.{old.key} = ANY ({named}) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '{table} is append-only: DELETE refused' USING ERRCODE = 'integrity_constraint_violation';
END $$ LANGUAGE plpgsql;
"""


def _pg_rights(table: str, rights: str) -> str:
    """Return the statement that takes `rights` on the table away from all roles but its owner.

    The role for retention, if it exists, also gets the right to delete from the tables in `MAY_BE_DELETED`.
    """
    role = f"SELECT FROM pg_roles WHERE rolname = '{RETENTION_ROLE}'"
    grant = f"IF EXISTS ({role}) THEN GRANT DELETE ON {table} TO {RETENTION_ROLE}; END IF;"
    return f"""
DO $$ DECLARE other name; BEGIN
  FOR other IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = '{table}' AND grantee NOT IN (current_user, 'PUBLIC')
  LOOP EXECUTE format('REVOKE {rights} ON {table} FROM %I', other); END LOOP;
  REVOKE {rights} ON {table} FROM PUBLIC;
  {grant if table in MAY_BE_DELETED else ""}
END $$
"""


def _runner(postgres: list[str], sqlite: list[str]) -> Callable[[Any, Any], None]:
    def run(apps: Any, editor: Any) -> None:
        for statement in postgres if editor.connection.vendor == "postgresql" else sqlite:
            editor.execute(statement, params=None)

    return run


class Guard(migrations.RunPython):
    """The triggers that guard one table: the names of PostgreSQL's, and SQLite's statements by trigger name."""

    def __init__(self, on: list[str], off: list[str], on_postgres: frozenset[str], on_sqlite: dict[str, str]) -> None:
        off_sqlite = [f"DROP TRIGGER IF EXISTS {name}" for name in on_sqlite]
        super().__init__(_runner(on, [*off_sqlite, *on_sqlite.values()]), _runner(off, off_sqlite))
        self.on_postgres, self.on_sqlite = on_postgres, on_sqlite


def sqlite_guards(made_by: Iterable[migrations.Migration]) -> dict[str, str]:
    """Return the statements of the triggers that an SQLite file has after these migrations, by trigger name."""
    return {name: sql for guard in _guards(made_by) for name, sql in guard.on_sqlite.items()}


def postgres_guards(made_by: Iterable[migrations.Migration]) -> set[str]:
    """Return the names of the triggers that a PostgreSQL database has after these migrations."""
    return {name for guard in _guards(made_by) for name in guard.on_postgres}


def _guards(made_by: Iterable[migrations.Migration]) -> Iterator[Guard]:
    return (step for migration in made_by for step in migration.operations if isinstance(step, Guard))


def append_only(table: str) -> Guard:
    """Refuse UPDATE, DELETE and TRUNCATE, and take other roles' rights to them. For exceptions see `deleting`."""
    old = MAY_BE_DELETED.get(table)
    events = {
        "": ("UPDATE", "clubsite_refuse"),
        "_delete": ("DELETE", f"{table}_refuse_delete" if old else "clubsite_refuse"),
    }
    made = [_pg_rights(table, "UPDATE, DELETE, TRUNCATE"), *([_pg_old(table, old)] if old else [])]
    return _guard(table, f"{table}_append_only", made, events, {"update": "UPDATE", "delete": "DELETE"})


def write_once(table: str, *columns: str) -> Guard:
    """Refuse UPDATE of these columns, and TRUNCATE. The row may still be deleted together with its draft."""
    of = "UPDATE OF " + ", ".join(columns)
    return _guard(table, f"{table}_write_once", [], {"": (of, "clubsite_refuse")}, {"update": of})


def write_once_closed(table: str, flag: str, opened: str, *columns: str) -> Guard:
    """Refuse UPDATE of these columns for rows whose column `flag` is false. The flag can be set to false, but never
    back to true. The one exception is the update that sets the empty column `opened` and leaves the flag false.
    """
    of = "UPDATE OF " + ", ".join((flag, opened, *columns))
    closed = f"NOT OLD.{flag} AND (NEW.{flag} OR OLD.{opened} IS NOT NULL OR NEW.{opened} IS NULL)"
    name = f"{table}_write_once_closed"
    return _guard(table, name, [], {"": (of, "clubsite_refuse")}, {"update": of}, closed)


def _guard(
    table: str,
    name: str,
    functions: list[str],
    pg_events: dict[str, tuple[str, str]],
    sqlite_events: dict[str, str],
    when: str = "",
) -> Guard:
    """Make triggers named `name` + key, one for each event, for rows that satisfy `when`, in place of existing ones."""
    each = f"FOR EACH ROW WHEN ({when})" if when else "FOR EACH ROW"
    row = {key: (f"{event} ON {table} {each}", call) for key, (event, call) in pg_events.items()}
    row["_truncate"] = (f"TRUNCATE ON {table} FOR EACH STATEMENT", "clubsite_refuse")
    pg_back = [f"DROP TRIGGER IF EXISTS {name}{key} ON {table}" for key in row]
    pg = [f"CREATE TRIGGER {name}{key} BEFORE {event} EXECUTE FUNCTION {call}()" for key, (event, call) in row.items()]
    lite = {
        f"{name}_{key}": f"CREATE TRIGGER {name}_{key} BEFORE {event} ON {table} {_only(when)}{_refused(table, key)}"
        for key, event in sqlite_events.items()
    }
    names = frozenset(f"{name}{key}" for key in row)
    return Guard([PG_FUNCTION, *functions, *pg_back, *pg], pg_back, names, lite)


def _only(when: str) -> str:
    return f"WHEN {when} " if when else ""


def _refused(table: str, key: str) -> str:
    return f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: {key} refused'); END"


@contextmanager
def deleting(table: str, keys: Collection[int]) -> Iterator[None]:
    """Allow deleting (but not updating) old rows with these keys inside the block, in its own transaction.

    Deleting any other row is still refused, and so is deleting these rows outside the block. PostgreSQL gets the
    keys for this transaction only. SQLite's trigger is narrowed in the block and restored before others can write.
    An error undoes everything. Raise ValueError for other tables, and Refused if the database role has no right to
    delete (PostgreSQL).
    """
    old = MAY_BE_DELETED.get(table)
    if old is None:
        raise ValueError(f"{table} is kept for good.")
    try:
        with _narrowed(table, old, ",".join(str(int(key)) for key in keys)):
            yield
    except ProgrammingError as no:  # PostgreSQL: permission denied
        raise Refused(NO_RIGHT) from no


@contextmanager
def _narrowed(table: str, old: Old, named: str) -> Iterator[None]:
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT set_config(%s, %s, true)", [_setting(table), named])
            yield
            cursor.execute("SELECT set_config(%s, '', true)", [_setting(table)])
        else:
            trigger = f"{table}_append_only_delete"
            cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s", [trigger])
            [made_by] = cursor.fetchone()
            young = f"OLD.{old.key} NOT IN ({named}) OR OLD.{old.at} >= datetime('now', '-{old.days} days')"
            cursor.execute(f"DROP TRIGGER {trigger}")
            cursor.execute(
                f"CREATE TRIGGER {trigger} BEFORE DELETE ON {table} WHEN {young} {_refused(table, 'delete')}"
            )
            yield
            cursor.execute(f"DROP TRIGGER {trigger}")
            cursor.execute(made_by)


@contextmanager
def guards_off(tables: Collection[str]) -> Iterator[None]:
    """Remove these tables' guards inside the block, in the caller's transaction, and restore them.

    Only the owner of the tables can do that: another role on PostgreSQL gets a ProgrammingError. Nobody else can write
    to the tables meanwhile.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks to come cannot be altered
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = [(name, sql) for name, table, sql in cursor.fetchall() if table in tables]
        for name, _ in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in guards:
            cursor.execute(sql)
