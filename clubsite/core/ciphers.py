"""Encryption with AES-256-GCM for one place. What was encrypted for one place cannot be decrypted at another."""

import secrets
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from clubsite.core.base64url import base64url, from_base64url

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
