"""Two Handed Solo Bridge: sane bids and legal, sensible cards. It always brings a board to its end."""

from collections.abc import Callable, Sequence
from typing import Any

from games.robots.solo.bidding import choose_call
from games.robots.solo.cardplay import accepts, choose_card

Pick = Callable[[Sequence[str]], str]

__all__ = ["Pick", "choose"]


def choose(view: dict[str, Any], pick: Pick) -> str | None:
    """The action text for the viewer of this view, None when it is not his turn.

    `pick` chooses among equals (pass `random.Random(seed).choice`, or the first for a script without chance).
    """
    turn = view["turn"]
    if turn is None or turn["player"] != view["me"]:
        return None
    if turn["what"] == "claim":
        return "accept" if accepts(view) else "refuse"
    if turn["what"] == "undo":
        return "undo:yes"
    return choose_call(view, pick) if turn["what"] == "call" else choose_card(view, pick)
