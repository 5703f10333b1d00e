"""Point count, combined length and depth of honours (SOLO-29), limited to what a viewer may know (SOLO-29a)."""

from typing import Any

from games.cards import POINTS, SUITS, Card, hcp

Cards = tuple[Card, ...]


def hint(hand: Cards | None, dummy: Cards) -> dict[str, Any]:
    """Return the hint for one player's cards. `hand` is None if the viewer is not allowed to count it.

    `depth` is the number of cards between an honour (A K Q J) and the nearer end of the dummy; it is 0 at an end.
    """
    points = None if hand is None else hcp(hand)
    of_dummy, lengths = hcp(dummy), zip(SUITS, _lengths(hand), _lengths(dummy), strict=True)
    return {
        "hand": points,
        "dummy": of_dummy,
        "both": None if points is None else points + of_dummy,
        "suits": {suit: [own, behind] for suit, own, behind in lengths},
        "depth": depth_of_honours(dummy),
    }


def depth_of_honours(dummy: Cards) -> dict[str, int]:
    last = len(dummy) - 1
    return {card.text: min(place, last - place) for place, card in enumerate(dummy) if card.rank in POINTS}


def _lengths(cards: Cards | None) -> list[int | None]:
    """Return the number of cards in each suit, or None for each if the cards may not be counted."""
    if cards is None:
        return [None] * len(SUITS)
    suits = [card.suit for card in cards]
    return [suits.count(suit) for suit in SUITS]
