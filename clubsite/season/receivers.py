"""Awarding master points when results are published."""

from typing import Any

from django.dispatch import receiver

from clubsite.nights.models import Session
from clubsite.rankings.signals import session_published
from clubsite.season.services.standings import awards_renew


@receiver(session_published, dispatch_uid="season.session_published")
def renew_awards(session: Session, **_: Any) -> None:
    """Renew the awards in the transaction that publishes, corrects or withdraws the results."""
    awards_renew(session)
