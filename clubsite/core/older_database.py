"""Databases made by migrations that this version lacks: by a newer version, or from before the first release
(docs/decisions.md, 036). They are refused with a message, and left unchanged.
"""

from collections.abc import Container, Iterable
from functools import cache
from typing import Any

from django.apps import AppConfig, apps
from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

OLDER_DATABASE = (
    "This database was made by migrations that this version does not have: by a newer version, or before the first "
    "release. Nothing in it was changed. If it is newer, install that version again. Otherwise begin with an empty "
    "one: on one machine, move the folder of its data away, or name another by CLUBSITE_DATA=<folder>; on a club "
    "server, give DATABASE_URL a new database."
)


class OlderDatabase(CommandError):
    """Raised for a database made by migrations that this version lacks, or by an earlier form of the current ones."""


def older_database_refuse(*, using: str, app_config: AppConfig | None = None, **_: Any) -> None:
    """Check the database before an app is migrated. Raise OlderDatabase if it was made by older migrations."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    if made_by_older(applied) or (app_config is not None and lacks_columns(app_config, applied, using)):
        raise OlderDatabase(OLDER_DATABASE)


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of this version. They are read once, because `migrate` asks before each app."""
    return frozenset(MigrationLoader(None).disk_migrations)


def lacks_columns(app_config: AppConfig, applied: Container[tuple[str, str]], using: str) -> bool:
    """True if an app of ours lacks columns although its migrations ran: they are edited until 1.0 (decision 036)."""
    known = [key for key in known_migrations() if key[0] == app_config.label]
    ours = app_config.name.startswith("clubsite.")
    if not ours or not known or not all(key in applied for key in known):
        return False
    with connections[using].cursor() as cursor:
        tables = connections[using].introspection.table_names(cursor)
        return any(_lacks(cursor, model, tables, using) for model in app_config.get_models())


def _lacks(cursor: Any, model: type[Model], tables: list[str], using: str) -> bool:
    table = model._meta.db_table
    if table not in tables:
        return True
    there = {column.name for column in connections[using].introspection.get_table_description(cursor, table)}
    return any(field.column not in there for field in model._meta.local_concrete_fields)


def made_by_older(applied: Iterable[tuple[str, str]]) -> bool:
    """True if any of the migrations, given as (app, name), belongs to one of our apps and no longer exists."""
    known = known_migrations()
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("clubsite.")}
    return any(key[0] in ours and key not in known for key in applied)
