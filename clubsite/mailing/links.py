"""The links in mails. Each link is signed, does one thing to one request, and grants no other rights."""

from django.core import signing

CONFIRM, STOP = "mailing.confirm", "mailing.stop"
DAYS = 3
"""The number of days for which a link confirms an address."""


def link_token(what: str, request: int) -> str:
    """Return a CONFIRM or STOP token for the request with this id."""
    return signing.dumps(request, salt=what)


def request_of(what: str, token: str) -> int | None:
    """Return the request's id, or None if the token is forged or is too old to confirm anything."""
    try:
        found = signing.loads(token, salt=what, max_age=DAYS * 24 * 3600 if what == CONFIRM else None)
    except signing.BadSignature:
        return None
    return found if isinstance(found, int) else None
