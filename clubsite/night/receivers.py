"""The director's page is told that something changed and fetches what it shows itself; a robot is woken."""

import logging
from typing import Any

from django.dispatch import receiver

from clubsite.duplicate import signals as duplicate_signals
from clubsite.duplicate.selectors.sessions import session_of_room
from clubsite.duplicate.selectors.tables import robot_in_room
from clubsite.night.so_far import is_news, seats_group
from clubsite.play import relay
from clubsite.play import signals as play_signals
from clubsite.results import jobs

log = logging.getLogger(__name__)


@receiver(play_signals.room_moved)
def tell_director_of_room(room_id: int, **_: Any) -> None:
    session_id = session_of_room(room_id)
    if session_id is not None:
        _tell(session_id)


@receiver(play_signals.room_moved)
def wake_the_robot(room_id: int, **_: Any) -> None:
    if robot_in_room(room_id) is not None:
        jobs.enqueue("night.robot_play", room_id)


@receiver(duplicate_signals.session_changed)
def tell_director(session_id: str, **_: Any) -> None:
    _tell(session_id)


@receiver(duplicate_signals.session_changed)
def tell_wall_and_seats(sender: Any, session_id: str, **_: Any) -> None:
    """The places may be others. While they are not shown nobody hears of it; when they are taken down, everybody."""
    if _is_news(sender, session_id):
        relay.send(f"wall.{session_id}", {"type": "night.changed"})
        relay.send(seats_group(session_id), {"type": "seat.hint"})


def _is_news(sender: Any, session_id: str) -> bool:
    """In doubt they are: what was stored is stored, and must not look refused because its news stumbled."""
    try:
        return is_news(sender, session_id)
    except Exception:
        log.exception("Could not tell whether the places of %s are news", session_id)
        return True


def _tell(session_id: str) -> None:
    relay.send(f"director.{session_id}", {"type": "night.changed"})
