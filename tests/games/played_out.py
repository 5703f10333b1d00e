"""The end of a deal played out by its game's rules, in all lines."""

from typing import Any

from games.rules import Rules


def most(rules: Rules[Any], state, claimant: str) -> int:
    """Return the claimant's tricks in the deal with best play by both players, found by trying every legal card."""
    player = rules.turn(state)
    if player is None:
        return tricks_of(rules, state, claimant)
    actions = rules.view(state, player)["legal"]
    found = [most(rules, rules.apply(state, player, action), claimant) for action in actions]
    return max(found) if player == claimant else min(found)


def tricks_of(rules: Rules[Any], state, player: str) -> int:
    won: int = rules.view(state, "D")["tricks"][player]
    return won
