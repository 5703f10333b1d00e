"""Receivers of signals from sessions: a heat's night starts, takes other boards, or is scored."""

from typing import Any

from django.dispatch import receiver

from clubsite.duplicate.models import BoardSet, Session
from clubsite.duplicate.models.boards import EVENT_SOURCE
from clubsite.duplicate.signals import boards_made, session_starting
from clubsite.rankings.signals import ranking_changed
from clubsite.simultaneous.services import heat_sessions
from clubsite.simultaneous.services.scoring import heat_scored


@receiver(session_starting, dispatch_uid="simultaneous.session_starting")
def give_the_cards(session: Session, **_: Any) -> None:
    """Give a heat's session its cards, within the transaction that starts it."""
    heat_sessions.heat_start(session=session)


@receiver(boards_made, dispatch_uid="simultaneous.boards_made")
def let_the_heat_go(board_set: BoardSet, **_: Any) -> None:
    """Take a session that gets other boards out of the event."""
    if board_set.source != EVENT_SOURCE:
        heat_sessions.heat_session_let_go(session=board_set.session)


@receiver(ranking_changed, dispatch_uid="simultaneous.ranking_changed")
def score_the_event(session_id: str, **_: Any) -> None:
    """Score the event of a heat whose session has new figures, after these were committed."""
    heat_scored(session_id)
