"""A robot for the secret-card game: it drafts strength and length, bids their value, and weighs each card's chances."""

from games.cards import CARD_BY_TEXT
from games.robot_views import Chance, View
from games.variants.secret_card.robot.bidding import choose_call
from games.variants.secret_card.robot.cardplay import accepts, choose_card, stops
from games.variants.secret_card.robot.drafting import choose_secret, keeps


def choose(view: View, chance: Chance) -> str:
    """Return the action for the viewer of this view, who has to act now."""
    stage = view["more"]["stage"]
    if view["turn"]["what"] == "claim":
        return "accept" if accepts(view) else "refuse"
    if stage == "first":
        hand = [CARD_BY_TEXT[text] for text in view["hands"][view["me"]]["cards"]]
        return "keep" if keeps(CARD_BY_TEXT[view["more"]["draft"]["first"]], hand) else "reject"
    if stage == "second":
        return "seen"
    if stage == "call":
        return choose_call(view)
    if stage == "secret":
        return choose_secret(view)
    if stage == "answer":
        return "stop" if "stop" in view["legal"] and stops(view) else "let"
    return choose_card(view, chance)
