"""Checks of the database, its role, triggers and backups, of Redis, and of the space on disks."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from redis import RedisError

from clubsite.core.backup_files import KeptFile, Unsuitable, backup_open, backups_in, file_check, file_copy, is_sealed
from clubsite.core.backup_postgres import OLD_DATABASES_KEPT, ToolFailed, old_databases, postgres_read
from clubsite.core.redis_server import redis_ask
from clubsite.core.second_place import second_place
from clubsite.core.triggers import postgres_guards, sqlite_guards
from clubsite.keeper.findings import Finding, check, fault, for_how_long, since_monotonic, warning, well

OWNED = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user"
RIGHTS = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')) ORDER BY 1
"""
TRIGGERS_ON = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"


@check("database")
def database_look() -> Iterator[Finding]:
    """Check that the database answers, is up to date, and refuses the changes that it must refuse."""
    began = time.monotonic()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        yield fault(
            "database",
            f"The database does not answer ({type(error).__name__}).",
            "Is its service running, and is DATABASE_URL right? `docker compose logs db`, or systemctl status "
            "postgresql.",
        )
        return
    yield well("database", f"The database answers in {since_monotonic(began)}.")
    yield from _migrations_look()
    yield from _triggers_look()
    if connection.vendor == "postgresql":
        yield from _role_look()
        if "," in connection.settings_dict["HOST"]:
            yield from _standby_look()


def _migrations_look() -> Iterator[Finding]:
    loader = MigrationLoader(connection)
    missing = sorted(loader.disk_migrations.keys() - loader.applied_migrations.keys())
    if missing:
        yield fault(
            "database.migrations",
            f"{len(missing)} migrations are not in the database, among them {'.'.join(missing[0])}.",
            "Run `manage.py migrate` as the owner of the tables, then start the site again.",
        )


def _triggers_look() -> Iterator[Finding]:
    """Check the triggers that prevent changes to scores, cards and the audit log."""
    made_by = MigrationLoader(None).disk_migrations.values()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(TRIGGERS_ON)
            missing = postgres_guards(made_by) - {name for (name,) in cursor.fetchall()}
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            there = dict(cursor.fetchall())
            missing = {name for name, sql in sqlite_guards(made_by).items() if there.get(name) != sql}
    if missing:
        yield fault(
            "database.triggers",
            f"{len(missing)} triggers that keep scores, cards and the audit log from being changed are missing or "
            f"switched off, among them {min(missing)}.",
            "Somebody took them off. Run `manage.py verify_night --all` to compare what was published, and restore a "
            "backup or make the triggers again.",
        )


def _role_look() -> Iterator[Finding]:
    """Check that the site's role can read and write rows but owns nothing (docs/operations.md)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user")
        role, is_superuser = cursor.fetchone()
        cursor.execute(OWNED)
        [owned] = cursor.fetchone()
        cursor.execute(RIGHTS)
        shut = [name for (name,) in cursor.fetchall()]
    if is_superuser or owned:
        what = "is a superuser of the database" if is_superuser else f"owns {owned} tables"
        yield warning(
            "database.role",
            f"The site runs as the role {role}, which {what}, so a mistake in the site could take off the triggers "
            "that protect scores and cards.",
            "Give the site the role club_web in DATABASE_URL, and leave the owner to `manage.py migrate`.",
        )
    elif shut:
        yield fault(
            "database.rights",
            f"The role {role} may not read and add to {len(shut)} tables, among them {shut[0]}.",
            "Run deploy/roles.sh as the owner of the tables, or grant the role its rights.",
        )
    else:
        yield well("database.role", f"The role {role} reads and writes rows and owns nothing.")


def _standby_look() -> Iterator[Finding]:
    """Check that a standby follows, where DATABASE_URL names more than one server (docs/several-hosts.md)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), current_setting('synchronous_standby_names') FROM pg_stat_replication")
        standbys, waits_for = cursor.fetchone()
    if not standbys:
        yield warning(
            "database.standby",
            "No standby follows the database, so this host has the only copy of what is played now.",
            "Run `deploy/hosts/database follow` on the other host, or start its PostgreSQL if only that has stopped.",
        )
    elif not waits_for:
        yield warning(
            "database.standby",
            "A standby follows the database, but commits do not wait for it, so the last acts could be lost with this "
            "host.",
            "Run `deploy/hosts/database pair` on the host with the primary.",
        )
    else:
        yield well("database.standby", "Each commit is on the standby's disk too.")


@check("redis")
def redis_look() -> Iterator[Finding]:
    began = time.monotonic()
    try:
        if not redis_ask():
            return
    except (RedisError, OSError) as error:
        yield fault(
            "redis",
            f"Redis does not answer ({type(error).__name__}). Tables and jobs wait; pages and results go on.",
            "Is its service running, and are the password and address in REDIS_URL right?",
        )
    else:
        yield well("redis", f"Redis answers in {since_monotonic(began)}.")


MB = 1_000_000
NEARLY_FULL = 5  # times less than DISK_SPARE_MB


@check("disk")
def disk_look() -> Iterator[Finding]:
    """Check the free space of each disk once."""
    devices: set[int] = set()
    for folder in _folders():
        there = next((path for path in (folder, *folder.parents) if path.exists()), None)
        # A folder that systemd keeps from this process is in the memory of the machine instead.
        if there is None or not os.access(there, os.X_OK) or there.stat().st_dev in devices:
            continue
        devices.add(there.stat().st_dev)
        yield _free(there)


