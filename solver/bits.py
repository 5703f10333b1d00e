"""Cards as numbers: suit * 16 + rank, with suits C D H S and ranks from two (0) to ace (12); see core/cards.hpp."""

from collections.abc import Iterable

from games.calls import STRAINS
from games.cards import FULL_DECK, Card

LANE, WIDTH, NO_TRUMP = 0x1FFF, 16, 4
SUITS = range(4)
NUMBER = {card: STRAINS.index(card.suit) * WIDTH + card.strength - 2 for card in FULL_DECK}
CARD = {number: card for card, number in NUMBER.items()}
SUIT_MASK = tuple(LANE << WIDTH * suit for suit in SUITS)


def mask(cards: Iterable[Card]) -> int:
    """Return a mask with one bit for each card."""
    return sum(1 << NUMBER[card] for card in cards)


def numbers(cards: Iterable[Card]) -> bytes:
    """Return the numbers of the cards, one byte per card, in the order given."""
    return bytes(NUMBER[card] for card in cards)
