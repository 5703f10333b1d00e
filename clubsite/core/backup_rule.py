"""The backups in a folder: their names, and which of them the rule keeps."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

NAME = "club-%Y%m%d-%H%M%S"
_NAMED = re.compile(r"(club-\d{8}-\d{6})\.(?:sqlite3|dump)(?:\.sealed)?")


@dataclass(frozen=True, slots=True)
class KeptFile:
    """One backup in a folder that is kept by the rule."""

    file: Path
    at: datetime


def backups_in(folder: Path) -> list[KeptFile]:
    """Return the backups in `folder` that have the rule's names, newest first. Raise OSError if it cannot be read."""
    found = []
    for file in folder.iterdir():
        if named := _NAMED.fullmatch(file.name):
            try:
                found.append(KeptFile(file, datetime.strptime(named[1], NAME)))
            except ValueError:  # the figures are no time
                continue
    return sorted(found, key=lambda kept: (kept.at, kept.file.name), reverse=True)


def backups_kept(backups: Iterable[KeptFile], *, daily: int, weekly: int) -> set[KeptFile]:
    """Return the newest backup of each of the last `daily` days and `weekly` weeks that have one.

    Days and weeks without a backup are not counted, so a server that was switched off for a month loses nothing.
    """
    ordered = sorted(backups, key=lambda kept: kept.at, reverse=True)
    days = {kept.at.date(): kept for kept in reversed(ordered)}
    weeks = {kept.at.isocalendar()[:2]: kept for kept in reversed(ordered)}
    by_day = [days[day] for day in sorted(days, reverse=True)[:daily]]
    by_week = [weeks[week] for week in sorted(weeks, reverse=True)[:weekly]]
    return {*by_day, *by_week}
