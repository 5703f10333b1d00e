"""Text that the database keeps encrypted: the model field, its values and the keys (decision 063).

The keys are in the setting `DEAL_KEYS`, outside the database. The first one seals; any of them can open. A text is
sealed for its table, column and row, and cannot be opened anywhere else.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial, reduce
from typing import Any, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.db.models.query_utils import DeferredAttribute

from clubsite.core.ciphers import Cipher
from clubsite.core.refused import Refused

KEY_MISSING = (
    "The cards are sealed with a key that this server does not have. Whoever keeps the site puts the key back "
    "(docs/operations.md, “The key for unopened boards”)."
)


class KeyMissing(Refused):
    """Raised for sealed text that none of the keys opens: the key is lost, or the text was changed or moved."""

    def __init__(self) -> None:
        super().__init__(KEY_MISSING)


@dataclass(frozen=True, slots=True)
class Sealed:
    """Encrypted text of one row. An instance is false if the text is empty. Printing it does not show the text.

    Read it from its row, which gives it its `place`. `clear` is a text that the row has not sealed yet.
    """

    token: str = ""
    clear: str = ""
    place: Callable[[], bytes] | None = field(default=None, compare=False)

    @classmethod
    def of(cls, text: str) -> Self:
        """Return `text` as a value that its row seals with the newest key when the row is stored."""
        return cls(clear=text)

    def open(self) -> str:
        """Return the text. Raise KeyMissing if no key opens it at its place."""
        return bytes_opened(self.token, self.aad()).decode() if self.token else self.clear

    def aad(self) -> bytes:
        """Return the name of the text's place. Raise TypeError for a value that was not read from a row."""
        if self.place is None:
            raise TypeError("Only its row opens or seals a text.")
        return self.place()

    def stored(self) -> Self:
        """Return the value as its row stores it, sealed."""
        return replace(self, token=bytes_sealed(self.clear.encode(), self.aad()), clear="") if self.clear else self

    def is_lost(self) -> bool:
        """True if none of this server's keys opens the text at its place."""
        try:
            self.open()
        except KeyMissing:
            return True
        return False

    def __bool__(self) -> bool:
        return bool(self.token or self.clear)

    def __str__(self) -> str:
        return "sealed" if self else ""

    def __repr__(self) -> str:
        return f"<Sealed {'text' if self else 'nothing'}>"


class SealedAttribute(DeferredAttribute):
    """The attribute of a row for a sealed column. It tells each value which row it is read from."""

    field: "SealedTextField"

    def __get__(self, row: Any, cls: Any = None) -> Any:
        value = super().__get__(row, cls)
        return replace(value, place=partial(self.field.place_of, row)) if isinstance(value, Sealed) else value

    def __set__(self, row: Any, value: Any) -> None:
        row.__dict__[self.field.attname] = value


class SealedTextField(models.TextField):
    """Text that the database holds encrypted. Its value is a `Sealed`, never the text itself.

    `place` has the paths to the values that identify a row. A text opens only if they are the same as when it was
    sealed. A query can only ask whether the text is empty, because sealing equal texts gives different tokens.
    """

    descriptor_class = SealedAttribute

    def __init__(self, *args: Any, place: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"blank": True, "editable": False})
        self.place = tuple(place)

    def place_of(self, row: models.Model) -> bytes:
        """Return the name of this column of a row: table, column and the row's place."""
        values = [str(reduce(getattr, path.split("__"), row)) for path in self.place]
        return json.dumps([self.model._meta.db_table, self.name, *values]).encode()

    def pre_save(self, row: models.Model, add: bool) -> Sealed:
        """Seal the text of a row that is being stored."""
        setattr(row, self.attname, getattr(row, self.attname).stored())
        return super().pre_save(row, add)

    def get_default(self) -> Sealed:
        return Sealed()

    def from_db_value(self, value: str | None, *args: Any) -> Sealed | None:
        return None if value is None else Sealed(value)

    def to_python(self, value: Any) -> Sealed:
        return value if isinstance(value, Sealed) else Sealed(value or "")

    def get_prep_value(self, value: Any) -> str:
        """Return the value to store. Raise TypeError for clear text, which its row has to seal first."""
        if isinstance(value, Sealed) and not value.clear:
            return value.token
        if value == "":
            return ""
        raise TypeError(f"{self.name} takes a Sealed of its row, not clear text.")

    def get_lookup(self, lookup_name: str) -> Any:
        return super().get_lookup(lookup_name) if lookup_name == "exact" else None

    def value_to_string(self, obj: models.Model) -> str:
        return self.value_from_object(obj).token


def sealed_parents(model: type[models.Model]) -> set[str]:
    """Return the relations that lead to the places of a model's sealed texts, to load them for many rows at once."""
    fields = [field for field in model._meta.concrete_fields if isinstance(field, SealedTextField)]
    return {path.rpartition("__")[0] for field in fields for path in field.place if "__" in path}


def bytes_sealed(data: bytes, place: bytes) -> str:
    return _cipher(tuple(settings.DEAL_KEYS)).encrypt(data, place)


def bytes_opened(token: str, place: bytes) -> bytes:
    """Return the sealed data. Raise KeyMissing if no key opens it at this place."""
    try:
        return _cipher(tuple(settings.DEAL_KEYS)).decrypt(token, place)
    except InvalidTag:
        raise KeyMissing from None


@lru_cache(maxsize=8)
def _cipher(texts: tuple[str, ...]) -> Cipher:
    return Cipher(*map(_derived, texts))


def _derived(text: str) -> bytes:
    """Return the 32-byte key derived from its text in the settings."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"clubsite: cards").derive(text.encode())


LOST_TEXTS = (
    "{} sealed texts cannot be opened, because their key is not among the keys of this server. They are cards, seeds "
    "and solutions of boards that nobody has opened, and the keys of apps that show sign-in codes. Everything else is "
    "here; passkeys and recovery codes work."
)
LOST_TEXTS_REMEDY = (
    "Put the key back. If it is gone for good, run `manage.py deal_keys --give-up`: then nobody knows the cards of "
    "these boards, and these apps are removed."
)
KEY_LOST = f"{LOST_TEXTS} {LOST_TEXTS_REMEDY}"


def sealed_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Yield every model of the site with the name of each of its sealed fields."""
    for model in apps.get_models():
        for column in model._meta.concrete_fields:
            if isinstance(column, SealedTextField):
                yield model, column.name


def sealed_count() -> tuple[int, int]:
    """Return the number of sealed texts, and how many of them no key opens."""
    lost = [getattr(row, name).is_lost() for row, name in sealed_rows()]
    return len(lost), sum(lost)


def seal_again() -> int:
    """Seal all texts with the newest key and return their number. If one is lost, raise KeyMissing and change none."""
    with transaction.atomic():
        count = 0
        for row, name in sealed_rows():
            text = getattr(row, name)
            setattr(row, name, Sealed.of(text.open()))
            rows = type(row)._default_manager.filter(pk=row.pk, **{name: text})
            rows.update(**{name: getattr(row, name).stored()})
            count += 1
    return count


def sealed_rows() -> Iterator[tuple[models.Model, str]]:
    """Yield the rows that hold a sealed text, each with the name of its field."""
    for model, name in sealed_columns():
        rows = model._default_manager.exclude(**{name: ""}).order_by("pk").prefetch_related(*sealed_parents(model))
        yield from ((row, name) for row in rows.iterator(chunk_size=1000))
