"""What the night does when a table reports."""

from typing import Any

from django.dispatch import receiver

from clubsite.duplicate.services import tables
from clubsite.play import signals


@receiver(signals.play_finished)
def finish_board(play: Any, **_: Any) -> None:
    tables.board_finished(play=play)


@receiver(signals.room_all_ready)
def advance_table(room_id: int, **_: Any) -> None:
    tables.table_advance(room_id=room_id)
