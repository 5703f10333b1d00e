"""Honours in rubber bridge: points for top cards in one hand (Laws of rubber bridge; SOLO-26b, UM-18d, BS-12)."""

from collections.abc import Iterable

from games.cards import Card

HONOURS = "AKQJT"


def honours(cards: Iterable[Card], strain: str) -> int:
    """Return 150 for five trump honours, or for four aces at no trump; 100 for four trump honours; else 0."""
    held = list(cards)
    if strain == "N":
        return 150 if sum(card.rank == "A" for card in held) == 4 else 0
    return {4: 100, 5: 150}.get(sum(card.suit == strain and card.rank in HONOURS for card in held), 0)
