"""Text that the database keeps encrypted: the model field, its values and the keys (decision 063).

The keys are in the setting `DEAL_KEYS`, outside the database. The first one seals; all of them open.
"""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import models

from clubsite.core.refused import Refused

KEY_MISSING = (
    "The cards are sealed with a key that this server does not have. Whoever keeps the site puts the key back "
    "(docs/operations.md, “The key for unopened boards”)."
)


class KeyMissing(Refused):
    """Raised for sealed text that none of the keys opens, because the key is lost or the text was changed."""

    def __init__(self) -> None:
        super().__init__(KEY_MISSING)


@dataclass(frozen=True, slots=True)
class Sealed:
    """Encrypted text. An instance is false if the text is empty. Printing it does not show the text."""

    token: str = ""

    @classmethod
    def of(cls, text: str) -> Self:
        """Seal `text` with the newest key. Empty text stays empty."""
        return cls(bytes_sealed(text.encode()).decode() if text else "")

    def open(self) -> str:
        """Return the text. Raise KeyMissing if no key opens it."""
        if not self.token:
            return ""
        return bytes_opened(self.token.encode()).decode()

    def sealed_again(self) -> Self:
        """Return the same text, sealed with the newest key. Raise KeyMissing if no key opens it."""
        return type(self).of(self.open())

    def is_lost(self) -> bool:
        """True if none of this server's keys opens the text."""
        try:
            self.open()
        except KeyMissing:
            return True
        return False

    def __bool__(self) -> bool:
        return bool(self.token)

    def __str__(self) -> str:
        return "sealed" if self.token else ""

    def __repr__(self) -> str:
        return f"<Sealed {'text' if self.token else 'nothing'}>"


class SealedTextField(models.TextField):
    """Text that the database holds encrypted. Its value is a `Sealed`, never the text itself.

    A query can only ask whether the text is empty, because sealing equal texts gives different tokens.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"blank": True, "editable": False})

    def get_default(self) -> Sealed:
        return Sealed()

    def from_db_value(self, value: str | None, *args: Any) -> Sealed | None:
        return None if value is None else Sealed(value)

    def to_python(self, value: Any) -> Sealed:
        return value if isinstance(value, Sealed) else Sealed(value or "")

    def get_prep_value(self, value: Any) -> str:
        """Return what is stored. Raise TypeError for clear text, which has to be sealed first."""
        if isinstance(value, Sealed):
            return value.token
        if value == "":
            return ""
        raise TypeError(f"{self.name} takes a Sealed, not clear text.")

    def get_lookup(self, lookup_name: str) -> Any:
        return super().get_lookup(lookup_name) if lookup_name == "exact" else None

    def value_to_string(self, obj: models.Model) -> str:
        return self.value_from_object(obj).token


def bytes_sealed(data: bytes) -> bytes:
    """Return `data` sealed with the newest key."""
    return _keys(tuple(settings.DEAL_KEYS)).encrypt(data)


def bytes_opened(token: bytes) -> bytes:
    """Return the sealed data. Raise KeyMissing if no key opens it."""
    try:
        return _keys(tuple(settings.DEAL_KEYS)).decrypt(token)
    except InvalidToken:
        raise KeyMissing from None


@lru_cache(maxsize=8)
def _keys(texts: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(urlsafe_b64encode(_derived(text))) for text in texts])


def _derived(text: str) -> bytes:
    """Return the 32 bytes of the key derived from its text in the settings."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"clubsite: cards").derive(text.encode())
