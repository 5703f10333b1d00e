"""Writing a club file: all data of one club at one moment, while other people go on working.

An owner asks for one on a page. A job makes it, and it is deleted a day later.
"""

import logging
import secrets
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import timedelta
from itertools import count
from typing import IO, Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_locked
from clubsite.core import jobs
from clubsite.core.ciphers import Cipher, passphrase_check, passphrase_cipher
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock, one_moment
from clubsite.core.sealed_fields import Sealed, sealed_parents
from clubsite.installation import site_version
from clubsite.keeper.clubfile.archive import ArchiveWriter, Manifest, Progress, part_names
from clubsite.keeper.clubfile.values import MAP, PARTS, FileTable, file_fields, references, value_written
from clubsite.keeper.models import ClubFile, ClubFilePiece
from clubsite.nights.models import Session
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.scores.selectors.hidden_cards import club_file_refusal

CHECK = b"two-handed-club"
"""A text sealed in every club file, so that a wrong passphrase is noticed at once."""
ROWS_AT_ONCE = 2000
STILL_IN_PLAY = "{} is in play. A club file is made between nights: end it first, or use a backup."


def club_export(
    *,
    club: Club,
    to: IO[bytes],
    passphrase: str,
    user: User | None = None,
    addresses: bool = False,
    progress: Progress | None = None,
) -> Manifest:
    """Write everything of a club into a zip. Return its manifest.

    `passphrase` seals what is sealed in the database. With `addresses`, accounts keep their mail addresses. The audit
    log gets a line first, which is in the file; `user` asked for it. `progress` is called with the number of parts
    that are done, and of all parts.

    Raise Refused if the passphrase is too short, or a night is in play. Raise KeyMissing if this server cannot open an
    unopened board.
    """
    passphrase_check(passphrase)
    export_check(club)
    audit_add(club=club, action=AuditAction.CLUB_EXPORTED, user=user, addresses=addresses)
    with one_moment():
        return export_write(club, to, passphrase, addresses=addresses, progress=progress)


def export_write(
    club: Club, to: IO[bytes], passphrase: str, *, addresses: bool, progress: Progress | None = None
) -> Manifest:
    """Write the club file as `club_export` does, without a line in the audit log, within the caller's transaction."""
    return _Export(club, to, passphrase, addresses).run(progress or (lambda done, total: None))


def export_check(club: Club) -> None:
    """Raise Refused if a night of the club is in play."""
    playing = Session.objects.filter(club=club, status__in=IN_PLAY).first()
    if playing is not None:
        raise Refused(STILL_IN_PLAY.format(playing))


class _Export:
    """One run. It notes which accounts the rows name."""

    def __init__(self, club: Club, to: IO[bytes], passphrase: str, addresses: bool) -> None:
        self.club, self.addresses = club, addresses
        self.writer = ArchiveWriter(to)
        self.salt = secrets.token_hex(16)
        self.cipher: Cipher = passphrase_cipher(passphrase, self.salt)
        self.users: set[int] = set()

    def run(self, progress: Progress) -> Manifest:
        export_check(self.club)
        sessions = Session.objects.filter(club=self.club).order_by("pk").values_list("pk", flat=True)
        names = part_names(len(sessions))
        keys = [self.club.pk, *sessions, self.club.pk]
        for done, (name, key) in enumerate(zip(names[1:], keys, strict=True)):
            progress(done, len(names))
            kind = name.partition("-")[0]
            self.writer.part(name, (self._table(table.model, _rows(table, key)) for table in PARTS[kind]))
        self.writer.part("accounts", [self._table(User, self._accounts())])
        progress(len(names), len(names))
        return self.writer.finish(
            made_at=timezone.now().isoformat(),
            version=site_version(),
            club={"name": self.club.name, "slug": self.club.slug},
            addresses=self.addresses,
            salt=self.salt,
            check=self.cipher.encrypt(CHECK, CHECK),
        )

    def _table(self, model: type[Model], rows: Iterable[Any]) -> tuple[str, list[str], Iterator[list[Any]]]:
        fields = file_fields(model)
        return model._meta.label_lower, [field.name for field in fields], self._written(model, fields, rows)

    def _written(self, model: type[Model], fields: list[Any], rows: Iterable[Any]) -> Iterator[list[Any]]:
        users = [fields.index(field) for field, label in references(model) if label == "accounts.user"]
        for record in rows:
            row = [getattr(record, field.attname) for field in fields]
            self.users.update(row[place] for place in users if row[place] is not None)
            yield [value_written(value, self.cipher) for value in row]

    def _accounts(self) -> Iterator[User]:
        users = sorted(self.users)
        for at in range(0, len(users), ROWS_AT_ONCE):
            for user in User.objects.filter(pk__in=users[at : at + ROWS_AT_ONCE]).order_by("pk"):
                user.email = user.email if self.addresses else ""
                yield user


