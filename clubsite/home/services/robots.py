"""Robots at home: in the empty seat, for a player whose time is up, and with the same deals as a solitaire's player.

A robot gets only the views from its own seat, exactly as a person in that seat would.
"""

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubsite.analysis.services.plays import claim_check, claims_ask
from clubsite.analysis.services.robots import MOST_ACTS, action_of, robot_act, tried, views_of
from clubsite.core import jobs
from clubsite.home.models import HomeMatch, HomeSeat, RobotDeal
from clubsite.home.questions import USUAL_STRENGTH
from clubsite.home.selectors.club_boards import deals_to_play
from clubsite.home.selectors.matches import home_claims_waiting, seconds_left
from clubsite.home.services.matches import match_advance
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


CALL, LEAD, CARD, ANSWER, OTHER = 2.6, 2.2, 1.3, 1.6, 2.6  # usual seconds
SPREAD = 0.4  # of the logarithm: two thirds of all acts take from 0.67 to 1.5 times the usual
LONGEST_THOUGHT = 8.0  # seconds


def thinking_seconds(view: Mapping[str, Any], moment: str) -> float:
    """Return how long the robot thinks about its act in this view. `moment` is a secret text, other for every act.

    A request to take back is answered at once.
    """
    what = view["turn"]["what"]
    if what == "undo":
        return 0.0
    leads = what == "card" and not view["trick"]["cards"]
    usual = {"call": CALL, "claim": ANSWER, "card": LEAD if leads else CARD}.get(what, OTHER)
    return min(LONGEST_THOUGHT, usual * Random(moment).lognormvariate(0, SPREAD)) * float(settings.ROBOT_PACE)


ROBOT_DEAL_SECONDS_A_SWEEP = 2.0


def robot_deals_sweep() -> int:
    """Let robots play for a while the deals whose job was lost. Return how many they played."""
    ends, made = time.monotonic() + ROBOT_DEAL_SECONDS_A_SWEEP, 0
    for play_id in deals_to_play().values_list("pk", flat=True):
        if time.monotonic() > ends:
            break
        made += tried(robot_deal_make, play_id=play_id) or 0
    return made


def robot_deal_make(*, play_id: int) -> bool:
    """Let a robot play this deal, and store its result. Return False if there is nothing to play, or not any more.

    It plays outside any transaction, and always does the same with the same deal: two jobs at once store one row.
    """
    play = deals_to_play().filter(pk=play_id).first()
    if play is None:
        return False
    match = HomeMatch.objects.get(room=play.room_id)
    outcome = _outcome(play, match.strength, f"{match.seed}/{play.setup['board']}/same deal")
    result = {name: outcome[name] for name in ("contract", "declarer", "tricks")}
    with transaction.atomic():
        if not Play.objects.select_for_update(no_key=True).filter(pk=play_id).exists():
            return False  # the match was deleted meanwhile
        return RobotDeal.objects.get_or_create(play=play, defaults=result)[1]


def _outcome(play: Play, strength: str, secret: str) -> dict[str, Any]:
    """Return the outcome of the deal if a robot of this strength plays it. Nobody else may know the `secret`."""
    rules = rules_for(play.game)
    (player,) = rules.players
    state, chance = rules.start(play.setup, play.options), Random(secret).choice
    views = [rules.view(state, player)]
    for _ in range(MOST_ACTS):
        if rules.turn(state) is None:
            return rules.outcome(state) or {}
        action = action_of(views, strength, play.options, secret, chance)
        state = rules.apply(state, player, str(action))
        views.append(rules.view(state, player))
    raise RuntimeError(f"The robot does not come to an end of play {play.public_id}")


def clock_run(*, match_id: int) -> int:
    """Act for the player on turn as long as that player's time is up. Return the number of actions.

    The robot sees what the player's seat was shown, and no more. Safe to run twice at once.
    """
    match = HomeMatch.objects.filter(pk=match_id).exclude(clock=0).first()
    for acts in range(MOST_ACTS if match is not None else 0):
        assert match is not None
        play = Play.objects.filter(room_id=match.room_id, status=PlayStatus.LIVE).first()
        if play is None or not play.turn or seconds_left(match, play)[play.turn] > 0 or not _act_for(match, play):
            return acts
    return 0


def _act_for(match: HomeMatch, play: Play) -> bool:
    player = play.turn
    strength = match.strength or USUAL_STRENGTH
    secret = f"{match.seed}/{play.setup['board']}/{player}"
    return robot_act(
        play=play,
        player=player,
        seat_id=play.seats[player],
        secret=secret,
        choose=lambda chance: action_of(views_of(play, player), strength, play.options, secret, chance),
    )


def clock_sweep() -> None:
    """Look at every deal that is played with a clock."""
    running = HomeMatch.objects.filter(clock__gt=0, room__play__status=PlayStatus.LIVE)
    for match_id in running.values_list("pk", flat=True):
        tried(clock_run, match_id=match_id)
