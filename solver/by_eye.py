"""The rough value of a card, for positions whose search would take too long. This module searches nothing."""

from games.cards import Card
from games.end_dummies import DUMMIES
from games.seats import SEATS
from solver.position import Now, Position

HUNDREDTHS = 100


def values_by_eye(at: Position) -> dict[Card, float]:
    """Return a rough number of tricks for South and East in the whole play after each legal card."""
    return {card: _by_eye(at.now.after(card, at.strain), at.strain) / HUNDREDTHS for card in at.now.legal}


def _by_eye(now: Now, strain: str) -> int:
    """Finish the current trick with each hand playing cheaply for itself, and then value the cards left to each side.

    Return South's gain in hundredths of a trick.
    """
    while now.trick.cards:
        now = now.after(_cheap(now, strain), strain)
    return HUNDREDTHS * now.south + _standing(now, strain)


def _cheap(now: Now, strain: str) -> Card:
    """Return the lowest card that wins the trick from the opponent's side, or else the lowest card of all."""
    winners = []
    for card in now.legal:
        trick = now.trick.with_card(card)
        if trick.winner(strain) == now.trick.to_play and _enemy_holds(now, strain):
            winners.append(card)
    return min(winners or now.legal, key=lambda card: (card.suit == strain, card.strength))


def _enemy_holds(now: Now, strain: str) -> bool:
    winner = now.trick.winner(strain)
    return (winner in (SEATS[1], SEATS[2])) != (now.player == "S")


def _standing(now: Now, strain: str) -> int:
    """Return the value of the cards left: more for high cards and trumps, less for cards buried in a dummy."""
    south = 0
    for seat, hand in zip(SEATS, now.hands, strict=True):
        worth = sum(_worth(card, strain) for card in hand)
        if seat in DUMMIES:
            worth = worth * 3 // 4
        south += worth if seat in (SEATS[1], SEATS[2]) else -worth
    return south // 2


def _worth(card: Card, strain: str) -> int:
    return max(0, card.strength - 9) ** 2 * 3 + (40 if card.suit == strain else 0)
