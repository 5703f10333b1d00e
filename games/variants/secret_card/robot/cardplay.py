"""Card play: a card's chance of winning the trick, weighed against its value later in the play."""

from games.cards import CARD_BY_TEXT, Card
from games.robot_views import Chance, View, any_of
from games.variants.secret_card.robot.chances import SeenTrick, cards_of

CARD_COST = {"A": 0.45, "K": 0.34, "Q": 0.24, "J": 0.16, "T": 0.1}  # in tricks
SMALL_COST = 0.005  # for each step of a small card
TRUMP_COST = 0.2
DUMMY_COST = 0.5  # as a share of the cost in hand: the opponent may use what the dummy keeps


def choose_card(view: View, chance: Chance) -> str:
    """Return one of the view's legal cards, as an action."""
    legal: list[str] = view["legal"]
    if len(legal) == 1:
        return legal[0]
    table = SeenTrick(view)
    dummy = view["turn"]["hand"] == "D"
    worth = {action: _worth(table, CARD_BY_TEXT[action[2:]], dummy) for action in legal}
    best = max(worth.values())
    equals = [action for action in legal if worth[action] > best - 1e-9]
    return any_of(equals, chance)


def stops(view: View) -> bool:
    """True if declarer should play the secret card in place of the card that the defender intends to play."""
    table = SeenTrick(view)
    secret, table.secret = table.secret, None  # it cannot be played a second time in this trick
    assert secret is not None
    by = view["more"]["turn_order"][len(table.played)]["by"]
    let = table.chance([*table.played, (CARD_BY_TEXT[view["more"]["intended"]], by)])
    return table.with_card(secret) - let > cost(secret, table.trump)


def accepts(view: View) -> bool:
    """True if the claimant, on lead from hand, shows at least as many unbeatable cards as the tricks claimed."""
    claim, secret = view["claim"], view["more"]["secret"]
    if claim["takes"] == 0:
        return True
    leads = not view["trick"]["cards"] and view["more"]["turn_order"][0]["hand"] == claim["by"]
    if not leads or claim["cards"] is None or (secret["hidden"] and secret["card"] is None):
        return False
    others = cards_of(view["hands"][view["me"]]["cards"]) + cards_of(view["hands"]["D"]["cards"])
    others += cards_of([secret["card"]] if secret["hidden"] else [])
    # A winning card of the dummy's would take the lead out of the claimant's hand.
    if any(card.suit == view["contract"]["strain"] for card in others):
        return False
    return sum(_unbeaten(card, others) for card in cards_of(claim["cards"])) >= int(claim["takes"])


def cost(card: Card, trump: str) -> float:
    """Return the cost, in tricks, of giving up a card."""
    return CARD_COST.get(card.rank, SMALL_COST * card.strength) + (TRUMP_COST if card.suit == trump else 0.0)


def _worth(table: SeenTrick, card: Card, dummy: bool) -> float:
    shared = dummy and card != table.secret
    return table.with_card(card) - cost(card, table.trump) * (DUMMY_COST if shared else 1.0)


def _unbeaten(card: Card, others: list[Card]) -> bool:
    return not any(_beats(other, card) for other in others)


def _beats(card: Card, other: Card) -> bool:
    return card.suit == other.suit and card.strength > other.strength
