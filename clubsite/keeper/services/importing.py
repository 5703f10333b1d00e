"""Importing a club from a club file in one transaction. Its rows get new keys."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.signals import club_imported
from clubsite.core.ciphers import WRONG_PASSPHRASE, Cipher, passphrase_cipher
from clubsite.core.refused import Refused
from clubsite.core.tokens import unused_code
from clubsite.keeper.clubfile.archive import SCHEMA, UNSOUND, ArchiveReader, FilePart, Progress, Row
from clubsite.keeper.clubfile.values import PARTS
from clubsite.keeper.services.exporting import CHECK
from clubsite.keeper.services.rows import KeysHere, RowStore, account_here
from clubsite.nights.models import Session, SessionStatus, Table
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.rankings.models import Publication
from clubsite.rankings.services.published_rows import rows_of_payload, rows_store
from clubsite.scores.services.entries import scoring_request
from clubsite.season.services.standings import awards_renew_all

Step = Callable[[str, Row], tuple[str, Row] | None]
STEPS: dict[int, Step] = {}
"""The step from each version to the next. There is one for every version below `SCHEMA`."""


def upgraded(
    rows: Iterator[tuple[str, Row]], schema: int, *, steps: Mapping[int, Step] = STEPS, to: int = SCHEMA
) -> Iterator[tuple[str, Row]]:
    """Yield rows of version `schema` as rows of the version `to`."""
    for label, row in rows:
        entry: tuple[str, Row] | None = (label, row)
        for version in range(schema, to):
            if entry is not None:
                entry = steps[version](*entry)
        if entry is not None:
            yield entry


TAKEN = (
    "A club of this site has the {0} {1}. If it is this club, it is here already. Otherwise give the club that comes "
    "another {0}. Nothing was changed."
)
TOO_LONG = "Reading {} takes longer than any night of a club would. Nothing was changed."
LONGEST_PART = 240  # seconds of the processor
HERE_ALREADY = "The night {} of this file is on this site already, in the club {}. A club is brought here once only."


@dataclass(slots=True)
class ImportOutcome:
    """The result of an import. `accounts` pairs each new account with its sign-in name in the file."""

    club: Club
    accounts: list[tuple[User, str]]


def club_import(
    *,
    archive: ArchiveReader,
    passphrase: str,
    address: str = "",
    name: str = "",
    owner: User | None = None,
    same_keeper: bool = False,
    progress: Progress | None = None,
) -> ImportOutcome:
    """Bring the club of a checked archive here. `address` and `name` replace its own, and `owner` becomes an owner.

    Whoever made the file could write anything into it. Only for the `same_keeper` of both sites are roles, the accounts
    of people, confirmed addresses and the times of deals taken from it.

    Raise Refused, with nothing changed, if the passphrase is wrong, the club is here already, a part takes too long, or
    anything in the file cannot be stored.
    """
    cipher = file_cipher(passphrase, salt=archive.manifest.salt, check=archive.manifest.check)
    with _faults_refused(), transaction.atomic():
        whole = _Import(archive, cipher, address, name, same_keeper=same_keeper)
        return whole.run(owner, progress or (lambda done, total: None))


def file_cipher(passphrase: str, *, salt: str, check: str) -> Cipher:
    """Return the cipher for a file whose manifest has this salt and check. Raise Refused for a wrong passphrase."""
    cipher = passphrase_cipher(passphrase, salt)
    try:
        known = cipher.decrypt(check, CHECK)
    except InvalidTag:
        known = b""
    if known != CHECK:
        raise Refused(WRONG_PASSPHRASE, "passphrase")
    return cipher


@contextmanager
def _faults_refused() -> Iterator[None]:
    """Raise Refused for a row that the database does not accept, or for JSON in a form that the site does not write."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as fault:
        raise Refused(UNSOUND.format(f"a value has another form, {_first_line(fault)}"), "file") from fault
    except IntegrityError as fault:
        raise Refused(UNSOUND.format(f"the database refuses a row: {_first_line(fault)}"), "file") from None
    except DataError as fault:
        raise Refused(UNSOUND.format(f"the database cannot hold a value: {_first_line(fault)}"), "file") from None


def _first_line(fault: Exception) -> str:
    return (str(fault).splitlines() or [""])[0]


class _Import:
    """One run. The keys of accounts, of the club's own rows and of sessions are kept until the end."""

    def __init__(self, archive: ArchiveReader, cipher: Cipher, address: str, name: str, *, same_keeper: bool) -> None:
        self.archive, self.cipher, self.address, self.name = archive, cipher, address, name
        self.same_keeper, self.at = same_keeper, timezone.now()
        self.keys = KeysHere()
        self.accounts: list[tuple[User, str]] = []
        self.club: Club | None = None

    def run(self, owner: User | None, progress: Progress) -> ImportOutcome:
        parts = self.archive.manifest.parts
        for done, part in enumerate(parts):
            progress(done, len(parts))
            _Part(self, part).run()
        club = self.club
        if club is None:
            raise Refused(UNSOUND.format("it has no club"), "file")
        awards_renew_all(club)
        self._welcome(club, owner)
        club_imported.send(sender=Club, club=club)
        progress(len(parts), len(parts))
        return ImportOutcome(club, self.accounts)

    def _welcome(self, club: Club, owner: User | None) -> None:
        """Make `owner` an owner of the club, and tell its audit log where the club came from."""
        made_at = self.archive.manifest.made_at
        audit_add(club=club, action=AuditAction.CLUB_IMPORTED, user=owner, made_at=str(made_at)[:200])
        if owner is not None:
            membership = Membership.objects.filter(club=club, user=owner).first() or Membership(club=club, user=owner)
            membership.role = Role.OWNER
            membership.save()


