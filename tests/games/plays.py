"""Helpers for tests that act at a table, in any game."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from games.errors import IllegalAction
from games.robots import choose
from games.rules import Rules


@dataclass(frozen=True)
class Acts:
    """Helpers for acting in one game, used by the game's module of test positions."""

    rules: Rules[Any]

    def play(self, state, *actions: str):
        """Return the state after these actions by the player to act or a named actor: `"c:1S"`, `"D undo"`."""
        for entry in actions:
            actor, _, action = entry.rpartition(" ")
            state = self.rules.apply(state, actor or str(self.rules.turn(state)), action)
        return state

    def play_on(self, state, cards: int, seed: int = 1):
        """Return the state after this many more random cards, or fewer if the deal ends first."""
        rng = random.Random(seed)
        for _ in range(cards):
            player = self.rules.turn(state)
            if player is None:
                break
            state = self.rules.apply(state, player, rng.choice(self.rules.view(state, player)["legal"]))
        return state

    def refused(self, state, actor: str, action: str) -> IllegalAction:
        """Return the refusal of an action. Fail if the action is not refused."""
        with pytest.raises(IllegalAction) as caught:
            self.rules.apply(state, actor, action)
        return caught.value

    def may_play(self, state) -> set[str]:
        """Return the cards that the player whose turn it is may play, without the prefix `p:`."""
        legal = self.rules.legal(state, str(self.rules.turn(state)))
        return {action[2:] for action in legal if action.startswith("p:")}


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


def most(rules: Rules[Any], state, claimant: str) -> int:
    """Return the claimant's tricks in the deal with best play by both players, found by trying every legal card."""
    player = rules.turn(state)
    if player is None:
        return tricks_of(rules, state, claimant)
    actions = rules.view(state, player)["legal"]
    tricks = [most(rules, rules.apply(state, player, action), claimant) for action in actions]
    return max(tricks) if player == claimant else min(tricks)


def tricks_of(rules: Rules[Any], state, player: str) -> int:
    won: int = rules.view(state, "D")["tricks"][player]
    return won
