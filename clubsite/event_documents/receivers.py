"""Receivers of signals: a heat of another server's event is about to get its cards, or has other lines."""

from typing import Any

from django.dispatch import receiver

from clubsite.core import jobs
from clubsite.duplicate.models import Session
from clubsite.duplicate.signals import start_asked
from clubsite.event_documents.services.boards_keys import heat_key_fetch, session_key_fetch
from clubsite.event_documents.services.outgoing import TELL_JOB
from clubsite.simultaneous.models import Heat
from clubsite.simultaneous.signals import heat_lines_changed, release_asked


@receiver(start_asked, dispatch_uid="event_documents.start_asked")
def fetch_the_key(session: Session, **_: Any) -> None:
    """Ask the hub of another server's event for the key of the boards, before the transaction that starts a heat."""
    session_key_fetch(session=session)


@receiver(release_asked, dispatch_uid="event_documents.release_asked")
def fetch_the_key_for_the_dealer(heat: Heat, **_: Any) -> None:
    """Ask the hub for the key of the boards, before the transaction that gives the cards to a dealer."""
    heat_key_fetch(heat=heat)


@receiver(heat_lines_changed, dispatch_uid="event_documents.heat_lines_changed")
def tell_the_hub(heat: Heat, **_: Any) -> None:
    """Tell the hub of another server's event about a heat's lines, once they are committed."""
    if heat.event.is_remote:
        jobs.enqueue(TELL_JOB, heat.pk, once=True, slow=True)
