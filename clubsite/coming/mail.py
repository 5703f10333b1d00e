"""Mail to people who have left an address for a night. It is sent in the background and may be lost. The page says the
same.
"""

import logging
from collections.abc import Iterable
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse

from clubsite.coming.limits import mail_allowed
from clubsite.coming.models import ComingNight, Reply, ReplyState
from clubsite.coming.words import night_words

log = logging.getLogger(__name__)


def reply_mail(reply: Reply, key: str, base: str) -> None:
    """Send the private link, and say whether there is a place."""
    night = reply.night
    first = "You are on the waiting list" if reply.state == ReplyState.WAITING else "You are coming"
    link = base + reverse("coming:answer", args=[night.club.slug, key])
    body = (
        f"{first}: {night_words(night)}.\n\n"
        f"Change it or take it back here. The link is yours alone:\n{link}\n\n"
        "You get this mail because somebody typed this address. If it was not you, take the answer back.\n"
    )
    _mail([reply], f"{first}: {night.club.name}", body)


def moved_up_mail(replies: Iterable[Reply], base: str) -> None:
    """Say that a place has become free."""
    for reply in replies:
        body = f"A place has become free. You are coming: {night_words(reply.night)}.\n{_page(reply.night, base)}"
        _mail([reply], f"You have a place: {reply.night.club.name}", body)


def night_mail(night: ComingNight, base: str, what: str) -> None:
    """Say `what` has happened to the night, in a sentence."""
    replies = night.replies.filter(state__in=[ReplyState.IN, ReplyState.WAITING])
    _mail(replies, f"{what} {night.club.name}", f"{what}\n\n{night_words(night)}.\n{_page(night, base)}")


def _page(night: ComingNight, base: str) -> str:
    return f"{base}{reverse('coming:night', args=[night.club.slug, night.public_id])}\n" if base else ""


def _mail(replies: Iterable[Reply], subject: str, body: str) -> None:
    """Send one mail to each address, once the transaction has committed."""
    if not settings.MAIL_ON:
        return
    addresses = sorted({reply.mail for reply in replies if reply.mail})
    if addresses:
        transaction.on_commit(lambda: _send_beside(addresses, " ".join(subject.split()), body))


def _send_beside(addresses: list[str], subject: str, body: str) -> None:
    Thread(target=send, args=(addresses, subject, body), name="mail").start()


def send(addresses: list[str], subject: str, body: str) -> None:
    """Send the mails one by one, so that nobody reads another's address. Never raise an error."""
    for address in addresses:
        try:
            if mail_allowed(address):
                EmailMessage(subject, body, to=[address]).send()
        except Exception:
            log.warning("A mail about a coming night could not be sent", exc_info=True)
