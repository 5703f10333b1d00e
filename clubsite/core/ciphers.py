"""Encryption with AES-256-GCM, tied to the only place where it can be decrypted, and files sealed with a passphrase."""

import json
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from clubsite.core.refused import Refused


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: bytes) -> bytes:
    """Return the data in unpadded base64url text. Raise ValueError for text that `base64url` would not make."""
    if not re.fullmatch(rb"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    data = urlsafe_b64decode(text + b"=" * (-len(text) % 4))
    if base64url(data).encode() != text:
        raise ValueError("not base64url")
    return data


NONCE_BYTES = 12


class Cipher:
    """A cipher with one or more keys. The first one encrypts; all are tried for decrypting."""

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


SHORTEST_PASSPHRASE = 12
PLACE = b"file"
MARK = b'{"sealed boards": 1, '
"""The beginning of every such file."""
COST = 2**15
"""scrypt's n, with r = 8 and p = 1: 32 MB and about a tenth of a second for each try."""
WRONG_PASSPHRASE = "This passphrase does not open the file. Ask for it again; capitals and blanks count."  # noqa: S105
DAMAGED = "This file of sealed boards is damaged. Ask for it again."


def passphrase_check(passphrase: str) -> None:
    """Raise Refused if the passphrase is too short."""
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise Refused(f"Write a passphrase of at least {SHORTEST_PASSPHRASE} characters.", "passphrase")


def file_sealed(data: bytes, passphrase: str) -> bytes:
    """Return the contents of a file that contains `data`, sealed. Raise Refused if the passphrase is too short."""
    passphrase_check(passphrase)
    salt = secrets.token_hex(16)
    body = {"salt": salt, "sealed": passphrase_cipher(passphrase, salt).encrypt(data, PLACE)}
    return MARK + json.dumps(body)[1:].encode() + b"\n"


def is_sealed_file(data: bytes) -> bool:
    """True if `data` is a file made by `file_sealed`."""
    return data.startswith(MARK)


def file_opened(data: bytes, passphrase: str) -> bytes:
    """Return the data from a sealed file. Raise Refused if the passphrase is wrong or missing or the file damaged."""
    if not passphrase:
        raise Refused("These boards are sealed. Type the passphrase that came with them.", "passphrase")
    try:
        body = json.loads(data)
        salt, sealed = bytes.fromhex(body["salt"]).hex(), str(body["sealed"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(DAMAGED, "file") from None
    try:
        return passphrase_cipher(passphrase, salt).decrypt(sealed, PLACE)
    except InvalidTag:
        raise Refused(WRONG_PASSPHRASE, "passphrase") from None


def passphrase_cipher(passphrase: str, salt: str) -> Cipher:
    """Return the cipher for a passphrase. Deriving its key takes a tenth of a second."""
    return Cipher(Scrypt(salt=salt.encode(), length=32, n=COST, r=8, p=1).derive(passphrase.encode()))
