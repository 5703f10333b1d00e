"""Random plays of any game, for tests of what a seat is sent."""

import random
import re
from typing import Any

from games.rules import Rules

CARD = re.compile(r"\b(?:[SHDC][AKQJT2-9]|J[KRB])\b")
Log = list[dict[str, Any]]


def random_log(
    rules: Rules[Any], setup: dict[str, Any], options: dict[str, str], seed: int, *, anything: bool = False
) -> Log:
    """Return a whole random play with a short auction. With `anything`, claims, refusals and undos happen too."""
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
