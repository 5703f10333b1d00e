"""Base64url without padding (RFC 4648, section 5)."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode


def base64url(data: bytes) -> str:
    """Return the data as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: bytes) -> bytes:
    """Return the data of base64url without padding. Raise ValueError for text that `base64url` does not make."""
    if not re.fullmatch(rb"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    data = urlsafe_b64decode(text + b"=" * (-len(text) % 4))
    if base64url(data).encode() != text:
        raise ValueError("not base64url")
    return data
