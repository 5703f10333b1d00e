"""The second place of an embedded site: another disk or a stick, to which the database is copied during a night.

One file in the data folder says which place was chosen and how the last copy went. It is not in the database, because a
copy restored on another machine must not refer to this machine's disks.
"""

import hashlib
import json
import logging
import os
import platform
import shutil
import sqlite3
import threading
import time
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from glob import glob
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.utils import timezone

from clubsite.core.backup_files import backup_seal, private_file
from clubsite.core.refused import Refused

log = logging.getLogger(__name__)
STATE = "second-place.json"
MAKING = "copying-"
PLAIN, SEALED = ".sqlite3", ".sealed"
EVERY, LATE = timedelta(minutes=5), timedelta(minutes=15)
LONGEST_COPY = 30.0
"""Seconds after which a copy is given up."""
STEPS, PIECE = 10_000, 1 << 20
"""How much SQLite does, and how many bytes are written, between two looks at the clock."""
NOT_THERE = "{} is not one of the places that this computer has now. Choose another one."
AWAY = "{} is away, or no other disk than that of the database."
SLOW = "It took longer than {:.0f} seconds to copy to {}."
FAILED = "{} cannot be written: {}."


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """The chosen folder or "", the times of the last try and the newest copy (ISO texts), and why that try failed."""

    folder: str = ""
    tried_at: str = ""
    made_at: str = ""
    fault: str = ""

    @property
    def made(self) -> datetime | None:
        """When the newest copy was made, or None."""
        return datetime.fromisoformat(self.made_at) if self.made_at else None

    def safe(self, since: datetime | None) -> bool:
        """True if there is a place, the last try worked, and a night running `since` then has a recent copy."""
        last = max(filter(None, (self.made, since)), default=None)
        return bool(self.folder) and not self.fault and (last is None or timezone.now() - last < LATE)

    @property
    def due(self) -> bool:
        """True if it is time for another copy, or the clock was set back."""
        return not self.tried_at or not timedelta() <= timezone.now() - datetime.fromisoformat(self.tried_at) < EVERY


def second_place() -> SecondPlace | None:
    """Return the second place of an embedded site, or None on a club server, which has a standby instead."""
    if not hasattr(settings, "DATA_PATH"):
        return None
    place = SecondPlace()
    with suppress(OSError, ValueError, TypeError):  # a file that was damaged holds nothing
        read = SecondPlace(**json.loads(_state().read_text()))
        times = [datetime.fromisoformat(at) for at in (read.tried_at, read.made_at) if at]
        if isinstance(read.folder, str) and isinstance(read.fault, str) and all(at.tzinfo for at in times):
            place = read
    return replace(place, folder=settings.SECOND_PLACE or place.folder)


def places_here() -> list[str]:
    """Return the folders of other disks and sticks that are writable now."""
    folders = sorted(folder for pattern in settings.SECOND_PLACES for folder in glob(pattern))
    return [folder for folder in folders if _is_elsewhere(Path(folder)) and os.access(folder, os.W_OK)]


def second_place_choose(folder: str) -> None:
    """Copy to this folder from now on, or nowhere if "". Raise Refused if it is not one of `places_here`."""
    if folder and folder not in places_here():
        raise Refused(NOT_THERE.format(folder), "folder")
    place = second_place()
    if place is None or place.folder != folder:
        _keep(SecondPlace(folder))


def copy_if_due() -> None:
    """Copy the database to the second place, if a copy is due. Never raises: the place notes why there is no copy."""
    place = second_place()
    if place is None or not place.folder or not place.due:
        return
    now = timezone.now().isoformat()
    fault = _copy_fault(Path(place.folder))
    chosen = second_place()
    if chosen is None or chosen.folder != place.folder:  # another one was chosen meanwhile
        return
    try:
        _keep(replace(chosen, tried_at=now, fault=fault, made_at=chosen.made_at if fault else now))
    except OSError:
        log.exception("The state of the second place cannot be stored")


def _copy_fault(folder: Path) -> str:
    """Copy the database to this folder. Return the sentence that says why there is no copy, or ""."""
    if not _is_elsewhere(folder):
        return AWAY.format(folder)
    try:
        _copy(folder)
    except TimeoutError:
        return SLOW.format(LONGEST_COPY, folder)
    except (OSError, sqlite3.Error) as error:
        where = getattr(error, "filename", None) or folder
        return FAILED.format(where, getattr(error, "strerror", None) or error)
    return ""


def _copy(folder: Path) -> None:
    """Write a copy in a single read of the database, while others can write. The last copy stays until then.

    Raise TimeoutError once the time is over.
    """
    deadline = time.monotonic() + LONGEST_COPY
    for left in _data().glob(f"{MAKING}*"):  # of a site that was killed
        shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=MAKING, dir=_data()) as made_in:
        made = Path(made_in) / "copy"
        _vacuum(made, deadline)
        if settings.BACKUP_KEY:
            backup_seal(file=made, to=(sealed := made.with_suffix(SEALED)))
            made = sealed
        _bring(made, folder / f"{_name()}{SEALED if settings.BACKUP_KEY else PLAIN}", deadline)
    (folder / f"{_name()}{PLAIN if settings.BACKUP_KEY else SEALED}").unlink(missing_ok=True)


def _bring(made: Path, to: Path, deadline: float) -> None:
    """Write a finished copy to its place. Once the time is over, raise TimeoutError and keep what was there."""
    new = to.with_name(f".{to.name}-new")
    new.unlink(missing_ok=True)
    private_file(new)
    try:
        with made.open("rb") as source, new.open("r+b") as written:
            while piece := source.read(PIECE):
                written.write(piece)
                written.flush()
                os.fsync(written.fileno())
                if time.monotonic() > deadline:
                    raise TimeoutError
        new.replace(to)
        _synced(to.parent)
    finally:
        new.unlink(missing_ok=True)


def _synced(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _vacuum(to: Path, deadline: float) -> None:
    private_file(to)
    database = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    with closing(sqlite3.connect(f"{database}?mode=rw", uri=True)) as source:
        source.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
        try:
            source.execute("VACUUM INTO ?", [str(to)])
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise TimeoutError from None
            raise


def _is_elsewhere(folder: Path) -> bool:
    """True if the folder is on a different disk from the database. A removed stick leaves an empty folder here."""
    try:
        return folder.is_dir() and folder.stat().st_dev != _data().stat().st_dev
    except OSError:
        return False


def _data() -> Path:
    return Path(getattr(settings, "DATA_PATH", ""))


def _name() -> str:
    """Return the name of this site's copies, so that two sites can share a stick."""
    site = f"{platform.node()} {_data().resolve()}"
    return f"club-copy-{hashlib.sha256(site.encode()).hexdigest()[:6]}"


def _state() -> Path:
    return _data() / STATE


def _keep(place: SecondPlace) -> None:
    """Store the state. A folder that the keeper has set is not stored, because it is in a setting."""
    place = replace(place, folder="") if settings.SECOND_PLACE else place
    new = _state().with_name(f"{STATE}.{threading.get_ident()}")
    new.write_text(json.dumps(asdict(place)))
    new.replace(_state())
