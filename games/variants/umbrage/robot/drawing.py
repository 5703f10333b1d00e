"""Choosing the cards to exchange for unseen cards from the bridge."""

from games.cards import CARD_BY_TEXT, SUITS, Card
from games.robot_views import View
from games.variants.umbrage.robot.bidding import best_strain
from games.variants.umbrage.robot.cardplay import cards_in

POOR_HAND = 10  # a ten or lower: an unseen card is worth more on the average


def choose_discards(view: View) -> str:
    """Choose the poorest cards to lay down, starting with short suits. `draw:` means that no card is exchanged."""
    pick = view["pick"]
    cards = [CARD_BY_TEXT[text] for text in pick["cards"]]
    trump = _trump(view)
    length = {suit: sum(card.suit == suit for card in cards) for suit in SUITS}

    def price(card: Card) -> tuple[int, int]:
        return card.strength, length[card.suit]

    poor = sorted((card for card in cards if card.suit != trump and card.strength <= POOR_HAND), key=price)
    draw = view["more"]["draw"]
    if not poor and draw["bidder"] == view["me"] and view["more"]["bridge"] > 2:
        # A player who draws none would leave the opponent all the cards.
        poor = [min(cards, key=lambda card: (card.suit == trump, card.strength))]
    chosen = poor[: pick["most"]]
    return f"draw:{'.'.join(card.text for card in chosen)}"


def _trump(view: View) -> str:
    """Return the suit to keep: the contract's suit if it is final or the viewer bid it, else the hand's best suit."""
    draw = view["more"]["draw"]
    bid = next(entry["call"] for entry in reversed(view["auction"]) if entry["call"][0] in "1234567")
    if draw["final"] or draw["bidder"] == view["me"]:
        return str(bid[1])
    return best_strain(cards_in(view, view["me"]))
