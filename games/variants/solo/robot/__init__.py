"""A robot for Two Handed Solo Bridge: it makes sound bids, plays sensible legal cards, and finishes every board."""

from games.robot_views import Chance, View
from games.variants.solo.robot.bidding import choose_call
from games.variants.solo.robot.cardplay import accepts, choose_card


def choose(view: View, chance: Chance) -> str:
    """Return the action for the viewer of this view, who has to act now."""
    what = view["turn"]["what"]
    if what == "claim":
        return "accept" if accepts(view) else "refuse"
    return choose_call(view, chance) if what == "call" else choose_card(view, chance)
