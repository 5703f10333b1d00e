"""Importing a club from a club file in one transaction. Its rows get new keys, and its chains keep their hashes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.db import DataError, IntegrityError, transaction

from clubsite.accounts.models import User
from clubsite.chains.facts import facts_of
from clubsite.chains.models import ChainLink, Linked, MovedLink
from clubsite.chains.services import moved_note
from clubsite.clubfile.archive import UNSOUND, ArchiveReader, FilePart, Progress
from clubsite.clubfile.keys_in_json import FACTS_WITHOUT_ROW
from clubsite.clubfile.services.accounts import account_here
from clubsite.clubfile.services.exporting import CHECK
from clubsite.clubfile.services.incoming import IncomingChain, IncomingPlay
from clubsite.clubfile.services.rows import KeysHere, RowStore
from clubsite.clubfile.tables import PARTS
from clubsite.clubfile.upgrades import upgraded
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.signals import club_imported
from clubsite.core.passphrases import WRONG_PASSPHRASE, passphrase_box
from clubsite.core.refused import Refused
from clubsite.core.tokens import unused_code
from clubsite.duplicate.models import Session, SessionStatus, Table
from clubsite.play.models import Play
from clubsite.rankings.models import Publication
from clubsite.rankings.services.published_rows import rows_make
from clubsite.scores.services.scoring_requests import scoring_request
from clubsite.season.services.awards import awards_renew_all

TAKEN = (
    "A club of this site has the {0} {1}. If it is this club, it is here already. Otherwise give the club that comes "
    "another {0}. Nothing was changed."
)
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
    progress: Progress | None = None,
) -> ImportOutcome:
    """Bring the club of a checked archive here. `address` and `name` replace its own, and `owner` becomes an owner.

    Raise Refused, with nothing changed, if the passphrase is wrong, the club is here already, or anything in the file
    is not what its hashes say or cannot be stored.
    """
    box = file_box(passphrase, salt=archive.manifest.salt, check=archive.manifest.check)
    with _faults_told(), transaction.atomic():
        return _Import(archive, box, address, name).run(owner, progress or (lambda done, total: None))


def file_box(passphrase: str, *, salt: str, check: str) -> Fernet:
    """Return what opens the sealed values of a file whose manifest has this salt and check. Raise Refused if it is
    another passphrase.
    """
    box = passphrase_box(passphrase, salt)
    try:
        known = box.decrypt(check)
    except InvalidToken:
        known = b""
    if known != CHECK:
        raise Refused(WRONG_PASSPHRASE, "passphrase")
    return box


def club_free_check(*, address: str, name: str) -> None:
    """Raise Refused if a club of this site has this address or this name."""
    for field, column, value in (("address", "slug", address), ("name", "name", name)):
        if Club.objects.filter(**{column: value}).exists():
            raise Refused(TAKEN.format(field, value), field)


def session_new_check(public_id: str) -> None:
    """Raise Refused if a session of this site has this id, so that its club is here already."""
    there = Session.objects.filter(public_id=public_id).select_related("club").first()
    if there is not None:
        raise Refused(HERE_ALREADY.format(there, there.club), "file")


@contextmanager
def _faults_told() -> Iterator[None]:
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

    def __init__(self, archive: ArchiveReader, box: Fernet, address: str, name: str) -> None:
        self.archive, self.box, self.address, self.name = archive, box, address, name
        self.keys = KeysHere()
        self.accounts: list[tuple[User, str]] = []
        self.club: Club | None = None
        self.chains: list[tuple[int, str]] = []

    def run(self, owner: User | None, progress: Progress) -> ImportOutcome:
        parts = self.archive.manifest.parts
        for done, part in enumerate(parts):
            progress(done, len(parts))
            _Part(self, part).run()
        club = self.club
        if club is None:
            raise Refused(UNSOUND.format("it has no club"), "file")
        awards_renew_all(club)
        for chain_id, head in self.chains:
            moved_note(chain_id, head=head)
        self._welcome(club, owner)
        club_imported.send(sender=Club, club=club)
        progress(len(parts), len(parts))
        return ImportOutcome(club, self.accounts)

    def _welcome(self, club: Club, owner: User | None) -> None:
        """Make `owner` an owner of the club, and tell its audit log where the club came from."""
        made_at = self.archive.manifest.made_at
        audit_add(club=club, action=AuditAction.CLUB_IMPORTED, subject=f"made at {made_at}"[:200], user=owner)
        if owner is not None:
            membership = Membership.objects.filter(club=club, user=owner).first() or Membership(club=club, user=owner)
            membership.role = Role.OWNER
            membership.save()


class _Part:
    """One part of the file while it is stored."""

    def __init__(self, whole: _Import, part: FilePart) -> None:
        self.whole, self.part, self.keys = whole, part, whole.keys
        self.kept = part.kind != "session"
        self.stores: dict[str, RowStore] = {}
        self.chain: IncomingChain | None = None
        self.chain_id = 0
        self.session: Session | None = None
        self.plays: dict[int, IncomingPlay] = {}
        self.play_links: dict[int, tuple[str, str]] = {}
        self.moved: list[MovedLink] = []
        self.publication: Publication | None = None

    def run(self) -> None:
        self.keys.part_begins(self.part.kind)
        allowed = [table.label for table in PARTS[self.part.kind]]
        schema = self.whole.archive.manifest.schema
        at, last = 0, ""
        for label, row in upgraded(self.whole.archive.rows(self.part), schema):
            if label not in allowed[at:]:
                raise Refused(UNSOUND.format(f"{self.part.entry} has {label} in another place"), "file")
            if label != last and last in self.stores:
                self.stores[last].flush()
            if self.plays and label not in OF_PLAYS:
                self._finish_plays()
            at, last = allowed.index(label), label
            take = TAKE.get(label, _Part._take)
            take(self, self._store(label), self._store(label).read(row))
        self._finish()

    def _store(self, label: str) -> RowStore:
        if label not in self.stores:
            table = next(table for table in PARTS[self.part.kind] if table.label == label)
            self.stores[label] = RowStore(table.model, self.keys, self.whole.box, kept=self.kept)
        return self.stores[label]

    def _take(self, store: RowStore, told: Any) -> None:
        if isinstance(told, Linked):
            self._linked(store, told)
        else:
            store.add(told)

    def _linked(self, store: RowStore, told: Any, change: Callable[[Any], None] = lambda row: None) -> Any:
        """Store a row that has a link in a chain, and note its facts with the keys of this site."""
        if self.chain is None:
            raise Refused(UNSOUND.format("a chain is missing"), "file")
        salt = self.chain.row(told)
        row = store.add(told, change)
        self.moved.append(MovedLink(link_id=row.chain_link_id, facts=facts_of(row, salt)))
        return row

    def _account(self, store: RowStore, told: Any) -> None:
        old, name = told.pk, told.username
        user, new = account_here(told)
        self.keys.put(store.label, old, user.pk, kept=True)
        if new:
            self.whole.accounts.append((user, name))

    def _chain(self, store: RowStore, told: Any) -> None:
        if self.chain is not None or (told.part_of_id is None) != (self.part.kind == "club"):
            raise Refused(UNSOUND.format("it has more chains than parts"), "file")
        self.chain = IncomingChain(told)
        row = store.add(told)
        store.flush()
        self.chain_id = row.pk
        self.whole.chains.append((row.pk, told.head))

    def _link(self, store: RowStore, told: Any) -> None:
        if self.chain is None:
            raise Refused(UNSOUND.format("a chain is missing"), "file")
        self.chain.link(told)
        store.add(told)

    def _moved_link(self, store: RowStore, told: Any) -> None:
        if self.chain is not None:
            self.chain.moved(told.link_id, told.facts)

    def _club(self, store: RowStore, told: Any) -> None:
        told.slug, told.name = self.whole.address or told.slug, self.whole.name or told.name
        club_free_check(address=told.slug, name=told.name)
        self.whole.club = store.add(told)
        store.flush()

    def _session(self, store: RowStore, told: Any) -> None:
        session_new_check(told.public_id)
        if self.session is not None:
            raise Refused(UNSOUND.format("it has more nights than parts"), "file")
        self.session = store.add(told)
        store.flush()

    def _table(self, store: RowStore, told: Any) -> None:
        if Table.objects.filter(code=told.code).exists():
            told.code = unused_code(Table.objects.all())
        store.add(told)

    def _play(self, store: RowStore, told: Any) -> None:
        def linked(play: Any) -> None:
            self.plays[told.pk] = IncomingPlay(told, play)
            play.link = play.start_link

        store.add(told, linked)

    def _event(self, store: RowStore, told: Any) -> None:
        play = self.plays.get(told.play_id)
        if play is None:
            raise Refused(UNSOUND.format("a log has no play"), "file")
        store.add(told, lambda event: play.event(told, event))

    def _finish_plays(self) -> None:
        """Store the link of each play's last event, which the play's score has too."""
        links = self.chain.without_row().values() if self.chain else ()
        removed = {pk for link in links for pk in link.facts["plays"]}
        for pk, play in self.plays.items():
            play.finish(log_removed=pk in removed)
            self.play_links[pk] = play.told.link, play.link
            play.play.link = play.link
        Play.objects.bulk_update([play.play for play in self.plays.values()], ["link"], batch_size=200)
        self.plays = {}

    def _score(self, store: RowStore, told: Any) -> None:
        there, here = self.play_links.get(told.play_id, ("", ""))

        def linked(entry: Any) -> None:
            if told.play_link == there:
                entry.play_link = here

        self._linked(store, told, linked)

    def _publication(self, store: RowStore, told: Any) -> None:
        row = self._linked(store, told)
        newest = self.publication
        if newest is None or (row.version, row.withdrawn) > (newest.version, newest.withdrawn):
            self.publication = row

    def _finish(self) -> None:
        for store in self.stores.values():
            store.flush()
        if self.plays:
            self._finish_plays()
        for store in self.stores.values():
            store.finish_later()
        if self.chain is not None:
            self._finish_chain(self.chain.finish())
        if self.session is not None and self.session.status != SessionStatus.DRAFT:
            scoring_request(self.session.pk)
        if self.publication is not None and not self.publication.withdrawn:
            rows_make(self.publication)

    def _finish_chain(self, without_row: dict[int, ChainLink]) -> None:
        for old, link in without_row.items():
            facts = FACTS_WITHOUT_ROW[link.kind](link.facts, self.keys.of)
            self.moved.append(MovedLink(link_id=self.keys.of("chains.chainlink", old), facts=facts))
        MovedLink.objects.bulk_create(self.moved, batch_size=500)


OF_PLAYS = ("play.play", "play.playevent")
TAKE: dict[str, Callable[[_Part, RowStore, Any], None]] = {
    "accounts.user": _Part._account,
    "chains.chain": _Part._chain,
    "chains.chainlink": _Part._link,
    "chains.movedlink": _Part._moved_link,
    "clubs.club": _Part._club,
    "duplicate.session": _Part._session,
    "duplicate.table": _Part._table,
    "play.play": _Part._play,
    "play.playevent": _Part._event,
    "scores.scoreentry": _Part._score,
    "rankings.publication": _Part._publication,
}
"""Functions that process the rows of a table before they are stored."""
