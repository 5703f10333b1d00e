"""A robot in an empty seat is woken when its table moves."""

from typing import Any

from django.dispatch import receiver

from clubsite.core import jobs
from clubsite.duplicate.selectors.tables import robot_in_room
from clubsite.play import signals as play_signals


@receiver(play_signals.room_moved)
def wake_the_robot(room_id: int, **_: Any) -> None:
    if robot_in_room(room_id) is not None:
        jobs.enqueue("seats.robot_play", room_id)
