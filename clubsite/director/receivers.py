"""The director's page is told that something changed and fetches what it shows itself."""

from typing import Any

from django.dispatch import receiver

from clubsite.duplicate import signals as duplicate_signals
from clubsite.duplicate.selectors.sessions import session_of_room
from clubsite.play import relay
from clubsite.play import signals as play_signals


@receiver(play_signals.room_moved)
def tell_director_of_room(room_id: int, **_: Any) -> None:
    session_id = session_of_room(room_id)
    if session_id is not None:
        _tell(session_id)


@receiver(duplicate_signals.session_changed)
def tell_director(session_id: str, **_: Any) -> None:
    _tell(session_id)


def _tell(session_id: str) -> None:
    relay.send(f"director.{session_id}", {"type": "session.changed"})
