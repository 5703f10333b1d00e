"""A Swiss section asks for its next round; who played in a session is put right."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from clubsite.duplicate.models import Session
from clubsite.duplicate.signals import players_changed, round_wanted
from clubsite.rankings.services import swiss
from clubsite.rankings.services.published_rows import rows_renew


@receiver(round_wanted, dispatch_uid="rankings.round_wanted")
def draw_round(section_id: int, **_: Any) -> None:
    """After commit: standings lock boards, which come before the rooms that are locked then."""
    transaction.on_commit(lambda: swiss.round_draw(section_id=section_id), robust=True)


@receiver(players_changed, dispatch_uid="rankings.players_changed")
def renew_published_rows(session: Session, **_: Any) -> None:
    """In the transaction of the change: it has locked the session."""
    rows_renew(session)
