"""Messages telling the director's page that something has changed. The page then fetches the parts itself."""

from typing import Any

from django.dispatch import receiver

from clubsite.nights import signals as duplicate_signals
from clubsite.play import relay
from clubsite.play import signals as play_signals
from clubsite.play.room_states import RoomState
from clubsite.rankings.signals import ranking_changed


@receiver(play_signals.room_changed)
def tell_director_of_room(now: RoomState, **_: Any) -> None:
    """Tell the page about cards at most once a second, because the page shows only each table's progress."""
    room_table = now.table.room_table
    if room_table is not None and room_table.session_id:
        relay.send_seldom(*_message(room_table.session_id))


@receiver(ranking_changed)
@receiver(duplicate_signals.session_changed)
def tell_director(session_id: str, **_: Any) -> None:
    relay.send(*_message(session_id))


def _message(session_id: str) -> tuple[str, dict[str, Any]]:
    return f"director.{session_id}", {"type": "session.changed"}
