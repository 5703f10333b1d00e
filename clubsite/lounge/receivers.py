"""What the lounge does when a table reports."""

from typing import Any

from django.dispatch import receiver

from clubsite.analysis.services.claim_check import claims_ask
from clubsite.core import jobs
from clubsite.lounge.selectors import home_claims_waiting, robot_match_in
from clubsite.lounge.services import matches
from clubsite.play import signals


@receiver(signals.play_finished, dispatch_uid="lounge.play_finished")
def count_the_deal(play: Any, **_: Any) -> None:
    matches.deal_finished(play=play)


@receiver(signals.room_all_ready, dispatch_uid="lounge.room_all_ready")
def go_on(room_id: int, **_: Any) -> None:
    matches.match_advance(room_id=room_id)


@receiver(signals.room_moved, dispatch_uid="lounge.room_moved")
def wake_the_robot(room_id: int, playing: bool, **_: Any) -> None:
    match_id = robot_match_in(room_id) if playing else None
    if match_id is not None:
        jobs.enqueue("lounge.robot_play", match_id)
        return  # the robot's job looks at a claim first
    if playing:
        claims_ask(home_claims_waiting().filter(room_id=room_id))
