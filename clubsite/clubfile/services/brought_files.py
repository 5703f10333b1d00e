"""Club files that are sent on the page “Bring a club here”: a job checks each, and another job stores its club."""

import logging
from datetime import timedelta
from typing import IO

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubfile.archive import FOREIGN, ArchiveReader, Manifest
from clubsite.clubfile.models import BringingState, BroughtFile, BroughtPiece
from clubsite.clubfile.pieces import PIECE_BYTES, pieces_opened
from clubsite.clubfile.services.importing import club_free_check, club_import, file_box, session_new_check
from clubsite.clubs.invitations.new_club import SETUP_LINK_ENDED
from clubsite.clubs.models import Club
from clubsite.core import jobs
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.sessions import IN_PLAY

log = logging.getLogger(__name__)
BRINGING_JOB = "clubfile.bring"
MB = 1_000_000
MAX_SENT_MB = 250
MAX_FILES_AT_ONCE = 3
"""Files that may wait here at once, if a keeper of the site does not send one more: others could fill the disk."""
KEPT = timedelta(days=1)
LONGEST_RUN = timedelta(hours=2)
TOO_LARGE = (
    f"A club file may have up to {MAX_SENT_MB} MB here. Whoever keeps the site can bring a larger one with "
    "“manage.py club_import”."
)
OTHERS_WAIT = "Other clubs are being brought here. Try again in an hour, or ask whoever keeps the site."
ONE_AT_A_TIME = "The club of your last file is being stored. Wait until it is here."
OUT_OF_ORDER = "A part of the file did not come. Choose the file again."
SENT_ALREADY = "This file has been sent. Open its page again."
NOT_READY = "This file is not waiting to be stored. Look at its page again."
IN_PLAY_HERE = (
    "{} is in play, and on this site nobody could play or score while a club is stored. End the night first. Nothing "
    "was changed."
)
NOT_BROUGHT = (
    "The club could not be stored, and nothing was changed. Whoever keeps the site finds the reason in its log. Send "
    "the file again."
)


def sending_begin(*, user: User, size: int, keeper: bool, by_setup_link: bool = False) -> BroughtFile:
    """Begin to take a file of `size` bytes, in place of an earlier one of this account.

    Raise Refused if it is empty or too large, if the account's last club is being stored, or if too many files wait.
    """
    if not 0 < size <= MAX_SENT_MB * MB:
        raise Refused(TOO_LARGE if size > 0 else FOREIGN, "file")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        own = BroughtFile.objects.filter(user=user)
        if own.filter(state=BringingState.BRINGING).exists():
            raise Refused(ONE_AT_A_TIME, "file")
        done = (BringingState.HERE, BringingState.REFUSED)
        if not keeper and BroughtFile.objects.exclude(user=user).exclude(state__in=done).count() >= MAX_FILES_AT_ONCE:
            raise Refused(OTHERS_WAIT, "file")
        own.delete()
        return BroughtFile.objects.create(user=user, size=size, by_setup_link=by_setup_link)


def piece_add(*, file_id: int, number: int, data: bytes) -> None:
    """Store the next piece of a file. After the last one, a job checks the file. A piece may be sent again.

    Raise Refused if a piece is missing before it, or if it has another size.
    """
    with transaction.atomic():
        file = BroughtFile.objects.select_for_update().get(pk=file_id)
        there = file.pieces.count()
        if 0 < number <= there:
            return
        if file.state != BringingState.SENDING:
            raise Refused(SENT_ALREADY, "file")
        left = file.size - there * PIECE_BYTES
        if number != there + 1 or len(data) != min(PIECE_BYTES, left):
            raise Refused(OUT_OF_ORDER, "file")
        BroughtPiece.objects.create(file=file, number=number, data=data)
        if left <= PIECE_BYTES:
            _work_ask(file, BringingState.CHECKING)


def file_take(*, file: BroughtFile, data: IO[bytes]) -> None:
    """Store a whole file that came in one request."""
    number = 0
    while piece := data.read(PIECE_BYTES):
        number += 1
        piece_add(file_id=file.pk, number=number, data=piece)


def bringing_ask(*, file_id: int, passphrase: str, address: str, name: str) -> None:
    """Ask that the club of a checked file is stored, under this address and name.

    Raise Refused if the passphrase is wrong, if a club here has the address or the name, if the setup link no longer
    works, or if a night is in play on an embedded site. Asking again while it is being stored changes nothing.
    """
    with transaction.atomic():
        file = BroughtFile.objects.select_for_update().get(pk=file_id)
        if file.state == BringingState.BRINGING:
            return
        if file.state != BringingState.READY:
            raise Refused(NOT_READY)
        file_box(passphrase, salt=file.summary["salt"], check=file.summary["check"])
        club_free_check(address=address, name=name)
        _bringing_check(file)
        _work_ask(file, BringingState.BRINGING, passphrase=Sealed.of(passphrase), address=address, name=name)


