"""A Swiss section asks for its next round."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from clubsite.duplicate.signals import round_wanted
from clubsite.rankings.services import swiss


@receiver(round_wanted, dispatch_uid="rankings.round_wanted")
def draw_round(section_id: int, **_: Any) -> None:
    """After commit: standings lock boards, which come before the rooms that are locked then."""
    transaction.on_commit(lambda: swiss.round_draw(section_id=section_id), robust=True)
