"""Files sealed with a passphrase (scrypt, AES-256-GCM), for sending boards to another place before they are played."""

import json
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from clubsite.core.ciphers import Cipher
from clubsite.core.refused import Refused

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
    told = {"salt": salt, "sealed": passphrase_cipher(passphrase, salt).encrypt(data, PLACE)}
    return MARK + json.dumps(told)[1:].encode() + b"\n"


def is_sealed_file(data: bytes) -> bool:
    """True if `data` is a file made by `file_sealed`."""
    return data.startswith(MARK)


def file_opened(data: bytes, passphrase: str) -> bytes:
    """Return the data from a sealed file. Raise Refused if the passphrase is wrong or missing, or the file damaged."""
    if not passphrase:
        raise Refused("These boards are sealed. Type the passphrase that came with them.", "passphrase")
    try:
        told = json.loads(data)
        salt, sealed = bytes.fromhex(told["salt"]).hex(), str(told["sealed"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(DAMAGED, "file") from None
    try:
        return passphrase_cipher(passphrase, salt).decrypt(sealed, PLACE)
    except InvalidTag:
        raise Refused(WRONG_PASSPHRASE, "passphrase") from None


def passphrase_cipher(passphrase: str, salt: str) -> Cipher:
    """Return the cipher for a passphrase. Deriving its key takes a tenth of a second."""
    return Cipher(Scrypt(salt=salt.encode(), length=32, n=COST, r=8, p=1).derive(passphrase.encode()))
