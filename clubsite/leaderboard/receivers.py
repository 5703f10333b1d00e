"""The leaderboard and the seats hear that the places may be others."""

import logging
from typing import Any

from django.dispatch import receiver

from clubsite.duplicate import signals as duplicate_signals
from clubsite.leaderboard.standing import is_news, seats_group
from clubsite.play import relay
from clubsite.rankings.signals import ranking_changed

log = logging.getLogger(__name__)


@receiver(ranking_changed)
@receiver(duplicate_signals.session_changed)
def tell_leaderboard_and_seats(sender: Any, session_id: str, **_: Any) -> None:
    """The places may be others. While they are not shown nobody hears of it; when they are taken down, everybody."""
    if _is_news(sender, session_id):
        relay.send(f"leaderboard.{session_id}", {"type": "session.changed"})
        relay.send(seats_group(session_id), {"type": "seat.hint"})


def _is_news(sender: Any, session_id: str) -> bool:
    """In doubt they are: what was stored is stored, and must not look refused because a message about it failed."""
    try:
        return is_news(sender, session_id)
    except Exception:
        log.exception("Could not tell whether the places of %s are news", session_id)
        return True
