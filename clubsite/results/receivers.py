"""Receivers that tell the leaderboard and the seats that places may have changed."""

import logging
from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.nights import signals as duplicate_signals
from clubsite.nights.models import Session
from clubsite.play import relay
from clubsite.privacy.services import person_forgotten
from clubsite.rankings.models import Publication
from clubsite.rankings.signals import ranking_changed, session_published
from clubsite.results.models import Leaderboard, MailRequest
from clubsite.results.selectors.leaderboard import are_news, seats_group
from clubsite.results.services import mail_stop, results_tell

log = logging.getLogger(__name__)


@receiver(ranking_changed)
@receiver(duplicate_signals.session_changed)
def tell_leaderboard_and_seats(sender: Any, session_id: str, **_: Any) -> None:
    """Tell all open pages that places may have changed, or that they are no longer shown.

    Nothing is sent about places that are not shown.
    """
    if _is_news(sender, session_id):
        relay.send(f"leaderboard.{session_id}", {"type": "session.changed"})
        relay.send(seats_group(session_id), {"type": "seat.hint"})


def _is_news(sender: Any, session_id: str) -> bool:
    """True if the places on show may have changed, or if they have just been shown or hidden. Also True if the check
    itself failed: a failed message must not make a stored score look refused.
    """
    if sender is Leaderboard:
        return True
    try:
        session = Session.objects.filter(public_id=session_id, leaderboard__isnull=False).first()
        return session is not None and are_news(session)
    except Exception:
        log.exception("Could not tell whether the places of %s are news", session_id)
        return True


@receiver(session_published, dispatch_uid="results.session_published")
def tell(session: Session, publication: Publication | None, **_: Any) -> None:
    """Write the letters in the transaction that publishes or corrects the results. A withdrawal sends none."""
    if publication is not None:
        results_tell(session)


@receiver(person_forgotten, dispatch_uid="results.person_forgotten")
def forget(person: Person, **_: Any) -> None:
    """Stop a person's mail in the transaction that removes their name."""
    mail_stop(MailRequest.objects.filter(person=person))
