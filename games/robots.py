"""Robots for every game. A robot sees only its own seat's view, the same view that a person in that seat is shown.

Robots are used in the lounge, for the other tables of a demo night, and for rehearsals (`play_night`). No robot
imports the rules of its game: the view says which actions are allowed.
"""

from games.registry import game_for
from games.robot_views import Chance, View


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
    return game_for(view["game"]).robot(view, chance)
