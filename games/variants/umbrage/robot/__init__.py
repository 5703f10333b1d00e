"""A robot for Umbrage: it bids its hand's value, exchanges poor cards, and counts the cards that cannot be beaten."""

from games.robot_views import Chance, View
from games.variants.umbrage.robot.bidding import choose_call, takes_umbrage
from games.variants.umbrage.robot.cardplay import accepts, choose_card
from games.variants.umbrage.robot.drawing import choose_discards


def choose(view: View, chance: Chance) -> str:
    """Return the action for the viewer of this view, who has to act now."""
    match view["turn"]["what"]:
        case "claim":
            return "accept" if accepts(view) else "refuse"
        case "choose":
            return "umbrage:take" if takes_umbrage(view) else "umbrage:stay"
        case "pick":
            return choose_discards(view)
        case "call":
            return choose_call(view, chance)
    return choose_card(view, chance)
