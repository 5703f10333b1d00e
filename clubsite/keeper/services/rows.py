"""Storing rows of a club file exactly as they are, but with new keys, and many at a time."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, count
from typing import Any

from cryptography.exceptions import InvalidTag
from django.apps import apps
from django.db import connection
from django.db.models import Min, Model, prefetch_related_objects
from django.utils import timezone

from clubsite.accounts.models import Device, User, name_key
from clubsite.core.ciphers import Cipher
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed, SealedTextField, sealed_parents
from clubsite.core.tokens import hash_token, new_token
from clubsite.keeper.clubfile.archive import UNSOUND, ArchiveReader, Row
from clubsite.keeper.clubfile.values import LATER, MAP, BadValue, file_fields, references, value_read, with_new_keys

SEALED_ELSEWHERE = "{} of {} is sealed with another passphrase, or for another row"
DEVICE = "accounts.device"
OF_THE_CLUB = {"accounts.user", DEVICE, "nights.session"}
"""Models whose keys a later part may name, beside those of the part `club`."""


class KeysHere:
    """The keys that rows of a club file have here, by the label of their model and the key in the file."""

    def __init__(self) -> None:
        self._club: dict[str, dict[int, int]] = defaultdict(dict)
        self._part: dict[str, dict[int, int]] = defaultdict(dict)
        self._gone: dict[tuple[str, int], int] = {}
        self._least = least_key()

    def part_begins(self, kind: str) -> None:
        """Forget the keys of the last session, which no other part names."""
        if kind == "session":
            self._part.clear()

    def put(self, label: str, old: int, new: int, *, kept: bool) -> None:
        """Note a row's key. With `kept`, later parts may name the row."""
        (self._club if kept or label in OF_THE_CLUB else self._part)[label][old] = new

    def of(self, label: str, old: Any) -> int:
        """Return the key here. Raise Refused if the file does not have the row before it is named."""
        if not isinstance(old, int) or isinstance(old, bool):
            raise Refused(UNSOUND.format(f"a key of {label} is no number"), "file")
        new = self._part[label].get(old) or self._club[label].get(old)
        if new is None and label == DEVICE:
            new = Device.objects.create(token_hash=hash_token(new_token())).pk
            self._club[DEVICE][old] = new
        if new is None:
            raise Refused(UNSOUND.format(f"{label} {old} is named and not there"), "file")
        return new

    def of_gone(self, label: str, old: int) -> int:
        """Return the key here. For a row that is gone, it is always the same one that nothing here has or names."""
        known = self._part[label].get(old) or self._club[label].get(old)
        if known is None:
            known = self._gone.setdefault((label, old), self._least - 1 - len(self._gone))
        return known


def least_key() -> int:
    """Return the least key that a row without a constraint names here, at most 0."""
    least = [0]
    for model in apps.get_models():
        names = [field.name for field, _ in references(model) if not getattr(field, "db_constraint", True)]
        if names:
            minima = model._base_manager.aggregate(**{f"least_{name}": Min(name) for name in names})
            least += [value for value in minima.values() if value is not None]
    return min(least)


