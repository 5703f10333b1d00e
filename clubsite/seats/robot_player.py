"""The robot in the empty seat of an odd field: it gets ready, calls, plays, answers and agrees as a person would.

It gets what its own seat is shown, acts through the services of a socket, and holds no ticket.
"""

import logging
import uuid
from random import Random
from traceback import format_tb
from typing import Any

from django.db import Error as DatabaseError
from django.db import transaction

from clubsite.analysis.robot_choice import action_of, views_of, without_proof
from clubsite.analysis.services.claim_check import claim_check
from clubsite.core import jobs
from clubsite.duplicate.models import ClaimChecking
from clubsite.duplicate.selectors.tables import robot_in_room, robot_rooms, seating_in_room
from clubsite.play.acts import play_act
from clubsite.play.misclicks import club_robot_waits, robot_waits
from clubsite.play.models import Play
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.selectors import state_of
from clubsite.play.services import room_locked, room_ready
from clubsite.play.table_state import Stage
from clubsite.seats.seat_now import SeatNow, SessionTable

log = logging.getLogger(__name__)
MOST_ACTS = 120  # of one job: more than one side has in any board
STAGES_ANSWERED = (Stage.READY, Stage.RESULT)


def robot_play(*, room_id: int) -> int:
    """Do everything that the robot of this room has to do now. Return the number of acts. Can run twice at once."""
    for acts in range(MOST_ACTS):
        if not _act(room_id):
            return acts
    log.error("The robot of room %s does not come to an end", room_id)
    return MOST_ACTS


def robots_sweep() -> int:
    """Run robots whose message was lost. Return the number of acts."""
    return sum(tried(room_id) for room_id in robot_rooms())


def tried(room_id: int) -> int:
    """Run `robot_play`. A broken table delays no other and its log names no card; a broken database is raised."""
    try:
        return robot_play(room_id=room_id)
    except DatabaseError:
        raise
    except Exception as error:
        where = "".join(format_tb(error.__traceback__))
        log.error("The robot of room %s failed: %s\n%s", room_id, type(error).__name__, where)
        return 0


def _act(room_id: int) -> bool:
    """Do one act, if the robot has one to do. It gets ready under the room's lock: a round that opens
    waits for that.
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
    return _play_on(play, room_seat, robot.robot, _secret(room_table))


def _secret(room_table: SessionTable) -> str:
    """Return the secret of the robot's random choices. Whoever knew it could predict them, so nobody is told the
    boards' seed.
    """
    board_set = room_table.section.board_set
    return board_set.seed if board_set else ""


def _play_on(play: Play, room_seat: RoomSeat, strength: str, secret: str) -> bool:
    views = views_of(play, room_seat.player)
    chance = Random(f"{secret}/{play.public_id}/{play.seq}").choice
    action = _chosen(play, views, strength, chance)
    if action is None:
        return False
    answer = _send(play, room_seat, action, secret)
    if answer.code == "illegal" and views[-1]["legal"]:
        # A table must never hang: play anything legal, and log a line for the person who fixes the robot.
        _report(play, f"chose an illegal {action.partition(':')[0]}")
        answer = _send(play, room_seat, chance(without_proof(views[-1]["legal"])), secret)
    return bool(answer.ok or answer.code == "stale")


def _chosen(play: Play, views: list[dict[str, Any]], strength: str, chance: Any) -> str | None:
    """Return the robot's action. If the robot fails, return one that no game has, which counts as illegal."""
    try:
        return action_of(views, strength, play.options, chance)
    except Exception as error:
        where = "".join(format_tb(error.__traceback__))
        _report(play, f"failed with {type(error).__name__}", f"\n{where}")
        return "nothing"


def _report(play: Play, what: str, where: str = "") -> None:
    """Log a line for the person who fixes the robot. The cards of a live board stay out of it: no action, no error
    text.
    """
    log.error("The robot %s after event %s of play %s%s", what, play.seq, play.public_id, where)


def _send(play: Play, room_seat: RoomSeat, action: str, secret: str) -> Any:
    """Send an act whose id depends only on the act and its moment, and is secret: two jobs apply it once."""
    moment = f"{secret}/{play.public_id}/{play.seq}/{room_seat.player}/{action}"
    return play_act(
        play_id=play.public_id,
        player=room_seat.player,
        seat_id=room_seat.seat_id,
        client_id=uuid.uuid5(uuid.NAMESPACE_OID, moment),
        seq=play.seq,
        action=action,
    )
