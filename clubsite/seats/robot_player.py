"""The robot in the empty seat of an odd field. It gets ready, calls, plays, answers and agrees as a person would.

The robot sees only the views of its own seat, acts through the same services as a socket, and has no ticket.
"""

import logging
from functools import lru_cache

from django.db import transaction

from clubsite.analysis.services.plays import claim_check
from clubsite.analysis.services.robots import MOST_ACTS, action_of, robot_act, tried, views_of
from clubsite.core import jobs
from clubsite.nights.models import BoardSet, ClaimChecking
from clubsite.nights.selectors.sessions import robot_in_room, robot_rooms, seating_in_room
from clubsite.play.misclicks import club_robot_waits, robot_waits
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.selectors import state_of
from clubsite.play.services import room_locked, room_ready
from clubsite.play.table_state import Stage
from clubsite.seats.seat_now import SeatNow, SessionTable

log = logging.getLogger(__name__)
STAGES_ANSWERED = (Stage.READY, Stage.RESULT)


def robot_play(*, room_id: int) -> int:
    """Do everything that this room's robot has to do now. Return the number of actions. Safe to run twice at once."""
    for acts in range(MOST_ACTS):
        if not _act(room_id):
            return acts
    log.error("The robot of room %s does not come to an end", room_id)
    return MOST_ACTS


def robots_sweep() -> int:
    """Run the robots whose jobs were lost. Return the number of actions."""
    return sum(tried(robot_play, room_id=room_id) or 0 for room_id in robot_rooms())


def _act(room_id: int) -> bool:
    """Perform one action, if the robot has anything to do. Return True if it did.

    The robot gets ready while the room is locked, because opening a round waits for that lock.
    """
    with transaction.atomic():
        room = room_locked(room_id)
        player, seating = robot_in_room(room_id), seating_in_room(room_id)
        if player is None or seating is None:
            return False
        room_table = SessionTable(seating)
        robot = room_table.contestant_at(player)
        if robot is None:
            return False
        room_seat = RoomSeat(room_id, player, robot.pk)
        play = room.play if room.play and room.play.seats.get(player) == robot.pk else None
        stage = SeatNow(room_table, player, robot.pk, room, play).stage
        if stage in STAGES_ANSWERED and player not in room.ready:
            return room_ready(room_seat=room_seat, play_id=play.public_id if play else "").ok
    if stage != Stage.PLAYING or play is None or play.turn != player:
        return False
    if room_table.section.session.claim_checking == ClaimChecking.EXACT and claim_check(play_id=play.pk):
        return True
    if club_robot_waits(play) and (wait := robot_waits(play, state_of(play), player)) > 0:
        jobs.enqueue("seats.robot_play", room_id, delay=wait)
        return False
    secret = f"{_secret(room_table)}/{play.public_id}/{player}"
    return robot_act(
        play=play,
        player=player,
        seat_id=robot.pk,
        secret=secret,
        choose=lambda chance: action_of(views_of(play, player), robot.robot, play.options, secret, chance),
    )


def _secret(room_table: SessionTable) -> str:
    """Return the secret behind the robot's random choices, which is the boards' seed.

    Anyone who knew the secret could predict the choices, so nobody is told the seed.
    """
    board_set = room_table.section.board_set
    return board_set.shown_seed or _opened(board_set.seed.token, board_set) if board_set else ""


@lru_cache(maxsize=64)
def _opened(token: str, board_set: BoardSet) -> str:
    return board_set.seed.open()
