"""The mail of a session: begun when it is published, sent once to each recipient, and tried again after failures."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import get_connection
from django.db.models import F, Q
from django.utils import timezone

from clubsite.core import jobs
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.mailing.letter import LetterSession, letter_of
from clubsite.mailing.mail_server import mail_here, of_this_mail_alone, refused_for_good
from clubsite.mailing.models import MailRequest, MailState, NightMail, SentMail
from clubsite.rankings.models import PublishedSession

log = logging.getLogger(__name__)
JOB = "mailing.send_night"
OLDEST_DAYS = 14
"""A session that is published more than this after it was played gets no mail, and mail is not continued after that."""
WAITS = (60, 300, 1800, 7200, 21600, 43200)
"""Seconds until each next try. After the last nobody tries again."""


def night_begin(session: Session) -> None:
    """Begin the mail in the transaction that publishes, once a session, so that a correction sends no second mail."""
    if (timezone.localdate() - session.date).days > OLDEST_DAYS:
        return
    night, new = NightMail.objects.get_or_create(session=session, defaults={"begun_at": timezone.now()})
    if new and mail_here():
        jobs.enqueue(JOB, night.pk, slow=True)


def nights_waiting() -> list[int]:
    """Return the ids of unfinished mails of sessions, for the sweep."""
    since = timezone.now() - timedelta(days=OLDEST_DAYS)
    return list(NightMail.objects.filter(ended_at=None, begun_at__gte=since).values_list("pk", flat=True))


def night_send(night_id: int) -> None:
    """Send the mails that are due. Two runs at once send each mail once. While results are withdrawn,
    nothing is sent.
    """
    night = NightMail.objects.filter(pk=night_id, ended_at=None).first()
    if night is None or not mail_here():
        return
    ended = Q(session__status=SessionStatus.ENDED, session=night.session_id)
    published = PublishedSession.objects.select_related("session", "club").filter(ended).first()
    if published is None:
        return
    _addressed(night, published.club_id)
    _due_send(night, LetterSession(published))
    if not night.mails.filter(state=MailState.WAITING).exists():
        NightMail.objects.filter(pk=night.pk).update(ended_at=timezone.now())


def _addressed(night: NightMail, club_id: int) -> None:
    """Add a row for each request made before the session was published."""
    asked = MailRequest.objects.filter(club=club_id, confirmed_at__lte=night.begun_at, refused_at=None)
    rows = [SentMail(night=night, request=one, due_at=night.begun_at) for one in asked]
    SentMail.objects.bulk_create(rows, ignore_conflicts=True)


def _due_send(night: NightMail, read: LetterSession) -> None:
    due = night.mails.filter(state=MailState.WAITING, due_at__lte=timezone.now())
    connection = get_connection()
    try:
        for mail in due.select_related("request__user", "request__person").order_by("pk"):
            if _taken(mail) and not _sent(mail, read, connection):
                _rest_later(night)
                return
    finally:
        connection.close()


def _taken(mail: SentMail) -> bool:
    """True if this run sends the mail. A run that ends before sending leaves the mail unsent, never sent twice."""
    waiting = SentMail.objects.filter(pk=mail.pk, state=MailState.WAITING)
    return bool(waiting.update(state=MailState.SENDING, tries=F("tries") + 1))


def _sent(mail: SentMail, read: LetterSession, connection: Any) -> bool:
    """Send one mail. Return True if the next may be tried, False if the server did not answer at all."""
    request = mail.request
    if request.person_id and request.person and request.person.user_id != request.user_id:
        request.delete()  # a forgotten person, or one unlinked from the account, gets no mail
        return True
    letter = letter_of(read, request)
    if letter is None:
        return _told(mail, MailState.LEFT_OUT)
    try:
        connection.send_messages([letter])
    except Exception as fault:
        return _failed(mail, fault)
    return _told(mail, MailState.SENT, sent_at=timezone.now())


def _failed(mail: SentMail, fault: Exception) -> bool:
    log.warning("Mail %s: %s", mail.pk, fault)
    if refused_for_good(fault):
        MailRequest.objects.filter(pk=mail.request_id).update(refused_at=timezone.now())
        return _told(mail, MailState.REFUSED)
    failed = mail.tries + 1
    if failed > len(WAITS):
        _told(mail, MailState.GIVEN_UP)
    else:
        _told(mail, MailState.WAITING, due_at=_later(failed))
    return of_this_mail_alone(fault)


def _rest_later(night: NightMail) -> None:
    """Delay the other mails, as the server does not answer for them either. It does not count as a try."""
    night.mails.filter(state=MailState.WAITING, due_at__lte=timezone.now()).update(due_at=_later(1))


def _later(failed: int) -> datetime:
    """Return when to try again after `failed` tries."""
    return timezone.now() + timedelta(seconds=WAITS[failed - 1])


def _told(mail: SentMail, state: MailState, **more: Any) -> bool:
    SentMail.objects.filter(pk=mail.pk).update(state=state, **more)
    return True
