"""Writing a club file: all data of one club at one moment, while other people go on working."""

import secrets
from collections.abc import Iterator
from typing import IO, Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.core.ciphers import Cipher
from clubsite.core.passphrases import passphrase_check, passphrase_cipher
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import sealed_parents
from clubsite.core.snapshots import one_moment
from clubsite.installation import site_version
from clubsite.keeper.clubfile.archive import ArchiveWriter, Manifest, Progress, part_names
from clubsite.keeper.clubfile.tables import MAP, PARTS, FileTable, file_fields, references
from clubsite.keeper.clubfile.values import value_written
from clubsite.nights.models import Session
from clubsite.nights.selectors.sessions import IN_PLAY

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
            self.writer.part(name, (self._table(table, key) for table in PARTS[kind]))
        self.writer.part("accounts", [self._accounts()])
        progress(len(names), len(names))
        return self.writer.finish(
            made_at=timezone.now().isoformat(),
            version=site_version(),
            club={"name": self.club.name, "slug": self.club.slug},
            addresses=self.addresses,
            salt=self.salt,
            check=self.cipher.encrypt(CHECK, CHECK),
        )

    def _table(self, table: FileTable, key: int) -> tuple[str, list[str], Iterator[list[Any]]]:
        fields = file_fields(table.model)
        return table.label, [field.name for field in fields], self._rows(table, fields, key)

    def _rows(self, table: FileTable, fields: list[Any], key: int) -> Iterator[list[Any]]:
        users = [fields.index(field) for field, label in references(table.model) if label == "accounts.user"]
        rows = table.model._base_manager.filter(table.of(key)).order_by(*MAP[table.model].in_order)
        for one in rows.prefetch_related(*sealed_parents(table.model)).iterator(chunk_size=ROWS_AT_ONCE):
            row = [getattr(one, field.attname) for field in fields]
            self.users.update(row[place] for place in users if row[place] is not None)
            yield [value_written(value, self.cipher) for value in row]

    def _accounts(self) -> tuple[str, list[str], Iterator[list[Any]]]:
        fields = file_fields(User)
        return "accounts.user", [field.name for field in fields], self._accounts_rows(fields)

    def _accounts_rows(self, fields: list[Any]) -> Iterator[list[Any]]:
        users = sorted(self.users)
        for at in range(0, len(users), ROWS_AT_ONCE):
            for user in User.objects.filter(pk__in=users[at : at + ROWS_AT_ONCE]).order_by("pk"):
                user.email = user.email if self.addresses else ""
                yield [value_written(getattr(user, field.attname), self.cipher) for field in fields]
