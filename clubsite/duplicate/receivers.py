"""What the night does when a table reports."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from clubsite.duplicate.services import drawing, tables
from clubsite.duplicate.signals import round_wanted
from clubsite.play import signals


@receiver(signals.play_finished)
def finish_board(play: Any, **_: Any) -> None:
    tables.board_finished(play=play)


@receiver(round_wanted)
def draw_round(section_id: int, **_: Any) -> None:
    # After commit: standings lock boards, which come before the rooms that are locked here.
    transaction.on_commit(lambda: drawing.round_draw(section_id=section_id), robust=True)


@receiver(signals.room_all_ready)
def advance_table(room_id: int, **_: Any) -> None:
    tables.table_advance(room_id=room_id)
