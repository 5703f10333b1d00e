"""The robot at a table. It is handed the view of its own seat, the same object as a person's, and nothing else."""

import logging
import uuid
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.lounge.models import Against, HomeMatch, HomeSeat, MatchState
from clubsite.lounge.services.matches import match_advance, who
from clubsite.play.models import Play, PlayStatus
from clubsite.play.selectors import state_of
from clubsite.play.services import play_act
from games.registry import rules_for
from games.robots import choose

log = logging.getLogger(__name__)
MOST_ACTS = 120  # of one job: more than the robot has in any deal
STUCK = timedelta(seconds=4)
FORGOTTEN = timedelta(minutes=1)


def robot_play(*, match_id: int) -> int:
    """Everything that the robot of this match has to do now. Returns how many acts that was; can run twice at once."""
    seat = HomeSeat.objects.filter(match_id=match_id, robot=True).select_related("match__room").first()
    if seat is None:
        return 0
    for acts in range(MOST_ACTS):
        play = Play.objects.filter(room_id=seat.match.room_id, status=PlayStatus.LIVE).first()
        if play is None or not _act(seat, play):
            return acts
    log.error("The robot of match %s does not come to an end", match_id)
    return MOST_ACTS


def _act(seat: HomeSeat, play: Play) -> bool:
    """One act, if the robot has one to do."""
    rules = rules_for(play.game)
    state = state_of(play)
    view = rules.view(state, seat.player)
    chance = Random(f"{play.public_id}/{play.seq}")
    action = choose(view, chance.choice)
    if action is None:
        return False
    answer = _send(seat, play, action)
    if answer.code == "illegal":
        # A table must never hang: anything legal, and a line in the log for whoever mends the robot.
        log.error("The robot of %s chose %r in play %s: %s", play.game, action, play.public_id, answer.reason)
        pick = rules.pick(state, seat.player)
        answer = _send(seat, play, pick.random(chance.choice) if pick else chance.choice(view["legal"]))
    return bool(answer.ok or answer.code == "stale")


def _send(seat: HomeSeat, play: Play, action: str) -> Any:
    """The same act of the same moment has the same id: two jobs at once apply it once."""
    once = uuid.uuid5(uuid.NAMESPACE_OID, f"{play.public_id}/{play.seq}/{seat.player}/{action}")
    return play_act(
        play_id=play.public_id,
        player=seat.player,
        who=who(seat),
        client_id=once,
        seq=play.seq,
        action=action,
    )


def lounge_sweep() -> int:
    """What a lost message left undone: robots that have not answered, tables where all are ready."""
    now = timezone.now()
    waiting = HomeMatch.objects.filter(
        Q(room__play__turn__in=["S", "N"]),
        against=Against.ROBOT,
        state=MatchState.PLAYING,
        room__play__status=PlayStatus.LIVE,
        room__play__acted_at__lt=now - STUCK,
        room__play__acted_at__gt=now - FORGOTTEN,
    )
    acts = sum(robot_play(match_id=pk) for pk in waiting.values_list("pk", flat=True))
    ready = HomeMatch.objects.filter(room__ready=["N", "S"]).exclude(state=MatchState.WAITING)
    for room_id in ready.values_list("room_id", flat=True):
        match_advance(room_id=room_id)
    return acts
