"""Encryption with AES-256-GCM for one place. What was encrypted for one place cannot be decrypted at another."""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: bytes) -> bytes:
    """Return the data of base64url without padding. Raise ValueError for text that `base64url` does not make."""
    if not re.fullmatch(rb"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    data = urlsafe_b64decode(text + b"=" * (-len(text) % 4))
    if base64url(data).encode() != text:
        raise ValueError("not base64url")
    return data


NONCE_BYTES = 12


class Cipher:
    """A cipher with one key or several. The first one encrypts; each is tried for decrypting."""

    def __init__(self, *keys: bytes) -> None:
        self._keys = [AESGCM(key) for key in keys]

    def encrypt(self, data: bytes, place: bytes) -> str:
        """Return `data`, encrypted for a place, as base64url."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return base64url(nonce + self._keys[0].encrypt(nonce, data, place))

    def decrypt(self, token: str, place: bytes) -> bytes:
        """Return the data. Raise InvalidTag if no key decrypts the token at this place."""
        with suppress(ValueError):  # not base64url, or too short
            data = from_base64url(token.encode())
            for key in self._keys:
                with suppress(InvalidTag):
                    return key.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], place)
        raise InvalidTag
