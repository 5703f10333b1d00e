"""Compact JWS (RFC 7515) with Ed25519 (RFC 8037), as documents of an event are signed.

The signature is over the bytes as they were sent, which are never written again to be checked.
"""

import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from clubsite.core.base64url import base64url, from_base64url
from clubsite.event_documents.messages.faults import BadDocument

NOT_SIGNED = "This is not a signed document of an event. Choose a file that the other server has made."
WRONG_SIGNATURE = "The signature does not fit: the document was changed, or is not from the server that it names."


def new_signing_key() -> str:
    """Return a new private key, in hexadecimal digits."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_key_of(signing_key: str) -> str:
    """Return the public key to a private key, as base64url."""
    return base64url(_private(signing_key).public_key().public_bytes_raw())


def jws_signed(payload: bytes, signing_key: str) -> bytes:
    """Return a compact JWS of the payload. Its header names the public key as `kid`."""
    header = json.dumps({"alg": "EdDSA", "kid": public_key_of(signing_key)}, separators=(",", ":"))
    signed = f"{base64url(header.encode())}.{base64url(payload)}"
    return f"{signed}.{base64url(_private(signing_key).sign(signed.encode()))}".encode()


def jws_opened(document: bytes) -> tuple[str, bytes]:
    """Return the public key that signed a compact JWS, and its payload. Raise BadDocument if it does not fit."""
    parts = document.split(b".")
    if len(parts) != 3:
        raise BadDocument(NOT_SIGNED)
    header, payload, signature = (_opened(part) for part in parts)
    try:
        told = json.loads(header)
        algorithm, key, critical = told.get("alg"), told.get("kid"), "crit" in told
    except (ValueError, AttributeError, RecursionError):
        raise BadDocument(NOT_SIGNED) from None
    if algorithm != "EdDSA" or critical or not isinstance(key, str) or len(key) != 43:
        raise BadDocument("The document is not signed by EdDSA with the key that its header names as “kid”.")
    try:
        public = Ed25519PublicKey.from_public_bytes(_opened(key.encode("ascii", "replace")))
        public.verify(signature, parts[0] + b"." + parts[1])
    except (InvalidSignature, ValueError):
        raise BadDocument(WRONG_SIGNATURE) from None
    return key, payload


def _opened(part: bytes) -> bytes:
    try:
        return from_base64url(part)
    except ValueError:
        raise BadDocument(NOT_SIGNED) from None


def _private(signing_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(signing_key))
