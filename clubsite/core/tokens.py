"""Secrets that live in cookies and links: made long, kept only as hashes."""

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


def name_mark(name: str) -> str:
    """What stands for a name in a cookie: whoever finds the device reads no name there."""
    return salted_hmac("known name", name.casefold(), algorithm="sha256").hexdigest()[:20]


def matches(token: str, token_hash: str) -> bool:
    """Compare in constant time."""
    return constant_time_compare(hash_token(token), token_hash)


def new_code(length: int = 6) -> str:
    """A table code to read from a card and type with thick fingers."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_public_id() -> str:
    """An id for URLs that cannot be counted up: 60 random bits, lower case."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(PUBLIC_LENGTH))
