"""Receivers of signals: a heat of another server's event gets its cards or has other lines; a person is forgotten."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.core import jobs
from clubsite.duplicate.models import Session
from clubsite.duplicate.signals import start_asked
from clubsite.event_documents.selectors.hub_silence import silence_told
from clubsite.event_documents.selectors.refused_documents import refusals_told
from clubsite.event_documents.services.boards_keys import heat_key_fetch, session_key_fetch
from clubsite.event_documents.services.forgetting import person_documents_forget
from clubsite.event_documents.services.outgoing import TELL_JOB
from clubsite.events.heat_notices import heat_notices_from
from clubsite.events.models import Heat
from clubsite.events.signals import heat_lines_changed, release_asked
from clubsite.privacy.signals import person_forgotten

heat_notices_from(refusals_told)
heat_notices_from(silence_told)


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


@receiver(person_forgotten, dispatch_uid="event_documents.person_forgotten")
def tell_the_hubs(person: Person, **_: Any) -> None:
    """Tell the hubs of other servers' events to take a person's name away."""
    person_documents_forget(person=person)
