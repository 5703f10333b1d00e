"""Receivers that draw a Swiss section's next round, and renew published rows after players are corrected."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from clubsite.nights.models import Session
from clubsite.nights.signals import players_changed, round_wanted
from clubsite.rankings.services import swiss
from clubsite.rankings.services.published_rows import rows_renew


@receiver(round_wanted, dispatch_uid="rankings.round_wanted")
def draw_round(section_id: int, **_: Any) -> None:
    """Draw the round after the commit, because standings lock boards, which precede rooms in the lock order."""
    transaction.on_commit(lambda: swiss.round_draw(section_id=section_id), robust=True)


@receiver(players_changed, dispatch_uid="rankings.players_changed")
def renew_published_rows(session: Session, **_: Any) -> None:
    """Renew the published rows in the transaction that changes the players and has locked the session."""
    rows_renew(session)
