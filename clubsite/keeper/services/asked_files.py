"""Club files requested on a page. A job makes each file, which is deleted a day later."""

import logging
import tempfile
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import count
from typing import IO

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_locked
from clubsite.core import jobs
from clubsite.core.passphrases import passphrase_check
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.core.sealed_fields import Sealed
from clubsite.keeper.models import ClubFile, ClubFilePiece
from clubsite.keeper.services.exporting import club_export, export_check
from clubsite.scores.selectors.hidden_cards import club_file_refusal

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
        asked = ClubFile(club=club, user=user)
        asked.passphrase = Sealed.of(passphrase)
        asked.save()
        jobs.enqueue(MAKING_JOB, asked.pk, slow=True)
    return asked


def file_check(club: Club, user: User) -> None:
    """Raise Refused if this owner still has to play a board whose cards are in the club's file."""
    if refusal := club_file_refusal(user, club):
        raise Refused(refusal)


def file_make(file_id: int) -> None:
    """Make a file that was asked for. Doing it again, or at the same time, changes nothing."""
    begun = ClubFile.objects.filter(pk=file_id, begun_at=None).update(begun_at=timezone.now())
    asked = ClubFile.objects.select_related("club", "user").filter(pk=file_id).first()
    if not begun or asked is None:
        return

    def shown(done: int, total: int) -> None:
        cache.set(_progress_key(file_id), (done, total), LONGEST_RUN.total_seconds())

    with tempfile.TemporaryFile() as file:
        try:
            club_export(club=asked.club, to=file, passphrase=asked.passphrase.open(), user=asked.user, progress=shown)
        except Refused as no:
            _end(asked, fault=str(no)[:500])
        except Exception:
            log.exception("The file of club %s could not be made", asked.club_id)
            _end(asked, fault=NOT_MADE)
        else:
            _keep(asked, file)


def _keep(asked: ClubFile, file: IO[bytes]) -> None:
    """Store a file, unless somebody has deleted or given up what was asked for."""
    file.seek(0)
    with transaction.atomic():
        if not ClubFile.objects.select_for_update(no_key=True).filter(pk=asked.pk, made_at=None, fault="").exists():
            return
        number = 0
        while data := file.read(PIECE_BYTES):
            number += 1
            ClubFilePiece.objects.create(file=asked, number=number, data=data)
        asked.size = file.tell()
        _end(asked, made_at=timezone.now())


def _end(asked: ClubFile, **columns: object) -> None:
    ClubFile.objects.filter(pk=asked.pk).update(passphrase=Sealed(), size=asked.size, **columns)


def _files_delete(files: QuerySet[ClubFile]) -> None:
    deletion_lock(files)
    files.delete()


def file_progress(asked: ClubFile) -> tuple[int, int]:
    """Return the number of finished parts and the number of all parts: 0 and 1 as long as nothing is known."""
    found: tuple[int, int] = cache.get(_progress_key(asked.pk)) or (0, 1)
    return found


def _progress_key(file_id: int) -> str:
    return f"club-file:{file_id}"


def files_sweep() -> None:
    """Make files whose job was lost, give up those whose job was interrupted, and delete yesterday's files."""
    now = timezone.now()
    with transaction.atomic():
        _files_delete(ClubFile.objects.filter(asked_at__lt=now - KEPT))
    for asked in ClubFile.objects.filter(begun_at__lt=now - LONGEST_RUN, made_at=None, fault=""):
        _end(asked, fault=NOT_MADE)
    for pk in ClubFile.objects.filter(begun_at=None).values_list("pk", flat=True):
        file_make(pk)


async def pieces_of(asked: ClubFile) -> AsyncIterator[bytes]:
    """Yield the file, one piece and one query at a time: a cursor would be open as long as a slow reader reads."""
    for number in count(1):
        data = await asked.pieces.filter(number=number).values_list("data", flat=True).afirst()
        if data is None:
            return
        yield bytes(data)
