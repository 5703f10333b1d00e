"""Limits on replies and on the mail they cause, so that nobody fills a night by typing names for fun."""

from django.http import HttpRequest

from clubsite.accounts.models import Device
from clubsite.core.limits import NIGHT_MAILS, REPLIES_OF_ADDRESS, REPLIES_OF_DEVICE, REPLY_MAILS
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token

MOST_PLAYERS = 600
"""Limit for one night, including the waiting list."""


def reply_count(request: HttpRequest, device: Device | None) -> None:
    """Count one more reply. Raise Refused if there are too many."""
    if REPLIES_OF_ADDRESS.exceeded(visitor := address_of(request)):
        raise Refused(REPLIES_OF_ADDRESS.refusal(visitor))
    if device and REPLIES_OF_DEVICE.exceeded(str(device.pk)):
        raise Refused(REPLIES_OF_DEVICE.refusal(str(device.pk)))


def reply_mail_allowed(sender: str, mail: str) -> bool:
    """Count one more mail with a link, sent because of `sender`. Return whether it may be sent.

    Each sender has a separate count for each address, so nobody can use up the mails that somebody else needs.
    """
    return not REPLY_MAILS.exceeded(_by_sender(sender, mail))


def reply_mail_refusal(sender: str, mail: str) -> str:
    """Return the message for the sender if the next mail to this address will not be sent, or "" otherwise."""
    who = _by_sender(sender, mail)
    return REPLY_MAILS.refusal(who) if mail and REPLY_MAILS.reached(who) else ""


def night_mail_allowed(night_pk: int, mail: str) -> bool:
    """Count one more mail to this address with news about a night. Return whether it may be sent."""
    return not NIGHT_MAILS.exceeded(f"{night_pk}:{_hash(mail)}")


def _by_sender(sender: str, mail: str) -> str:
    return f"{sender}:{_hash(mail)}"


def _hash(mail: str) -> str:
    return hash_token(mail.casefold())
