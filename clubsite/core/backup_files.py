"""Backup files: copying the embedded database, choosing which backups to keep, and encrypting them."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from clubsite.core.triggers import sqlite_guards

REPLACED_FILE = "-before-%Y%m%d-%H%M%S"
"""Suffix of the name of a file that a restore replaced."""


class Unsuitable(Exception):
    """Raised for a file that cannot be restored. `str()` is a sentence beginning with "it", meaning the file."""


def private_file(file: Path) -> None:
    """Create an empty file that only its owner may read and write. Raise OSError if that fails or the file exists."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def database_save(*, database: Path, file: Path) -> None:
    """Write a copy of `database` to the new file `file` while others keep writing. Raise OSError or sqlite3.Error if
    that fails.

    The copy is complete in a single file, so it can be read from a write-protected disk.
    """
    private_file(file)
    try:
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(file)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        file.unlink()
        raise


def file_copy(*, file: Path, to: Path) -> None:
    """Copy a database file and its write-ahead log to the new file `to`, byte for byte. Raise OSError if that fails.

    The source is only read. Opening it with SQLite would write files next to it.
    """
    for suffix in ("", "-wal"):
        if (source := Path(f"{file}{suffix}")).is_file():
            private_file(copy := Path(f"{to}{suffix}"))
            shutil.copyfile(source, copy)


def file_delete(file: Path) -> None:
    """Delete a database file and the two files that SQLite may keep next to it."""
    for suffix in ("-wal", "-shm", ""):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def file_check(file: Path) -> None:
    """Raise Unsuitable if `file`, in a writable folder, is not a sound database that this version can migrate."""
    try:
        with closing(sqlite3.connect(file)) as database:
            names = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"django_migrations", "nights_session"} <= names:
                raise Unsuitable("it is not a backup of a club")
            if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise Unsuitable("it is damaged")
            applied = set(database.execute("SELECT app, name FROM django_migrations"))
            triggers = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
            raise Unsuitable("it is not a backup of a club (not an SQLite database)") from None
        raise Unsuitable(f"it is damaged ({error})") from None
    check_version(applied)
    _check_guards(applied, triggers)


def check_version(applied: set[tuple[str, str]]) -> None:
    """Raise Unsuitable if one of the `applied` migrations, given as (app, name), is unknown to this version."""
    unknown = sorted(applied - MigrationLoader(None).disk_migrations.keys())
    if unknown:
        raise Unsuitable(
            "it was made by another version of the site, which has changes to the database that this one does not "
            f"know ({'.'.join(unknown[-1])}). If that version is newer, update the site first, then restore"
        )


def _check_guards(applied: set[tuple[str, str]], triggers: dict[str, str]) -> None:
    known = MigrationLoader(None).disk_migrations
    expected = sqlite_guards(known[key] for key in sorted(applied))
    lost = sorted(name for name, sql in expected.items() if triggers.get(name) != sql)
    if lost:
        raise Unsuitable(
            "the triggers that keep scores, cards and the audit log from being changed are missing from it, or are "
            f"others ({', '.join(lost[:3])}). Somebody took them off, so nobody can say what else was changed"
        )


NAME = "club-%Y%m%d-%H%M%S"
_NAMED = re.compile(r"(club-\d{8}-\d{6})\.(?:sqlite3|dump)(?:\.sealed)?")


@dataclass(frozen=True, slots=True)
class KeptFile:
    """One backup in a folder to which the rule for keeping backups applies."""

    file: Path
    at: datetime


def backups_in(folder: Path) -> list[KeptFile]:
    """Return the backups in `folder` that have the rule's names, newest first. Raise OSError if it cannot be read."""
    backups = []
    for file in folder.iterdir():
        if named := _NAMED.fullmatch(file.name):
            try:
                backups.append(KeptFile(file, datetime.strptime(named[1], NAME)))
            except ValueError:  # the figures are no time
                continue
    return sorted(backups, key=lambda kept: (kept.at, kept.file.name), reverse=True)


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


MAGIC = b"two-handed-club sealed backup 1\n"
SALT_BYTES, TAG_BYTES = 16, 16
PIECE = 1 << 20
"""Bytes of the backup in one piece."""


def is_sealed(file: Path) -> bool:
    """True if `file` is an encrypted backup. Raise OSError if it cannot be read."""
    with file.open("rb") as source:
        return source.read(len(MAGIC)) == MAGIC


def backup_seal(*, file: Path, to: Path) -> None:
    """Encrypt `file` with `BACKUP_KEY` to the new file `to`. Raise OSError if that fails."""
    private_file(to)
    salt = os.urandom(SALT_BYTES)
    cipher = _cipher(salt)
    with file.open("rb") as source, to.open("r+b") as sealed:
        sealed.write(MAGIC + salt)
        for number, (piece, last) in enumerate(_pieces(source, PIECE)):
            sealed.write(cipher.encrypt(_nonce(number, last), piece, None))


def backup_open(*, file: Path, to: Path) -> None:
    """Decrypt `file` to the new file `to`. Raise Unsuitable if `BACKUP_KEY` does not decrypt it, or OSError."""
    if not settings.BACKUP_KEY:
        raise Unsuitable("it is encrypted. Set BACKUP_KEY to the key with which it was made")
    private_file(to)
    try:
        with file.open("rb") as source, to.open("r+b") as opened:
            source.seek(len(MAGIC))
            cipher = _cipher(source.read(SALT_BYTES))
            for number, (piece, last) in enumerate(_pieces(source, PIECE + TAG_BYTES)):
                opened.write(cipher.decrypt(_nonce(number, last), piece, None))
    except InvalidTag:
        raise Unsuitable("BACKUP_KEY does not open it: it was made with another key, or it is damaged") from None


def _pieces(source: IO[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
    """Yield the pieces of a file, at least one, and for each whether it is the last."""
    piece = source.read(size)
    while following := source.read(size):
        yield piece, False
        piece = following
    yield piece, True


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _cipher(salt: bytes) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"clubsite: backups")
    return AESGCM(derived.derive(settings.BACKUP_KEY.encode()))
