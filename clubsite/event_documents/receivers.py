"""Receivers of signals: a heat of another server's event is about to get its cards."""

from typing import Any

from django.dispatch import receiver

from clubsite.duplicate.models import Session
from clubsite.duplicate.signals import start_asked
from clubsite.event_documents.services.boards_keys import heat_key_fetch, session_key_fetch
from clubsite.simultaneous.models import Heat
from clubsite.simultaneous.signals import release_asked


@receiver(start_asked, dispatch_uid="event_documents.start_asked")
def fetch_the_key(session: Session, **_: Any) -> None:
    """Ask the hub of another server's event for the key of the boards, before the transaction that starts a heat."""
    session_key_fetch(session=session)


@receiver(release_asked, dispatch_uid="event_documents.release_asked")
def fetch_the_key_for_the_dealer(heat: Heat, **_: Any) -> None:
    """Ask the hub for the key of the boards, before the transaction that gives the cards to a dealer."""
    heat_key_fetch(heat=heat)
