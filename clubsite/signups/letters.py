"""Mail about coming nights, and limits on replies and on the mail they cause."""

from collections.abc import Collection, Iterable

from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse

from clubsite.accounts.models import Device
from clubsite.core.limits import NIGHT_MAILS, REPLIES_OF_ADDRESS, REPLIES_OF_DEVICE, REPLY_MAILS
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token
from clubsite.outbox.models import Letter
from clubsite.outbox.services import LetterKind, letters_add
from clubsite.signups.models import ComingNight, Reply, ReplyState
from clubsite.signups.selectors.nights import STAYING_STATES, answer_path, night_words

MOST_PLAYERS = 600
"""Limit for one night, including the waiting list."""


def reply_count(request: HttpRequest, device: Device | None) -> None:
    """Count one more reply. Raise Refused if there are too many."""
    if REPLIES_OF_ADDRESS.exceeded(visitor := address_of(request)):
        raise Refused(REPLIES_OF_ADDRESS.refusal(visitor))
    if device and REPLIES_OF_DEVICE.exceeded(str(device.pk)):
        raise Refused(REPLIES_OF_DEVICE.refusal(str(device.pk)))


def reply_mail_refusal(sender: str, mail: str) -> str:
    """Return the message for the sender if the next mail to this address will not be sent, or "" otherwise."""
    who = _by_sender(sender, mail)
    return REPLY_MAILS.refusal(who) if mail and REPLY_MAILS.reached(who) else ""


def _by_sender(sender: str, mail: str) -> str:
    """Return the key for counting one sender's mails to an address, so that nobody uses up other senders' mails."""
    return f"{sender}:{_hash(mail)}"


def _hash(mail: str) -> str:
    return hash_token(mail.casefold())


def link_send(reply: Reply, sender: str, base: str) -> None:
    """Write the mail with a new reply's private link, in the caller's transaction, if the author left an address."""
    if reply.mail and not REPLY_MAILS.exceeded(_by_sender(sender, reply.mail)):
        letters_add(Letter(kind=ANSWER.code, reply=reply, site=base))


def replies_tell(kind: LetterKind, replies: Iterable[Reply], base: str) -> None:
    """Write one letter with news to each mail address that an author left, in the caller's transaction."""
    to = {reply.mail: reply for reply in replies if reply.mail}
    recipients = [to[mail] for mail in sorted(to) if not NIGHT_MAILS.exceeded(f"{to[mail].night_id}:{_hash(mail)}")]
    letters_add(*(Letter(kind=kind.code, reply=reply, site=base) for reply in recipients))


def night_tell(kind: LetterKind, night: ComingNight, base: str) -> None:
    """Write to everybody who is coming or waiting for a place."""
    replies_tell(kind, night.replies.filter(state__in=STAYING_STATES), base)


def answer_write(letter: Letter) -> EmailMessage | None:
    """Write a mail that contains the private link and says whether the reply has a place."""
    reply = _still(letter, STAYING_STATES)
    if reply is None:
        return None
    first = "You are on the waiting list" if reply.state == ReplyState.WAITING else "You are coming"
    body = (
        f"{first}: {night_words(reply.night)}.\n\n"
        f"Change it or take it back here. The link is yours alone:\n{letter.base}{answer_path(reply)}\n\n"
        "You get this mail because somebody typed this address. If it was not you, take the answer back.\n"
    )
    return _mail(reply, f"{first}: {reply.night.club.name}", body)


def _news(
    code: str, subject: str, body: str, states: Collection[str] = STAYING_STATES, cancelled: bool = False
) -> LetterKind:
    """Make a kind of letter for replies in `states`, either for cancelled nights (`cancelled`) or for all others."""

    def write(letter: Letter) -> EmailMessage | None:
        reply = _still(letter, states, cancelled)
        if reply is None:
            return None
        night = reply.night
        page = reverse("signups:night", args=[night.club.slug, night.public_id])
        text = f"{body}{night_words(night)}.\n" + (f"{letter.base}{page}\n" if letter.base else "")
        return _mail(reply, f"{subject} {night.club.name}", text)

    return LetterKind(code, write)


def _still(letter: Letter, states: Collection[str], cancelled: bool = False) -> Reply | None:
    """Return the reply that a letter is for, or None if there is no longer any point in sending the letter."""
    reply = letter.reply
    if reply is None or not reply.mail or reply.state not in states:
        return None
    return reply if reply.night.cancelled == cancelled and not reply.night.over else None


def _mail(reply: Reply, subject: str, body: str) -> EmailMessage:
    return EmailMessage(" ".join(subject.split()), body, to=[reply.mail])


ANSWER = LetterKind("signups.answer", answer_write)
MOVED_UP = _news(
    "signups.moved_up", "You have a place:", "A place has become free. You are coming: ", states=[ReplyState.IN]
)
CHANGED = _news("signups.changed", "The night has changed.", "The night has changed.\n\n")
CANCELLED = _news("signups.cancelled", "The night is cancelled.", "The night is cancelled.\n\n", cancelled=True)
RESTORED = _news("signups.restored", "The night takes place after all.", "The night takes place after all.\n\n")
