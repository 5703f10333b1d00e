"""Crow's method: two players each have a hand and a dummy, and only the END cards of a dummy may be played.

These are the seats and the ENDS rule of Two Handed Solo Bridge. Whist for two and 500 for two use them too
(SOLO-2, SOLO-16, SOLO-17, SOLO-20, SOLO-28).
"""

from collections.abc import Callable

from games.cards import Card
from games.players import is_vulnerable
from games.seats import Seat

OWNER = {Seat.S: "S", Seat.E: "S", Seat.N: "N", Seat.W: "N"}  # SOLO-2


def is_hand_vulnerable(seat: Seat, vul: str) -> bool:
    """True if the player who owns this hand is vulnerable: South for S and E, North for N and W (SOLO-2, SOLO-23)."""
    return is_vulnerable(OWNER[seat], vul)


HAND_OF = {"S": Seat.S, "N": Seat.N}
DUMMY_OF = {"S": Seat.E, "N": Seat.W}
DUMMIES = frozenset(DUMMY_OF.values())

Cards = tuple[Card, ...]


def ends(dummy: Cards) -> Cards:
    """Return the cards at the two ends of a dummy. A single card counts as both ends (SOLO-16, SOLO-20)."""
    return (dummy[0], dummy[-1]) if len(dummy) > 1 else dummy


def may_play(cards: Cards, is_dummy: bool, follows: Callable[[Card], bool]) -> Cards:
    """Return the cards that may be played from a hand, or from a dummy's ENDS.

    `follows` tells whether a card belongs to the suit led.
    """
    open_cards = ends(cards) if is_dummy else cards
    return tuple(card for card in open_cards if follows(card)) or open_cards


def depth(dummy: Cards, card: Card) -> int:
    """Return the number of cards between this card and its nearer END."""
    place = dummy.index(card)
    return min(place, len(dummy) - 1 - place)