def _rows(table: FileTable, key: int) -> Iterator[Any]:
    rows = table.rows(key).order_by(*MAP[table.model].in_order)
    return rows.prefetch_related(*sealed_parents(table.model)).iterator(chunk_size=ROWS_AT_ONCE)


log = logging.getLogger(__name__)
MAKING_JOB = "keeper.make"
PIECE_BYTES = 2**20
KEPT = timedelta(days=1)
LONGEST_RUN = timedelta(hours=2)
NOT_MADE = "The file could not be made. Whoever keeps the site finds the reason in its log. Ask for it again."


def file_ask(*, club: Club, user: User, passphrase: str) -> ClubFile:
    """Ask for the club's file, in place of an earlier one. While one is being made, return that.

    Raise Refused if the passphrase is too short, if a night is in play, or if the owner has still to play a board
    whose cards are in the file.
    """
    passphrase_check(passphrase)
    file_check(club, user)
    with transaction.atomic():
        club = club_locked(club.pk)
        export_check(club)
        earlier = ClubFile.objects.filter(club=club).last()
        if earlier is not None and earlier.waits:
            return earlier
        _files_delete(ClubFile.objects.filter(club=club))
        club_file = ClubFile(club=club, user=user)
        club_file.passphrase = Sealed.of(passphrase)
        club_file.save()
        jobs.enqueue(MAKING_JOB, club_file.pk, slow=True)
    return club_file


def file_check(club: Club, user: User) -> None:
    """Raise Refused if this owner still has to play a board whose cards are in the club's file."""
    if refusal := club_file_refusal(user, club):
        raise Refused(refusal)


def file_make(file_id: int) -> None:
    """Make a file that was asked for. Doing it again, or at the same time, changes nothing."""
    begun = ClubFile.objects.filter(pk=file_id, begun_at=None).update(begun_at=timezone.now())
    club_file = ClubFile.objects.select_related("club", "user").filter(pk=file_id).first()
    if not begun or club_file is None:
        return

    def shown(done: int, total: int) -> None:
        cache.set(_progress_key(file_id), (done, total), LONGEST_RUN.total_seconds())

    with tempfile.TemporaryFile() as file:
        try:
            club_export(
                club=club_file.club,
                to=file,
                passphrase=club_file.passphrase.open(),
                user=club_file.user,
                progress=shown,
            )
        except Refused as no:
            _end(club_file, fault=str(no)[:500])
        except Exception:
            log.exception("The file of club %s could not be made", club_file.club_id)
            _end(club_file, fault=NOT_MADE)
        else:
            _keep(club_file, file)


def _keep(club_file: ClubFile, file: IO[bytes]) -> None:
    """Store a file, unless somebody has deleted or given up what was asked for."""
    file.seek(0)
    with transaction.atomic():
        if not ClubFile.objects.select_for_update(no_key=True).filter(pk=club_file.pk, made_at=None, fault="").exists():
            return
        number = 0
        while data := file.read(PIECE_BYTES):
            number += 1
            ClubFilePiece.objects.create(file=club_file, number=number, data=data)
        club_file.size = file.tell()
        _end(club_file, made_at=timezone.now())


def _end(club_file: ClubFile, **columns: object) -> None:
    ClubFile.objects.filter(pk=club_file.pk).update(passphrase=Sealed(), size=club_file.size, **columns)


def _files_delete(files: QuerySet[ClubFile]) -> None:
    deletion_lock(files)
    files.delete()


def file_progress(club_file: ClubFile) -> tuple[int, int]:
    """Return the number of finished parts and the number of all parts: 0 and 1 as long as nothing is known."""
    progress: tuple[int, int] = cache.get(_progress_key(club_file.pk)) or (0, 1)
    return progress


def _progress_key(file_id: int) -> str:
    return f"club-file:{file_id}"


def files_sweep() -> None:
    """Make files whose job was lost, give up those whose job was interrupted, and delete yesterday's files."""
    now = timezone.now()
    with transaction.atomic():
        _files_delete(ClubFile.objects.filter(asked_at__lt=now - KEPT))
    for club_file in ClubFile.objects.filter(begun_at__lt=now - LONGEST_RUN, made_at=None, fault=""):
        _end(club_file, fault=NOT_MADE)
    for pk in ClubFile.objects.filter(begun_at=None).values_list("pk", flat=True):
        file_make(pk)


async def pieces_of(club_file: ClubFile) -> AsyncIterator[bytes]:
    """Yield the file, one piece and one query at a time: a cursor would be open as long as a slow reader reads."""
    for number in count(1):
        data = await club_file.pieces.filter(number=number).values_list("data", flat=True).afirst()
        if data is None:
            return
        yield bytes(data)
