"""A robot plays the finished deals of a solitaire, with the same cards, from its own views and from nothing else."""

import time
from random import Random
from typing import Any

from django.db import transaction

from clubsite.analysis.robot_choice import action_of
from clubsite.analysis.services.robot_acts import MOST_ACTS, tried
from clubsite.home.models import HomeMatch, RobotDeal
from clubsite.home.selectors.same_deals import deals_to_play
from clubsite.play.models import Play
from games.registry import rules_for

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
