"""Encrypted backups: a file that only the key in `BACKUP_KEY` opens, and that cannot be cut or changed unnoticed.

The file is a header (`MAGIC` and a salt) and pieces of `PIECE` bytes, each sealed by AES-GCM. A piece's nonce holds its
number and whether it is the last one, so no piece can be moved, left out or added (the STREAM construction, which age
uses too). Each file has a key of its own, derived from `BACKUP_KEY` and the salt.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from clubsite.core.backup_files import Unsuitable, private_file

MAGIC = b"two-handed-club sealed backup 1\n"
SALT_BYTES, TAG_BYTES = 16, 16
PIECE = 1 << 20
"""Bytes of the backup in one piece."""


def is_sealed(file: Path) -> bool:
    """True if `file` is an encrypted backup. Raise OSError if it cannot be read."""
    with file.open("rb") as source:
        return source.read(len(MAGIC)) == MAGIC


def backup_seal(*, file: Path, to: Path) -> None:
    """Encrypt `file` with `BACKUP_KEY` to the new file `to`. Raise OSError if that fails."""
    private_file(to)
    salt = os.urandom(SALT_BYTES)
    cipher = _cipher(salt)
    with file.open("rb") as source, to.open("r+b") as sealed:
        sealed.write(MAGIC + salt)
        for number, (piece, last) in enumerate(_pieces(source, PIECE)):
            sealed.write(cipher.encrypt(_nonce(number, last), piece, None))


def backup_open(*, file: Path, to: Path) -> None:
    """Decrypt `file` to the new file `to`. Raise Unsuitable if `BACKUP_KEY` does not open it, and OSError."""
    if not settings.BACKUP_KEY:
        raise Unsuitable("it is encrypted. Set BACKUP_KEY to the key with which it was made")
    private_file(to)
    try:
        with file.open("rb") as source, to.open("r+b") as opened:
            source.seek(len(MAGIC))
            cipher = _cipher(source.read(SALT_BYTES))
            for number, (piece, last) in enumerate(_pieces(source, PIECE + TAG_BYTES)):
                opened.write(cipher.decrypt(_nonce(number, last), piece, None))
    except InvalidTag:
        raise Unsuitable("BACKUP_KEY does not open it: it was made with another key, or it is damaged") from None


def _pieces(source: IO[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
    """Yield the pieces of a file, at least one, and whether each is the last."""
    piece = source.read(size)
    while following := source.read(size):
        yield piece, False
        piece = following
    yield piece, True


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _cipher(salt: bytes) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"clubsite: backups")
    return AESGCM(derived.derive(settings.BACKUP_KEY.encode()))
