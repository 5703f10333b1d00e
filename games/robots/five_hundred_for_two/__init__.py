"""500 for two: it plays a deal out in its mind, quickly, for every strain to bid and every card to play.

What its view does not show it does not know: there it thinks of several hands that the opponent may have.
"""

from games.robots.five_hundred_for_two.bidding import choose_call, choose_discards
from games.robots.five_hundred_for_two.cardplay import accepts, choose_card
from games.robots.five_hundred_for_two.worlds import Chance, View

__all__ = ["choose"]


def choose(view: View, chance: Chance) -> str | None:
    """The action for the viewer of this view, None when nothing is asked of him."""
    turn = view["turn"]
    if turn is None or turn["player"] != view["me"]:
        return None
    match turn["what"]:
        case "claim":
            return "accept" if accepts(view, chance) else "refuse"
        case "undo":
            return "undo:yes"
        case "call":
            return choose_call(view, chance)
        case "pick":
            return choose_discards(view)
    return choose_card(view, chance)
