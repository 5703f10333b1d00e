"""Drafting: which cards to take, and which of the dummy's cards to keep secret."""

from collections.abc import Sequence

from games.cards import CARD_BY_TEXT, Card
from games.robot_views import View

HONOUR_VALUE = {"A": 4.2, "K": 3.0, "Q": 1.9, "J": 1.1, "T": 0.6}
LENGTH_VALUE = 0.4  # the worth of each card of the same suit beyond a quarter of the hand
ENOUGH_VALUE = 1.0  # a little more than the expected worth of the card below


def keeps(first: Card, hand: Sequence[Card]) -> bool:
    """True if the first card of a turn is better than the unknown card that would replace it."""
    held = sum(card.suit == first.suit for card in hand)
    return HONOUR_VALUE.get(first.rank, 0.0) + LENGTH_VALUE * (held - len(hand) / 4) >= ENOUGH_VALUE


def choose_secret(view: View) -> str:
    """Choose the dummy's strongest card, preferably a high trump, so that the defender cannot use it."""
    trump = view["contract"]["strain"]

    def strength(action: str) -> tuple[int, str]:
        card = CARD_BY_TEXT[action.removeprefix("secret:")]
        return card.strength + (4 if card.suit == trump else 0), action

    return str(max(view["legal"], key=strength))
