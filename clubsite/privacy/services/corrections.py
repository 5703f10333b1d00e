"""Requests to correct stored data about a person. Each one is stored together with a director's answer."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import CorrectionRequest, Person
from clubsite.clubs.services import person_locked
from clubsite.core.refused import Refused

MOST_OPEN = 5
MAX_REQUEST_LENGTH = 1000


def correction_ask(
    *, person: Person, text: str, user: User | None = None, session_id: int | None = None, subject: str = ""
) -> CorrectionRequest:
    """Ask the club's directors to correct a session or, if none is given, the person's own data.

    If the same text is submitted twice, it counts as one request. Raise Refused if too many requests are waiting.
    """
    text = _words(text, "Write what is wrong, and what it should be.")
    with transaction.atomic():
        person = person_locked(person)
        waiting = CorrectionRequest.objects.filter(person=person, answered_at=None)
        if found := waiting.filter(text=text, session=session_id).first():
            return found
        if person.forgotten_at is not None or waiting.count() >= MOST_OPEN:
            raise Refused(f"{MOST_OPEN} requests wait for an answer. Ask a director in person.", "text")
        asked = CorrectionRequest.objects.create(
            club=person.club, person=person, session_id=session_id, subject=subject[:200], text=text
        )
        audit_add(
            club=person.club,
            action=AuditAction.CORRECTION_ASKED,
            subject=subject or person.name,
            session_id=session_id,
            user=user,
            actor=person.name,
        )
    return asked


def correction_answer(*, request: CorrectionRequest, text: str, user: User) -> None:
    """Answer a request. Raise Refused if another director has answered it in the meantime."""
    text = _words(text, "Write an answer: the player reads it.")
    with transaction.atomic():
        request = CorrectionRequest.objects.select_for_update(of=("self",)).get(pk=request.pk)
        if request.answered_at is not None:
            raise Refused("This has been answered already.", "text")
        request.answer, request.answered_by, request.answered_at = text, user, timezone.now()
        request.save(update_fields=["answer", "answered_by", "answered_at"])
        audit_add(
            club=request.club,
            action=AuditAction.CORRECTION_ANSWERED,
            subject=request.subject or request.person.name,
            session_id=request.session_id,
            user=user,
        )


def _words(text: str, missing: str) -> str:
    text = text.replace("\0", " ").strip()[:MAX_REQUEST_LENGTH]
    if not text:
        raise Refused(missing, "text")
    return text