class RowStore:
    """Stores the rows of one table, many at a time."""

    def __init__(self, model: type[Model], keys: KeysHere, cipher: Cipher, *, kept: bool) -> None:
        self.model, self.keys, self.cipher, self.kept = model, keys, cipher, kept
        self.label = model._meta.label_lower
        self.fields = file_fields(model)
        self.refers = {field.name: label for field, label in references(model)}
        self.own_key = model._meta.pk is not None and model._meta.pk.name not in self.refers
        self.waiting: list[tuple[int, Any]] = []
        self.named: set[int] = set()
        self.later: list[tuple[int, str, int]] = []

    def read(self, row: Row) -> Any:
        """Return an unsaved instance with the keys that it has in the file. Raise Refused for an impossible row."""
        if set(row) != {field.name for field in self.fields}:
            raise Refused(UNSOUND.format(f"the columns of {self.label} are others"), "file")
        instance = self.model()
        for field in self.fields:
            try:
                setattr(instance, field.attname, self._value(field, row[field.name]))
            except BadValue as bad:
                raise Refused(UNSOUND.format(f"{field.name} of {self.label} {bad}"), "file") from None
        return instance

    def _value(self, field: Any, value: Any) -> Any:
        if field.name not in self.refers and not field.primary_key:
            return value_read(field, value)
        if value is None and field.null:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadValue("is no key")
        return value

    def add(self, old_row: Any) -> Any:
        """Give an instance from `read` its keys here, and store it with the next ones. Return it."""
        old = old_row.pk
        if old in self.named or any(key in self.named for key in self._own_references(old_row)):
            self.flush()
        row = self._with_keys(old_row)
        self.waiting.append((old, row))
        self.named.add(old)
        if len(self.waiting) >= self._batch():
            self.flush()
        return row

    def _own_references(self, old_row: Any) -> list[int]:
        own = [field.attname for field in self.fields if self.refers.get(field.name) == self.label]
        return [getattr(old_row, name) for name in own]

    def _with_keys(self, old_row: Any) -> Any:
        row: Any = self.model()
        new = self.keys.of
        for field in self.fields:
            value = getattr(old_row, field.attname)
            if field.name in self.refers and value is not None:
                if (self.label, field.name) in LATER:
                    self.later.append((old_row.pk, field.attname, value))
                    value = None
                elif getattr(field, "db_constraint", True):
                    value = new(self.refers[field.name], value)
                else:
                    value = self.keys.of_gone(self.refers[field.name], value)
            elif field.name not in self.refers:
                try:
                    value = with_new_keys(self.label, field.name, value, new)
                except (KeyError, TypeError, AttributeError, ValueError):
                    raise Refused(UNSOUND.format(f"{field.name} of {self.label} has another form"), "file") from None
            setattr(row, field.attname, value)
        if self.own_key:
            row.pk = None
        for name in ("token_hash", "key_hash"):
            if name in MAP[self.model].left_out:
                setattr(row, name, hash_token(new_token()))
        return row

    def _batch(self) -> int:
        return min(500, connection.ops.bulk_batch_size(self.model._meta.concrete_fields, [None] * 500))

    def flush(self) -> None:
        """Store the waiting rows exactly as they are: no column is set to the present time, and no signal is sent."""
        if not self.waiting:
            return
        pk, rows = self.model._meta.pk, [row for _, row in self.waiting]
        fields = [field for field in self.model._meta.concrete_fields if not (self.own_key and field.primary_key)]
        prefetch_related_objects(rows, *sealed_parents(self.model))
        for field in self.model._meta.concrete_fields:
            sealed = isinstance(field, SealedTextField)
            if sealed or field.name in ("name_key", "name_order", "name"):
                for row in rows:
                    if sealed:
                        self._open(row, field)
                    field.pre_save(row, add=True)
        manager: Any = self.model._base_manager.get_queryset()
        new_keys = manager._insert(
            rows, fields, using=manager.db, returning_fields=[pk] if self.own_key else None, raw=True
        )
        for place, (old, row) in enumerate(self.waiting):
            if self.own_key:
                row.pk = new_keys[place][0]
            self.keys.put(self.label, old, row.pk, kept=self.kept)
        self.waiting, self.named = [], set()

    def _open(self, row: Any, field: Any) -> None:
        """Open a row's sealed text, which the file binds to the row's place as the database does."""
        token = getattr(row, field.attname)
        try:
            text = self.cipher.decrypt(token, field.place_of(row)).decode() if token else ""
        except InvalidTag:
            raise Refused(UNSOUND.format(SEALED_ELSEWHERE.format(field.name, self.label)), "file") from None
        setattr(row, field.attname, Sealed.of(text))

    def finish_later(self) -> None:
        """Set the columns that name rows further down in the part."""
        for old, name, value in self.later:
            label = self.refers[name.removesuffix("_id")]
            pk = self.keys.of(self.label, old)
            self.model._base_manager.filter(pk=pk).update(**{name: self.keys.of(label, value)})
        self.later = []


LONGEST_NAME = 150


def roles_told(archive: ArchiveReader) -> Iterator[tuple[str, str, User | None]]:
    """Yield each role in a checked file, its account's sign-in name there, and the account here for the same keeper."""
    accounts = {row["id"]: row for label, row in _rows(archive, "accounts") if label == "accounts.user"}
    for label, row in _rows(archive, "club"):
        if label == "clubs.membership":
            old_row = accounts[row["user"]]
            made = datetime.datetime.fromisoformat(old_row["date_joined"])
            yield row["role"], old_row["username"], _known(old_row["username"], made)


def _rows(archive: ArchiveReader, kind: str) -> Iterator[tuple[str, dict]]:
    return (row for part in archive.manifest.parts if part.kind == kind for row in archive.rows(part))


def _known(name: str, made: datetime.datetime) -> User | None:
    return User.objects.filter(name_key=name_key(name), date_joined=made).first()


def account_here(old_row: User, *, same_keeper: bool) -> tuple[User, bool]:
    """Return the account for an account of another site, and whether it is new here.

    For the same keeper it is the same account if it has the same sign-in name and was made at the same microsecond,
    which is so when a club comes back, or when two clubs of one site move. Everybody can write that into a file, so
    otherwise a new one is made, whose address waits to be confirmed. It gets another name if its name is taken.
    Nobody can sign in with it before a password is set.
    """
    if same_keeper:
        known = _known(old_row.username, old_row.date_joined)
        if known is not None:
            return known, False
    else:
        old_row.date_joined, old_row.email, old_row.email_wanted = timezone.now(), "", old_row.email
    old_row.pk, old_row.username = None, _free(old_row.username)
    old_row.set_unusable_password()
    old_row.save(force_insert=True)
    return old_row, True


def _free(name: str) -> str:
    """Return the name, or the first of name-2, name-3 ... that nobody has here."""
    endings = chain([""], (f"-{number}" for number in count(2)))
    tried = (name[: LONGEST_NAME - len(ending)] + ending for ending in endings)
    return next(username for username in tried if not User.objects.filter(name_key=name_key(username)).exists())
