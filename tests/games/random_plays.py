"""Plays of any game, with actions chosen at random or by the game's robot."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from games.robots import choose
from games.rules import Rules

Player = Callable[[Rules[Any], Any, str, random.Random], str]
CARD = re.compile(r"\b(?:[SHDC][AKQJT2-9]|J[KRB])\b")
Log = list[dict[str, Any]]


def random_log(
    rules: Rules[Any], setup: dict[str, Any], options: dict[str, str], seed: int, *, anything: bool = False
) -> Log:
    """Return the log of a random play with a short auction. With `anything`, it includes claims, refusals and undos."""
    rng = random.Random(seed)
    state, log = rules.start(setup, options), []
    while (player := rules.turn(state)) is not None:
        legal = [action for action in rules.view(state, player)["legal"] if action not in ("accept", "concede")]
        if pick := rules.pick(state, player):
            choices = [(player, pick.random(rng.choice))]
        elif anything and rng.random() < 0.1:
            choices = [(actor, a) for actor in "SND" for a in rules.legal(state, actor)]
            choices = [choice for choice in choices if choice[1] not in ("accept", "concede")]
        else:
            choices = [(player, action) for action in (legal[:4] if state.phase == "auction" else legal)]
        actor, action = rng.choice(choices)
        state = rules.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    return log


def first(choices: Sequence[str]) -> str:
    """Choose as a robot does that has no chance in it."""
    return choices[0]


def robot(rules: Rules[Any], state, player: str, rng: random.Random) -> str:
    view = rules.view(state, player)
    action = choose(view, rng.choice)
    assert action is not None and (view.get("pick") or action in view["legal"]), "a robot acts by the rules"
    return action


def at_random(rules: Rules[Any], state, player: str, rng: random.Random) -> str:
    """Return a random action that does not end the game."""
    if pick := rules.pick(state, player):
        return pick.random(rng.choice)
    return rng.choice([action for action in rules.view(state, player)["legal"] if action not in ("accept", "concede")])


def played(rules: Rules[Any], state, seed: int, south: Player = robot, north: Player = robot):
    """Play a deal to its end. Return its last state and all actions."""
    rng, actions = random.Random(seed), []
    while (player := rules.turn(state)) is not None:
        actions.append((south if player == "S" else north)(rules, state, player, rng))
        state = rules.apply(state, player, actions[-1])
        assert len(actions) < 200, "it does not end"
    return state, actions
