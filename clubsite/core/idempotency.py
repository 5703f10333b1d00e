"""A button pressed twice: what a page makes has an id that the page itself decides."""

import base64

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubsite.core.tokens import PUBLIC_ALPHABET, PUBLIC_LENGTH, new_public_id, new_token


def once_of(request: HttpRequest) -> str:
    """The own word of the page that was sent (`{% idempotency_key %}`); empty for none."""
    return request.POST.get("once", "")


def public_id_once(once: str, *facts: object) -> str:
    """The id of what a page makes: the same page with the same facts, sent twice, means the same thing.

    `once` is the page's own word (see `once_of`), empty for none: then the id is new. Nobody can choose an id by it.
    """
    if not once:
        return new_public_id()
    number, letters = int.from_bytes(_once(once, *facts)), ""
    while len(letters) < PUBLIC_LENGTH:
        number, at = divmod(number, len(PUBLIC_ALPHABET))
        letters += PUBLIC_ALPHABET[at]
    return letters


def token_once(once: str, *facts: object) -> str:
    """A secret in the same way, so that a page that is sent twice is told the same one: its word is a secret too."""
    return base64.urlsafe_b64encode(_once(once, *facts)[:20]).decode().rstrip("=") if once else new_token()


def _once(once: str, *facts: object) -> bytes:
    return salted_hmac("made once by a page", repr((once, *facts)), algorithm="sha256").digest()
