"""The check of free space where the site writes: data, backups, WATCHED_FOLDERS, and temporary files."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from clubsite.keeper.findings import Finding, check, fault, warning, well

MB = 1_000_000
NEARLY_FULL = 5  # times less than DISK_SPARE_MB


@check("disk")
def disk_look() -> Iterator[Finding]:
    """Check the free space of each disk once."""
    devices: set[int] = set()
    for folder in _folders():
        there = next((one for one in (folder, *folder.parents) if one.exists()), None)
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
