"""Secrets that live in cookies and links: made long, kept only as hashes."""

import base64
import hashlib
import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

PUBLIC_ALPHABET, PUBLIC_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12

# Six characters read aloud across a noisy room: no 0/O, 1/I/L, 5/S, 2/Z, 8/B.
CODE_ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"


def new_token() -> str:
    """160 random bits, URL-safe."""
    return secrets.token_urlsafe(20)


def hash_token(token: str) -> str:
    """Hex SHA-256: the tokens are random, so no salt or stretching is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, token_hash: str) -> bool:
    """Compare in constant time."""
    return constant_time_compare(hash_token(token), token_hash)


def new_code(length: int = 6) -> str:
    """A table code to read from a card and type with thick fingers."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_public_id() -> str:
    """An id for URLs that cannot be counted up: 60 random bits, lower case."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(PUBLIC_LENGTH))


def public_id_once(once: str, *facts: object) -> str:
    """The id of what a page makes: the same page with the same facts, sent twice, means the same thing.

    `once` is the page's own word (`{% once %}`), empty for none: then the id is new. Nobody can choose an id by it.
    """
    if not once:
        return new_public_id()
    number, letters = int.from_bytes(_once(once, *facts)), ""
    while len(letters) < PUBLIC_LENGTH:
        number, at = divmod(number, len(PUBLIC_ALPHABET))
        letters += PUBLIC_ALPHABET[at]
    return letters


def token_once(once: str, *facts: object) -> str:
    """A secret in the same way, so that a page that is sent twice is told the same one: its word is a secret too."""
    return base64.urlsafe_b64encode(_once(once, *facts)[:20]).decode().rstrip("=") if once else new_token()


def _once(once: str, *facts: object) -> bytes:
    return salted_hmac("made once by a page", repr((once, *facts)), algorithm="sha256").digest()
