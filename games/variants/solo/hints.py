"""Point count, combined length and depth of honours (SOLO-29), as far as a viewer is allowed to know (SOLO-29a)."""

from typing import Any

from games.cards import POINTS, SUITS, Card, hcp

Cards = tuple[Card, ...]


def hint(hand: Cards | None, dummy: Cards) -> dict[str, Any]:
    """Return the hint for one player's cards. `hand` is None if the viewer is not allowed to count it.

    `depth` is the number of cards between an honour (A K Q J) and the nearer end of the dummy; it is 0 at an end.
    """
    points = None if hand is None else hcp(hand)
    return {
        "hand": points,
        "dummy": hcp(dummy),
        "both": None if points is None else points + hcp(dummy),
        "suits": {suit: [None if hand is None else _length(hand, suit), _length(dummy, suit)] for suit in SUITS},
        "depth": depth_of_honours(dummy),
    }


def depth_of_honours(dummy: Cards) -> dict[str, int]:
    last = len(dummy) - 1
    return {card.text: min(place, last - place) for place, card in enumerate(dummy) if card.rank in POINTS}


def _length(cards: Cards, suit: str) -> int:
    return sum(card.suit == suit for card in cards)
