"""Services that put letters into the outbox and send the letters that are due."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.outbox.models import Letter, MailFault


@dataclass(frozen=True, slots=True)
class LetterKind:
    """A kind of letter, registered under its `code` when the instance is created.

    `write` makes the mail from the current state of the letter's row, or returns None if the letter is no longer
    needed. `refused` is called if the mail server says that the address does not exist.
    """

    code: str
    write: Callable[[Letter], EmailMessage | None]
    refused: Callable[[Letter], None] = lambda letter: None

    def __post_init__(self) -> None:
        _kinds[self.code] = self


_kinds: dict[str, LetterKind] = {}


def kind_of(letter: Letter) -> LetterKind:
    """Return the letter's kind. Raise KeyError if no app defines that kind any more."""
    return _kinds[letter.kind]


log = logging.getLogger(__name__)
FIRST_WAIT, LONGEST_WAIT, GROWTH = timedelta(minutes=1), timedelta(hours=1), 4
TRIED_FOR = timedelta(days=5)  # RFC 5321, 4.5.4.1
HELD_FOR = timedelta(minutes=10)
"""How long nobody else takes a letter that is being sent. A process that dies no longer holds it."""
PERMANENT = 500  # replies from here on are permanent (RFC 5321, 4.2.1)
RELATED_ROWS = (
    "mail_request__user",
    "mail_request__person",
    "mail_request__club",
    "reply__night__club",
    "session",
    "user",
)


def mail_here() -> bool:
    """True if this site sends mail, or prints to the console the mail it would send."""
    return bool(settings.MAIL_ON or settings.MAIL_TO_CONSOLE)


def letters_add(*letters: Letter) -> None:
    """Put letters into the outbox, in the caller's transaction. Each request gets only one letter per session."""
    if mail_here():
        for letter in letters:
            letter.due_at = timezone.now()
        Letter.objects.bulk_create(letters, ignore_conflicts=True)


def letters_send() -> None:
    """Send every letter that is due. Two processes may do this at once.

    A letter is marked as sent only after the mail server has accepted it, so no letter is lost. If a process dies
    in between, that one letter is sent twice.
    """
    due = Letter.objects.filter(due_at__lte=timezone.now())
    if not mail_here() or not due.exists():
        return
    connection = get_connection()
    try:
        connection.open()
        while letter := _taken(due):
            _send(letter, connection)
    except OSError as error:  # every SMTPException is one
        waiting = list(due)
        _failed(waiting, MailFault.UNREACHABLE)
        log.warning("The mail server does not answer (%s): %s letters wait", error_name(error), len(waiting))
    finally:
        connection.close()


def _taken(due: QuerySet[Letter]) -> Letter | None:
    """Return the next due letter, locked, or None if there is none."""
    while letter := due.select_related(*RELATED_ROWS).order_by("due_at", "pk").first():
        if due.filter(pk=letter.pk).update(due_at=timezone.now() + HELD_FOR):
            return letter
    return None


def _send(letter: Letter, connection: Any) -> None:
    """Send one letter. Raise OSError if the mail server cannot be reached."""
    try:
        mail = kind_of(letter).write(letter)
        if mail is None:
            letter.delete()
            return
        connection.send_messages([mail])
    except SMTPRecipientsRefused as error:
        if all(code >= PERMANENT for code, _ in error.recipients.values()):
            kind_of(letter).refused(letter)
            _failed([letter], MailFault.REFUSED)
        else:
            _failed([letter], MailFault.LATER)
    except (SMTPResponseException, SMTPNotSupportedError) as error:
        log.warning("%s was not taken by the mail server: %s", letter, error_name(error))
        _failed([letter], MailFault.LATER)
    except OSError:
        _failed([letter], MailFault.UNREACHABLE)
        raise
    except Exception:
        log.exception("%s could not be written", letter)
        _failed([letter], MailFault.UNWRITTEN)
    else:
        Letter.objects.filter(pk=letter.pk).update(due_at=None, sent_at=timezone.now(), fault="")
        _addresses_drop()


def _failed(letters: Sequence[Letter], fault: MailFault) -> None:
    for letter in letters:
        letter.tries += 1
        letter.fault = fault
        letter.due_at = _next_try(letter)
    Letter.objects.bulk_update(letters, ["tries", "fault", "due_at"])
    _addresses_drop()


def _addresses_drop() -> None:
    """Delete letters to bare addresses that have been sent or abandoned. No other code deletes them."""
    Letter.objects.filter(due_at=None).exclude(address="").delete()


def _next_try(letter: Letter) -> datetime | None:
    """Return the time of the next attempt, or None to give up. An unreachable server is no reason to give up."""
    now = timezone.now()
    tired = letter.fault != MailFault.UNREACHABLE and letter.made_at < now - TRIED_FOR
    if tired or letter.fault == MailFault.REFUSED:
        return None
    return now + min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** min(letter.tries - 1, 9))


def error_name(error: Exception) -> str:
    """Return the name of an error, because the error's own text may contain addresses."""
    return " ".join(str(part) for part in (type(error).__name__, getattr(error, "smtp_code", "")) if part)
