"""Protection against forms that are submitted twice: the page decides the id of the object that it creates."""

import base64

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubsite.core.tokens import PUBLIC_ALPHABET, PUBLIC_LENGTH, new_public_id, new_token


def idempotency_key(request: HttpRequest) -> str:
    """Return the key in the submitted form (`{% idempotency_key %}`), or "" if the form has none."""
    return request.POST.get("idempotency_key", "")


def idempotent_public_id(key: str, *facts: object) -> str:
    """Return the id of the object that a page creates. Submitting a page twice with the same data gives the same id.

    Without a key (see `idempotency_key`) the id is new. Nobody can use a key to choose an id.
    """
    if not key:
        return new_public_id()
    number, letters = int.from_bytes(_digest(key, *facts)), ""
    while len(letters) < PUBLIC_LENGTH:
        number, at = divmod(number, len(PUBLIC_ALPHABET))
        letters += PUBLIC_ALPHABET[at]
    return letters


def idempotent_token(key: str, *facts: object) -> str:
    """Return a secret made from the key, so that a page submitted twice gets the same secret. This makes the page's
    key a secret too.
    """
    return base64.urlsafe_b64encode(_digest(key, *facts)[:20]).decode().rstrip("=") if key else new_token()


def _digest(key: str, *facts: object) -> bytes:
    return salted_hmac("made once by a page", repr((key, *facts)), algorithm="sha256").digest()
