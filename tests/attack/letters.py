"""A letter of every kind, written for one account at one moment of a night."""

from collections.abc import Iterator
from typing import Any

from django.core.mail import EmailMessage
from django.utils import timezone

from clubsite.accounts.letters import CONFIRM, NOTICE_KINDS
from clubsite.accounts.models import User
from clubsite.outbox import services
from clubsite.outbox.models import Letter
from clubsite.outbox.services import kind_of
from clubsite.results.models import MailRequest
from clubsite.signups.models import ReplyPlayer
from clubsite.signups.services.replies import ReplyAuthor, reply_add
from tests.attack.moments import Moment
from tests.attack.walk import Ask, Judge, Walked

SITE = "http://testserver"
OF_REPLIES = "signups.answer signups.moved_up signups.changed signups.restored signups.cancelled".split()


def all_kinds() -> set[str]:
    """Return the codes of all kinds of letters that the site writes."""
    return set(services._kinds)


def letters_of(moment: Moment, user: User) -> dict[str, Letter]:
    """Return a letter of every kind that this account can get, keyed by the kind's code."""
    user.email, user.email_wanted = "dee@home.example", "new@home.example"
    user.save(update_fields=["email", "email_wanted"])
    club, now = moment.session.club, timezone.now()
    reply = reply_add(
        night=moment.coming,
        players=[ReplyPlayer(name="Somebody")],
        author=ReplyAuthor(director=user),
        mail="x@home.example",
    )
    asked = {"club": club, "site": SITE, "asked_at": now}
    by_account = MailRequest.objects.create(user=user, confirmed_at=now, **asked)
    by_address = MailRequest.objects.create(address="y@home.example", **asked)
    of: dict[str, dict[str, Any]] = {code: {"reply": reply} for code in OF_REPLIES}
    of |= {kind.code: {"user": user} for kind in (CONFIRM, *NOTICE_KINDS)}
    of["accounts.forgotten"] = {"address": user.email}
    of["results.confirmation"] = {"mail_request": by_address}
    of["results.results"] = {"mail_request": by_account, "session": moment.session}
    return {code: Letter.objects.create(kind=code, site=SITE, **about) for code, about in of.items()}


def walk_letters(moment: Moment, letters: dict[str, Letter]) -> tuple[Walked, set[str]]:
    """Write all letters. Return what they show, judged by the rule for strangers, and the kinds of letters written."""
    found, written, judge = Walked(), set[str](), Judge(moment)
    for code, mail in _mails(moment, letters):
        written.add(code)
        judge.judge(found, "stranger", Ask("mail/", code, "mail"), texts_of_mail(mail))
    return found, written


def _mails(moment: Moment, letters: dict[str, Letter]) -> Iterator[tuple[str, EmailMessage]]:
    """Yield the mail written for each letter, unless the letter has no purpose at this moment."""
    for code, letter in letters.items():
        moment.coming.cancelled_at = timezone.now() if code == "signups.cancelled" else None
        moment.coming.save(update_fields=["cancelled_at"])
        letter = Letter.objects.get(pk=letter.pk)
        if (mail := kind_of(letter).write(letter)) is not None:
            yield code, mail


def texts_of_mail(mail: EmailMessage) -> list[str]:
    """Return a mail's headers and all its parts, decoded, as strings."""
    message = mail.message()
    parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
    return [mail.subject, *(f"{key}: {value}" for key, value in message.items()), *(part.decode() for part in parts)]