def _folders() -> Iterator[Path]:
    for folder in (getattr(settings, "DATA_PATH", ""), settings.BACKUP_FOLDER, *settings.WATCHED_FOLDERS):
        if folder:
            yield Path(folder).absolute()
    yield Path(tempfile.gettempdir())


def _free(folder: Path) -> Finding:
    free, spare = shutil.disk_usage(folder).free // MB, settings.DISK_SPARE_MB
    if free >= spare:
        return well("disk", f"{free} MB are free at {folder}.")
    make = fault if free < spare / NEARLY_FULL else warning
    return make(
        "disk",
        f"Only {free} MB are free at {folder}. When it is full, no card and no score can be stored.",
        "Delete what is not needed, such as old backups and logs, or give the disk more space.",
    )


@check("database.old", reads=True)
def old_databases_look() -> Iterator[Finding]:
    """Name the databases that a restore replaced, with their sizes. The nightly backup leaves two."""
    old = old_databases()
    if not old:
        return
    sentence = f"Kept from before a restore: {', '.join(map(str, old))}."
    if len(old) <= OLD_DATABASES_KEPT:
        yield well("database.old", sentence)
        return
    yield warning(
        "database.old",
        sentence,
        f"`manage.py old_databases --drop`, run as the owner of the tables, leaves the newest {OLD_DATABASES_KEPT}. "
        "Let a timer run `manage.py backup --keep` every night: it does so too.",
    )


WARNING_SECONDS, FAULT_SECONDS = 26 * 3600, 7 * 86_400
SEALED = ".sealed"
MAKE_ONE = "Run `manage.py backup --keep`, and let a timer run it every night."


@check("backup", slow=True)
def backup_look() -> Iterator[Finding]:
    """Check that there is a backup, that it is not old, and that it could be restored."""
    if not settings.BACKUP_FOLDER:
        yield warning(
            "backup",
            "BACKUP_FOLDER names no folder, so nobody can say whether there is a backup.",
            "Set BACKUP_FOLDER to a folder on another disk. " + MAKE_ONE,
        )
        return
    try:
        backups = backups_in(Path(settings.BACKUP_FOLDER))
    except FileNotFoundError:
        backups = []
    except PermissionError:
        yield well(
            "backup", "This process may not read the backups. Run `manage.py doctor` as the user who makes them."
        )
        return
    if not backups:
        yield warning("backup", f"There is no backup in {settings.BACKUP_FOLDER}.", MAKE_ONE)
        return
    newest = backups[0]
    yield _by_age(newest)
    if newest.file.suffix == SEALED and not settings.BACKUP_KEY:
        yield well(
            "backup.restore", "The newest backup is encrypted, and BACKUP_KEY is not known here: it was not tried."
        )
    else:
        yield _tried(newest.file)


def _by_age(newest: KeptFile) -> Finding:
    age = (datetime.now() - newest.at).total_seconds()
    sentence = f"The newest backup, {newest.file.name}, was made {for_how_long(age)} ago."
    if age < WARNING_SECONDS:
        return well("backup", sentence)
    make = fault if age >= FAULT_SECONDS else warning
    return make("backup", sentence, f"Look into the log of the timer that makes them. {MAKE_ONE}")


def _tried(file: Path) -> Finding:
    """Read a whole backup as `restore` would, without touching the database."""
    try:
        with TemporaryDirectory(prefix="trial-") as folder:
            _restore(file, Path(folder) / "trial.sqlite3")
    except Unsuitable as why:
        return fault(
            "backup.restore",
            f"The newest backup, {file.name}, cannot be restored: {why}.",
            "Make a new one now with `manage.py backup --keep`, and find out what damages files in that folder.",
        )
    except (OSError, ToolFailed) as error:
        reason = getattr(error, "strerror", None) or error
        return warning(
            "backup.restore",
            f"The newest backup, {file.name}, could not be tried here: {reason}.",
            "Run the doctor as the user who makes the backups, on a machine with PostgreSQL's client programs.",
        )
    return well("backup.restore", f"The newest backup, {file.name}, can be restored.")


def _restore(file: Path, trial: Path) -> None:
    """Raise Unsuitable if the backup cannot be restored, OSError or ToolFailed if that cannot be tried."""
    plain = file
    if is_sealed(file):
        backup_open(file=file, to=trial)
        plain = trial
    if connection.vendor == "postgresql":
        postgres_read(plain)
        return
    if plain is file:
        file_copy(file=file, to=trial)
    file_check(trial)


CHOOSE = "Choose a stick or another disk in the room (“Copy it to a stick”), or name a folder in SECOND_PLACE."


@check("second_place")
def second_place_look() -> Iterator[Finding]:
    """Check that an embedded site has a second place, and that the last copy could be made."""
    place = second_place()
    if place is None:
        return
    if not place.folder:
        yield warning("second_place", "A night in play is on this computer alone: there is no second place.", CHOOSE)
    elif place.fault:
        yield warning("second_place", f"The last copy of a night was not made. {place.fault}", CHOOSE)
    else:
        when = f", last on {place.made:%-d %B at %H:%M} UTC" if place.made else ""
        yield well("second_place", f"A night in play is copied to {place.folder} every five minutes{when}.")
