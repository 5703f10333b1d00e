"""Helpers for tests that act at a table, in any game."""

import random
from dataclasses import dataclass
from typing import Any

import pytest

from games.errors import IllegalAction
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
