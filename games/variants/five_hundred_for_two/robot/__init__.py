"""A robot for 500 for two: it plays out the deal for every strain that may be bid and every card it may play.

The robot knows only what its view shows, so it tries several hands that the opponent may have.
"""

from games.robot_views import Chance, View
from games.variants.five_hundred_for_two.robot.bidding import choose_call, choose_discards
from games.variants.five_hundred_for_two.robot.cardplay import accepts, choose_card


def choose(view: View, chance: Chance) -> str:
    """Return the action for the viewer of this view, who has to act now."""
    match view["turn"]["what"]:
        case "claim":
            return "accept" if accepts(view, chance) else "refuse"
        case "call":
            return choose_call(view, chance)
        case "pick":
            return choose_discards(view)
    return choose_card(view, chance)
