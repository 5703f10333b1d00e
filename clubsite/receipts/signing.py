"""Signing receipts with Ed25519. Each signing key is derived from a key in `DEAL_KEYS`, outside the database."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from clubsite.chains.facts import canonical


def receipt_signed(says: dict[str, Any]) -> dict[str, str]:
    """Return a receipt: its text, and a signature of that text made with the newest key."""
    text = canonical(says)
    return {
        "text": text,
        "signature": urlsafe_b64encode(_keys(tuple(settings.DEAL_KEYS))[0].sign(text.encode())).decode(),
    }


def receipt_read(text: str, signature: str) -> dict[str, Any] | None:
    """Return the content of a receipt, or None if it was not signed with one of this server's keys."""
    try:
        signed = urlsafe_b64decode(signature)
    except (NotBase64, ValueError):
        return None
    if not any(_signed_by(key, text, signed) for key in _keys(tuple(settings.DEAL_KEYS))):
        return None
    says: dict[str, Any] = json.loads(text)
    return says


def _signed_by(key: Ed25519PrivateKey, text: str, signed: bytes) -> bool:
    try:
        key.public_key().verify(signed, text.encode())
    except (InvalidSignature, UnicodeEncodeError):  # the second: half of a surrogate pair
        return False
    return True


@lru_cache(maxsize=8)
def _keys(texts: tuple[str, ...]) -> list[Ed25519PrivateKey]:
    return [Ed25519PrivateKey.from_private_bytes(_derived(text)) for text in texts]


def _derived(text: str) -> bytes:
    """Return the 32 bytes of the signing key derived from a key's text."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"clubsite: receipts").derive(text.encode())
