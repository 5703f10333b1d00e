"""A database made by migrations that are gone: it is refused in words, and left as it is (docs/decisions/036)."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader

REFUSED = (
    "This database was made by an earlier state of the site, from before its first release, and cannot be upgraded. "
    "Nothing in it was changed. To begin again: with `make run`, move the folder var away, or name another one by "
    "CLUBSITE_DATA=<folder>; on a club server, give DATABASE_URL a new, empty database."
)


def older_database_refuse(*, using: str, **_: Any) -> None:
    """Receiver of `pre_migrate`. Raises CommandError."""
    if made_by_older(MigrationLoader(connections[using]).applied_migrations):
        raise CommandError(REFUSED)


def made_by_older(applied: Iterable[tuple[str, str]]) -> bool:
    """Whether one of these migrations, (app, name), is of an app of ours and is gone."""
    known = MigrationLoader(None).disk_migrations
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("clubsite.")}
    return any(key[0] in ours and key not in known for key in applied)
