"""The boards of an event, encrypted for its servers with AES-256-GCM until a heat starts."""

import json
import secrets
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from clubsite.core.base64url import base64url, from_base64url
from games.deals import Deal
from games.errors import BadDeal

NONCE_BYTES = 12
WRONG_KEY = "This key does not open the boards of the event. Read it again, or ask the organiser."
KEY_CHARACTERS = 52


class NotUnsealed(Exception):
    """Boards that cannot be read, or a key that is none. Its text is a sentence for people."""


def boards_key(secret: str, event_id: str) -> str:
    """Return the key of an event's boards, in hexadecimal digits. The secret does not follow from it."""
    info = f"event boards: {event_id}".encode()
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(bytes.fromhex(secret)).hex()


def boards_sealed(deals: Mapping[int, Deal], *, key: str, event_id: str, nonce: bytes | None = None) -> str:
    """Return the boards, encrypted, as base64url. Only tests give a `nonce`."""
    nonce = nonce or secrets.token_bytes(NONCE_BYTES)
    text = json.dumps([deals[number].to_setup(number) for number in sorted(deals)], separators=(",", ":"))
    return base64url(nonce + AESGCM(bytes.fromhex(key)).encrypt(nonce, text.encode(), event_id.encode()))


def boards_unsealed(sealed: str, *, key: str, event_id: str) -> dict[int, Deal]:
    """Return the deals of encrypted boards, by number. Raise NotUnsealed if the key does not open them."""
    try:
        data = from_base64url(sealed.encode())
        text = AESGCM(bytes.fromhex(key)).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], event_id.encode())
        return {int(setup["board"]): Deal.from_setup(setup) for setup in json.loads(text)}
    except InvalidTag:
        raise NotUnsealed(WRONG_KEY) from None
    except (ValueError, KeyError, TypeError, BadDeal):
        raise NotUnsealed("The boards of the event are damaged. Ask the organiser to send them again.") from None


def key_written(key: str) -> str:
    """Return a key as it is printed in a sealed envelope: 13 groups of four letters and figures."""
    text = b32encode(bytes.fromhex(key)).decode().rstrip("=")
    return " ".join(text[at : at + 4] for at in range(0, KEY_CHARACTERS, 4))


def key_typed(text: str) -> str:
    """Return the key that somebody typed from an envelope. Raise NotUnsealed for any other text.

    Blanks, hyphens and small letters do not matter, and 0, 1 and 8, which no key has, are read as O, I and B.
    """
    wanted = "".join(text.upper().split()).replace("-", "").translate(str.maketrans("018", "OIB"))
    try:
        if len(wanted) != KEY_CHARACTERS:
            raise ValueError
        return b32decode(wanted + "====").hex()
    except (ValueError, NotBase32):
        raise NotUnsealed(f"A key has {KEY_CHARACTERS} letters and figures. Read it again.") from None
