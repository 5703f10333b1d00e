"""Receivers that wake the robot in an empty seat when something changes at its table."""

from typing import Any

from django.dispatch import receiver

from clubsite.core import jobs
from clubsite.play import signals as play_signals
from clubsite.play.room_states import RoomState
from clubsite.seats.seat_now import SessionTable


@receiver(play_signals.room_changed)
def wake_the_robot(now: RoomState, **_: Any) -> None:
    room_table = now.table.room_table
    if isinstance(room_table, SessionTable) and room_table.robot:
        jobs.enqueue("seats.robot_play", now.room.pk)
