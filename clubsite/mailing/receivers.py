"""Mailing published results, and stopping a forgotten person's mail."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.nights.models import Session
from clubsite.mailing.services.requests import mail_stop_person, results_tell
from clubsite.privacy.signals import person_forgotten
from clubsite.rankings.models import Publication
from clubsite.rankings.signals import session_published


@receiver(session_published, dispatch_uid="mailing.session_published")
def tell(session: Session, publication: Publication | None, **_: Any) -> None:
    """Write the letters in the transaction that publishes or corrects the results. A withdrawal sends none."""
    if publication is not None:
        results_tell(session)


@receiver(person_forgotten, dispatch_uid="mailing.person_forgotten")
def forget(person: Person, **_: Any) -> None:
    """Stop a person's mail in the transaction that removes their name."""
    mail_stop_person(person)