def _bringing_check(file: BroughtFile) -> None:
    if file.by_setup_link and Club.objects.exists():
        raise Refused(SETUP_LINK_ENDED)
    playing = Session.objects.filter(status__in=IN_PLAY).first()
    if playing is not None and connection.vendor == "sqlite":
        raise Refused(IN_PLAY_HERE.format(playing))


def _work_ask(file: BroughtFile, state: BringingState, **columns: object) -> None:
    _store(file, state=state, begun_at=None, fault="", **columns)
    cache.delete(_progress_key(file.pk))
    jobs.enqueue(BRINGING_JOB, file.pk, slow=True)


def _store(file: BroughtFile, **columns: object) -> None:
    """Store columns of a file, unless it was deleted meanwhile."""
    BroughtFile.objects.filter(pk=file.pk).update(**columns)


def file_work(file_id: int) -> None:
    """Check a file, or store its club, as its state says. Doing it again, or at the same time, changes nothing."""
    waiting = BroughtFile.objects.filter(pk=file_id, begun_at=None, state__in=_WORK)
    if not waiting.update(begun_at=timezone.now()):
        return
    file = BroughtFile.objects.select_related("user").filter(pk=file_id).first()
    if file is None:
        return
    try:
        _WORK[BringingState(file.state)](file)
    except Refused as no:
        _end(file, no)
    except Exception:
        log.exception("The club of the file %s could not be stored", file_id)
        _end(file, Refused(NOT_BROUGHT, "file"))


def _check(file: BroughtFile) -> None:
    with pieces_opened(file) as data:
        archive = ArchiveReader(data)
        for part in archive.manifest.parts:
            if part.kind == "session":
                # The session is one of a part's first rows, so the parts are not read to their ends for it.
                ids = (row.get("public_id") for label, row in archive.rows(part) if label == "duplicate.session")
                session_new_check(str(next(ids, "")))
        archive.check(_Shown(file))
    club = archive.manifest.club
    summary = _summary(archive.manifest)
    _store(file, state=BringingState.READY, summary=summary, address=club["slug"][:50], name=club["name"][:200])


def _summary(manifest: Manifest) -> dict[str, object]:
    counted = {"people": "clubs.person", "nights": "duplicate.session", "scores": "scores.scoreentry"}
    return {
        "club": manifest.club,
        "made_at": manifest.made_at,
        "version": manifest.version,
        "salt": manifest.salt,
        "check": manifest.check,
        **{name: manifest.counts.get(label, 0) for name, label in counted.items()},
    }


def _bring(file: BroughtFile) -> None:
    with pieces_opened(file) as data, transaction.atomic():
        _bringing_check(file)
        outcome = club_import(
            archive=ArchiveReader(data),
            passphrase=file.passphrase.open(),
            address=file.address,
            name=file.name,
            owner=file.user,
            progress=_Shown(file),
        )
        accounts = [[user.username, told] for user, told in outcome.accounts if user.is_active]
        _store(file, state=BringingState.HERE, club=outcome.club, accounts=accounts, passphrase=Sealed())
        file.pieces.all().delete()


_WORK = {BringingState.CHECKING: _check, BringingState.BRINGING: _bring}


def _end(file: BroughtFile, no: Refused) -> None:
    """Store why a file was refused. Its page asks again for what can be put right there."""
    again = file.state == BringingState.BRINGING and no.field != "file"
    state = BringingState.READY if again else BringingState.REFUSED
    with transaction.atomic():
        _store(file, state=state, passphrase=Sealed(), fault=str(no)[:500])
        if not again:
            file.pieces.all().delete()


class _Shown:
    """Stores how many parts of a file are done, for its page."""

    def __init__(self, file: BroughtFile) -> None:
        self._key = _progress_key(file.pk)

    def __call__(self, done: int, total: int) -> None:
        cache.set(self._key, (done, total), LONGEST_RUN.total_seconds())


def bringing_progress(file: BroughtFile) -> tuple[int, int]:
    """Return the number of finished parts and the number of all parts: 0 and 1 as long as nothing is known."""
    found: tuple[int, int] = cache.get(_progress_key(file.pk)) or (0, 1)
    return found


def _progress_key(file_id: int) -> str:
    return f"brought-file:{file_id}"


def brought_files_sweep() -> None:
    """Do the work whose job was lost, give up work that was interrupted, and delete yesterday's files."""
    now = timezone.now()
    BroughtFile.objects.filter(sent_at__lt=now - KEPT).exclude(state=BringingState.BRINGING).delete()
    for file in BroughtFile.objects.filter(begun_at__lt=now - LONGEST_RUN, state__in=_WORK):
        _end(file, Refused(NOT_BROUGHT, "file"))
    for pk in BroughtFile.objects.filter(begun_at=None, state__in=_WORK).values_list("pk", flat=True):
        file_work(pk)
