"""A reply's private link. It is signed and not stored; the reply only counts how many links have been made."""

from django.core import signing
from django.urls import reverse

from clubsite.signups.models import Reply

SALT = "signups.answer"


def answer_path(reply: Reply) -> str:
    """Return the address that opens this reply for anybody who has the address."""
    key = signing.dumps([reply.pk, reply.link_number], salt=SALT)
    return reverse("signups:answer", args=[reply.night.club.slug, key])


def answer_key_read(key: str) -> tuple[int, int]:
    """Return the reply's id and `link_number` from a link, or (0, 0) if the link is forged."""
    try:
        pk, number = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        return 0, 0
    return pk, number
