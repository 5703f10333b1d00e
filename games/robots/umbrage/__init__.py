"""Umbrage: bids by the tricks that its hand takes, changes poor cards, counts what the other cannot beat."""

from collections.abc import Callable, Sequence
from typing import Any

from games.robots.umbrage.bidding import choose_call, takes_umbrage
from games.robots.umbrage.cardplay import accepts, choose_card
from games.robots.umbrage.drawing import choose_discards

Chance = Callable[[Sequence[str]], str]


def choose(view: dict[str, Any], chance: Chance) -> str | None:
    """The action for the viewer of this view, None when nothing is asked of him."""
    turn = view["turn"]
    if turn is None or turn["player"] != view["me"]:
        return None
    if turn["what"] == "claim":
        return "accept" if accepts(view) else "refuse"
    if turn["what"] == "undo":
        return "undo:yes"
    if turn["what"] == "choose":
        return "umbrage:take" if takes_umbrage(view) else "umbrage:stay"
    if turn["what"] == "pick":
        return choose_discards(view)
    return choose_call(view, chance) if turn["what"] == "call" else choose_card(view, chance)
