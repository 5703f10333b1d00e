"""Robots for every game. A robot sees only its own seat's view, the same view that a person in that seat is shown.

Robots are used in the lounge, for the other tables of a demo night, and for rehearsals (`play_night`). No robot
imports the rules of its game: the view says which actions are allowed.
"""

from collections.abc import Callable

from games.robots import bridge_solitaire, five_hundred_for_two, secret_card, solo, umbrage, whist_for_two
from games.robots.reading import Chance, View

# Each answers a view in which its viewer is asked something.
_ROBOTS: dict[str, Callable[[View, Chance], str]] = {
    "bridge_solitaire": bridge_solitaire.choose,
    "five_hundred_for_two": five_hundred_for_two.choose,
    "secret_card": secret_card.choose,
    "solo": solo.choose,
    "umbrage": umbrage.choose,
    "whist_for_two": whist_for_two.choose,
}


def choose(view: View, chance: Chance) -> str | None:
    """Return the action for the viewer of this view, or None if the viewer is not asked to do anything.

    `chance` chooses among equally good actions. Pass `random.Random(seed).choice`, or, for a robot without
    randomness, a function that returns the first action.
    """
    turn = view["turn"]
    if turn is None or turn["player"] != view["me"]:
        return None
    if turn["what"] == "undo":
        return "undo:yes"
    return _ROBOTS[view["game"]](view, chance)
