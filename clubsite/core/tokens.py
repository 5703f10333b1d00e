"""Secrets in cookies and links, stored only as hashes, and ids of things that a page makes only once."""

import base64
import hashlib
import secrets
from base64 import b32decode, b32encode
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

PUBLIC_ALPHABET, PUBLIC_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12

# Six characters that can be read aloud in a noisy room: no 0/O, 1/I/L, 5/S, 2/Z, 8/B.
CODE_ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"


def new_token() -> str:
    """Return a URL-safe token of 160 random bits."""
    return secrets.token_urlsafe(20)


def hash_token(token: str) -> str:
    """Return the hex SHA-256 of a token. Tokens are random, so no salt or stretching is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def name_mark(name: str) -> str:
    """Return the text that a cookie contains in place of a name, so that nobody can read the name on the device."""
    return salted_hmac("known name", name, algorithm="sha256").hexdigest()[:20]


def new_code(length: int = 6) -> str:
    """Return a table code that is easy to read from a card and to type."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def unused_code(rows: QuerySet[Any], length: int = 6) -> str:
    """Return a table code that none of these rows has. Old codes are kept, so in time a random one may be taken."""
    while rows.filter(code=(code := new_code(length))).exists():
        pass
    return code


def new_public_id() -> str:
    """Return an id for URLs that nobody can guess: 60 random bits, in lower case."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(PUBLIC_LENGTH))


def letters_written(data: bytes, between: str) -> str:
    """Return the bytes as groups of four letters and digits (base32) that a person can type."""
    text = b32encode(data).decode().rstrip("=")
    return between.join(text[at : at + 4] for at in range(0, len(text), 4))


def letters_typed(text: str) -> str:
    """Return typed letters in capitals only. The digits 0, 1 and 8, which base32 lacks, become O, I and B."""
    return "".join(text.upper().split()).replace("-", "").translate(str.maketrans("018", "OIB"))


def letters_read(text: str) -> bytes:
    """Return the bytes that typed letters stand for. Raise ValueError for any other text."""
    letters = letters_typed(text)
    return b32decode(letters + "=" * (-len(letters) % 8))


def idempotency_key(request: HttpRequest) -> str:
    """Return the key in the submitted form (`{% idempotency_key %}`), or "" if the form has none."""
    return request.POST.get("idempotency_key", "")


def idempotent_public_id(key: str, *facts: object) -> str:
    """Return the id of the object that a page creates. Submitting a page twice with the same data gives the same id.

    Without a key (see `idempotency_key`) the id is new. Nobody can use a key to choose an id.
    """
    if not key:
        return new_public_id()
    number, letters = int.from_bytes(_digest(key, *facts)), ""
    while len(letters) < PUBLIC_LENGTH:
        number, at = divmod(number, len(PUBLIC_ALPHABET))
        letters += PUBLIC_ALPHABET[at]
    return letters


def idempotent_token(key: str, *facts: object) -> str:
    """Return a secret made from the page's key, which is then secret too. A page submitted twice gets the same one."""
    return base64.urlsafe_b64encode(_digest(key, *facts)[:20]).decode().rstrip("=") if key else new_token()


def _digest(key: str, *facts: object) -> bytes:
    return salted_hmac("made once by a page", repr((key, *facts)), algorithm="sha256").digest()
