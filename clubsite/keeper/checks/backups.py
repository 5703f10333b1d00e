"""Checks of the newest backup, with a trial restore, and of the second place of an embedded site."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection

from clubsite.core.backup_files import KeptFile, Unsuitable, backup_open, backups_in, file_check, file_copy, is_sealed
from clubsite.core.backup_postgres import ToolFailed, postgres_read
from clubsite.core.second_place import second_place
from clubsite.keeper.findings import Finding, check, fault, for_how_long, warning, well

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
    said = f"The newest backup, {newest.file.name}, was made {for_how_long(age)} ago."
    if age < WARNING_SECONDS:
        return well("backup", said)
    make = fault if age >= FAULT_SECONDS else warning
    return make("backup", said, f"Look into the log of the timer that makes them. {MAKE_ONE}")


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
