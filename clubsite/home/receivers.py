"""The lounge's receivers for reports from a table."""

from typing import Any

from django.dispatch import receiver

from clubsite.analysis.services.plays import claims_ask
from clubsite.core import jobs
from clubsite.home.selectors.matches import home_claims_waiting
from clubsite.home.services import matches
from clubsite.home.table_state import HomeTable
from clubsite.play import signals
from clubsite.play.room_states import RoomState


@receiver(signals.play_finished, dispatch_uid="home.play_finished")
def count_the_deal(play: Any, **_: Any) -> None:
    matches.deal_finished(play=play)


@receiver(signals.room_all_ready, dispatch_uid="home.room_all_ready")
def go_on(room_id: int, **_: Any) -> None:
    matches.match_advance(room_id=room_id)


@receiver(signals.room_changed, dispatch_uid="home.room_changed")
def wake_the_robot(now: RoomState, **_: Any) -> None:
    home_table = now.table.room_table
    if not now.playing or not isinstance(home_table, HomeTable):
        return
    if home_table.match.clock:
        jobs.enqueue("home.clock_run", home_table.match.pk)
    if home_table.robot:
        jobs.enqueue("home.robot_play", home_table.match.pk)  # it looks at a claim first
    elif now.claim_waits and home_table.claims_checked:
        claims_ask(home_claims_waiting().filter(room_id=now.room.pk))
