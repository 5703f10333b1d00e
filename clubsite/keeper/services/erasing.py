"""Erasing a whole club after a club file was made. No other code deletes scores, publications or audit lines."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Any

from cryptography.exceptions import InvalidTag
from django.db import OperationalError, ProgrammingError, transaction
from django.db.models import Model, QuerySet

from clubsite.clubs.models import Club
from clubsite.core.ciphers import Cipher, passphrase_cipher
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.core.sealed_fields import sealed_rows
from clubsite.core.triggers import guards_off
from clubsite.events.services.events import GUARDED_TABLES, club_erasure_refusal, club_let_go
from clubsite.home.models import HomeMatch
from clubsite.keeper.clubfile.archive import ArchiveReader
from clubsite.keeper.clubfile.values import BESIDE_THE_FILE, CLUB, FOUND_FROM_BELOW, SEASON, SESSION
from clubsite.keeper.models import ClubFile
from clubsite.keeper.services.exporting import export_check, export_write
from clubsite.keeper.services.importing import file_cipher
from clubsite.nights.models import Session
from clubsite.practice.models import DailyProblem

NOT_OF_THIS_CLUB = (
    "The file does not have this club as it is now: something was added or changed since ({}). Make a new club file, "
    "then erase. Nothing was changed."
)
MADE_BY_JOBS = {"analysis.boardsolution"}
"""Tables that jobs fill whenever they come to it, and can fill again."""
NO_RIGHT = (
    "The site’s own database role may not erase a club, so nothing was changed. Run the command as the role that owns "
    "the tables (docs/club-file.md)."
)
IN_USE = (
    "The site was writing to the same tables at that moment, so nothing was changed. Try again. If that fails again, "
    "stop the site meanwhile."
)


def club_erase(*, club: Club, archive: ArchiveReader, passphrase: str) -> int:
    """Delete every row of a club, for good. Return how many. Accounts stay, as they belong to their holders.

    Raise Refused, with nothing changed, if a night is in play, if other clubs or servers still need the club for an
    event, if the passphrase is not that of the checked archive, if the archive does not have the club as it is now, if
    this database role does not own the tables, or if the site wrote to them meanwhile.
    """
    export_check(club)
    cipher = file_cipher(passphrase, salt=archive.manifest.salt, check=archive.manifest.check)
    if refusal := club_erasure_refusal(club):
        raise Refused(refusal)
    _check(club, archive, cipher, passphrase)  # most refusals come before anybody has to wait
    try:
        with transaction.atomic():
            return _deleted(club, archive, cipher, passphrase)
    except ProgrammingError:  # PostgreSQL: permission denied
        raise Refused(NO_RIGHT) from None
    except OperationalError:  # PostgreSQL: a deadlock with a sweep. SQLite: the site holds the lock
        raise Refused(IN_USE) from None


def _check(club: Club, archive: ArchiveReader, cipher: Cipher, passphrase: str) -> None:
    """Raise Refused if the club file, written again now, has a part with another digest."""
    with TemporaryFile() as file:
        export_write(club, file, passphrase, addresses=archive.manifest.addresses)
        now = ArchiveReader(file)
        here = passphrase_cipher(passphrase, now.manifest.salt)
        kept, current = part_digests(archive, cipher), part_digests(now, here)
        if differ := sorted(name for name in {*kept, *current} if kept.get(name) != current.get(name)):
            raise Refused(NOT_OF_THIS_CLUB.format(differ[0]), "file")


def part_digests(archive: ArchiveReader, cipher: Cipher) -> dict[str, str]:
    """Return a SHA-256 of each part's rows, by name. Sealed values are opened first: each file has its own key."""
    places = {(row._meta.label_lower, name, row.pk): getattr(row, name).aad() for row, name in sealed_rows()}
    digests = {}
    for part in archive.manifest.parts:
        digest = hashlib.sha256()
        for label, row in archive.rows(part):
            if label in MADE_BY_JOBS:
                continue
            opened = {
                name: _opened(value, places.get((label, name, row.get("id"))), cipher) for name, value in row.items()
            }
            digest.update(json.dumps([label, opened], sort_keys=True).encode())
        digests[part.name] = digest.hexdigest()
    return digests


def _opened(value: Any, place: bytes | None, cipher: Cipher) -> Any:
    """Return the text of a value that is sealed at this place. A text of another place stays sealed, so it differs."""
    with suppress(InvalidTag):
        return cipher.decrypt(value, place).decode() if value and place else value
    return value


def _deleted(club: Club, archive: ArchiveReader, cipher: Cipher, passphrase: str) -> int:
    """Delete the club's rows, once the archive has them all. Nobody can write to its tables meanwhile."""
    sessions = list(Session.objects.filter(club=club).values_list("public_id", flat=True))
    tables = {table.model._meta.db_table for table in (*CLUB, *SEASON, *SESSION)}
    with guards_off(sorted(tables.union(GUARDED_TABLES))):
        # A job that was storing a result has stored it by now: these tables are locked.
        _check(club, archive, cipher, passphrase)
        deletion_lock(ClubFile.objects.filter(club=club))
        HomeMatch.objects.filter(repeats__room__table__section__session__club=club).update(repeats=None)
        HomeMatch.objects.filter(club_board__board_set__session__club=club).update(club_board=None)
        for problem in DailyProblem.objects.filter(setup__of__session__in=sessions):
            problem.setup.pop("of")
            problem.save(update_fields=["setup"])
        # Keys are checked at the end of the transaction, so the order does not matter to the database.
        deleted = club_let_go(club=club)
        return deleted + sum(rows._raw_delete(rows.db) or 0 for rows in _rows(club))


def _rows(club: Club) -> Iterator[QuerySet[Model]]:
    """Yield all rows to delete. A row is found through the rows above it, so those come later."""
    for table in reversed(BESIDE_THE_FILE):
        yield table.rows(club.pk)
    for session in Session.objects.filter(club=club).values_list("pk", flat=True):
        from_below = [table for table in SESSION if table.label in FOUND_FROM_BELOW]  # what names them is deleted first
        above = {table.label: list(table.rows(session).values_list("pk", flat=True)) for table in from_below}
        for table in reversed(SESSION):
            keys = above.get(table.label)
            yield table.rows(session) if keys is None else table.model._base_manager.filter(pk__in=keys)
    for table in (*reversed(SEASON), *reversed(CLUB)):
        yield table.rows(club.pk)