class _Part:
    """One part of the file while it is stored. `take`, or `take_` and the label, stores a row of a table."""

    def __init__(self, whole: _Import, part: FilePart) -> None:
        self.whole, self.part, self.keys = whole, part, whole.keys
        self.kept = part.kind != "session"
        self.stores: dict[str, RowStore] = {}
        self.session: Session | None = None
        self.logs: dict[int, list[int]] = {}
        self.publication: Publication | None = None

    def run(self) -> None:
        self.keys.part_begins(self.part.kind)
        allowed = [table.label for table in PARTS[self.part.kind]]
        schema = self.whole.archive.manifest.schema
        at, last, began = 0, "", time.process_time()
        for label, row in upgraded(self.whole.archive.rows(self.part), schema):
            if label not in allowed[at:]:
                raise Refused(UNSOUND.format(f"{self.part.entry} has {label} in another place"), "file")
            self._check_time(began)
            if label != last and last in self.stores:
                self.stores[last].flush()
            at, last = allowed.index(label), label
            take = getattr(self, f"take_{label.replace('.', '_')}", self.take)
            take(self._store(label), self._store(label).read(row))
        self._finish(began)

    def _store(self, label: str) -> RowStore:
        if label not in self.stores:
            table = next(table for table in PARTS[self.part.kind] if table.label == label)
            self.stores[label] = RowStore(table.model, self.keys, self.whole.cipher, kept=self.kept)
        return self.stores[label]

    def take(self, store: RowStore, old_row: Any) -> None:
        store.add(old_row)

    def take_accounts_user(self, store: RowStore, old_row: Any) -> None:
        old, name = old_row.pk, old_row.username
        user, new = account_here(old_row, same_keeper=self.whole.same_keeper)
        self.keys.put(store.label, old, user.pk, kept=True)
        if new:
            self.whole.accounts.append((user, name))

    def take_clubs_club(self, store: RowStore, old_row: Any) -> None:
        old_row.slug, old_row.name = self.whole.address or old_row.slug, self.whole.name or old_row.name
        for field, column, value in (("address", "slug", old_row.slug), ("name", "name", old_row.name)):
            if Club.objects.filter(**{column: value}).exists():
                raise Refused(TAKEN.format(field, value), field)
        self.whole.club = store.add(old_row)
        store.flush()

    def take_nights_session(self, store: RowStore, old_row: Any) -> None:
        there = Session.objects.filter(public_id=old_row.public_id).select_related("club").first()
        if there is not None:
            raise Refused(HERE_ALREADY.format(there, there.club), "file")
        if self.session is not None:
            raise Refused(UNSOUND.format("it has more nights than parts"), "file")
        if old_row.status in IN_PLAY:
            raise Refused(UNSOUND.format("one of its nights is in play"), "file")
        self.session = store.add(old_row)
        store.flush()

    def take_clubs_membership(self, store: RowStore, old_row: Any) -> None:
        if self.whole.same_keeper:
            store.add(old_row)

    def take_clubs_person(self, store: RowStore, old_row: Any) -> None:
        if not self.whole.same_keeper:
            old_row.user_id = None
        store.add(old_row)

    def take_nights_board(self, store: RowStore, old_row: Any) -> None:
        if not self.whole.same_keeper:
            old_row.dealt_at = self.whole.at
        store.add(old_row)

    def take_nights_table(self, store: RowStore, old_row: Any) -> None:
        if Table.objects.filter(code=old_row.code).exists():
            old_row.code = unused_code(Table.objects.all())
        store.add(old_row)

    def take_play_play(self, store: RowStore, old_row: Any) -> None:
        self.logs[old_row.pk] = [old_row.seq, 0]
        store.add(old_row)

    def take_play_playevent(self, store: RowStore, old_row: Any) -> None:
        log = self.logs.get(old_row.play_id, [0, 0])
        log[1] += 1
        if old_row.seq != log[1] or old_row.seq > log[0]:
            raise Refused(UNSOUND.format("the log of a play is not whole"), "file")
        store.add(old_row)

    def take_rankings_publication(self, store: RowStore, old_row: Any) -> None:
        row = store.add(old_row)
        newest = self.publication
        if newest is None or (row.version, row.withdrawn) > (newest.version, newest.withdrawn):
            self.publication = row

    def _finish(self, began: float) -> None:
        for store in self.stores.values():
            store.flush()
        if any(last not in (0, seq) for seq, last in self.logs.values()):  # 0: retention deleted the log
            raise Refused(UNSOUND.format("the log of a play is not whole"), "file")
        for store in self.stores.values():
            store.finish_later()
        if self.session is not None and self.session.status != SessionStatus.DRAFT:
            scoring_request(self.session.pk)
        if self.publication is not None and not self.publication.withdrawn:
            rows_store(rows_of_payload(self.publication))
        self._check_time(began)

    def _check_time(self, began: float) -> None:
        if time.process_time() - began > LONGEST_PART:
            raise Refused(TOO_LONG.format(self.part.entry), "file")
