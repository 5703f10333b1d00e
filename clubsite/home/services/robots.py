"""The robot at a table. It gets only the views from its own seat, exactly as a person in that seat would."""

import logging
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.analysis.robot_choice import action_of, views_of
from clubsite.analysis.services.claim_check import claim_check, claims_ask
from clubsite.analysis.services.robot_acts import MOST_ACTS, robot_act, tried
from clubsite.core import jobs
from clubsite.home.models import HomeMatch, HomeSeat
from clubsite.home.selectors.matches import home_claims_waiting
from clubsite.home.services.matches import match_advance
from clubsite.home.services.robot_pace import thinking_seconds
from clubsite.play.misclicks import robot_waits
from clubsite.play.models import Play, PlayStatus
from clubsite.play.selectors import state_of
from games.players import OPPONENT
from games.registry import rules_for

log = logging.getLogger(__name__)
ROBOT_PLAYER = "N"  # its player
MAX_ROBOT_WAIT = timedelta(seconds=10)
FORGOTTEN_AFTER = timedelta(minutes=1)


def robot_play(*, match_id: int) -> int:
    """Do everything that this match's robot has to do now. Return the number of actions. Safe to run twice at once."""
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
    """Perform one action if the robot has anything to do. Return True if it acted."""
    rules, state = rules_for(play.game), state_of(play)
    view = rules.view(state, seat.player)
    if seat.match.claims_checked and view["claim"] is not None and claim_check(play_id=play.pk):
        return True
    if (wait := _waits(seat, play, state, view)) > 0:
        jobs.enqueue("home.robot_play", seat.match_id, delay=wait)
        return False
    secret = f"{seat.match.seed}/{play.setup['board']}/{seat.player}"
    return robot_act(
        play=play,
        player=seat.player,
        seat_id=seat.pk,
        secret=secret,
        choose=lambda chance: action_of(views_of(play, seat.player), seat.match.strength, play.options, secret, chance),
    )


def _waits(seat: HomeSeat, play: Play, state: Any, view: dict[str, Any]) -> float:
    """Return how many more seconds the robot waits: as long as a misclick may be taken back, and as long as it seems
    to think. A robot's action ends the time in which the player may take something back.
    """
    if view["turn"] is None or view["turn"]["player"] != seat.player:
        return 0.0
    misclick = robot_waits(play, state, seat.player) if play.turn == seat.player else 0.0
    if seat.match.at_once:
        return misclick
    thought = abs((timezone.now() - play.acted_at).total_seconds())  # a clock that was set back holds up no robot
    return max(misclick, thinking_seconds(view, f"{seat.match.seed}/{play.public_id}/{play.seq}/pace") - thought)


def lounge_sweep() -> int:
    """Do the work that lost messages left undone: for robots that have not acted, and where everyone is ready.

    If it is only the robot's turn, the age of the play does not matter. If both players may act, a person's action
    wakes the robot, so such plays are checked only for a while.
    """
    now = timezone.now()
    waiting = HomeMatch.objects.filter(
        Q(room__play__turn=ROBOT_PLAYER)
        | Q(room__play__turn=OPPONENT[ROBOT_PLAYER], room__play__acted_at__gt=now - FORGOTTEN_AFTER),
        seats__robot=True,
        room__play__status=PlayStatus.LIVE,
        room__play__acted_at__lt=now - MAX_ROBOT_WAIT,
    )
    acts = [tried(robot_play, match_id=pk) for pk in waiting.values_list("pk", flat=True)]
    ready = HomeMatch.objects.filter(room__ready=["N", "S"])
    for room_id in ready.values_list("room_id", flat=True):
        tried(match_advance, room_id=room_id)
    claims_ask(home_claims_waiting().exclude(room__home_match__seats__robot=True))
    return sum(filter(None, acts))
