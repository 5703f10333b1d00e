"""Counting the player's tricks, and the bid that the stock makes on the basis of that count (BS-3, BS-4)."""

from fractions import Fraction

from games.calls import PASS
from games.cards import FULL_DECK, SUITS, Card

_BASE = 6  # the stock bids the number by which the player's tricks fall short of this: BS-3
_QUICK = {"AK": Fraction(2), "AQ": Fraction(3, 2), "KQ": Fraction(1)}
_ACE, _GUARDED_KING = Fraction(1), Fraction(1, 2)

Cards = tuple[Card, ...]


def count(hand: Cards, by: str) -> dict[str, Fraction]:
    """Return the tricks counted in each suit, S H D C. `by` is `winners` or `quick` (BS-4a). Jokers add nothing."""
    tricks = winners if by == "winners" else quick_tricks
    return {suit: tricks(tuple(card for card in hand if card.suit == suit)) for suit in SUITS}


def winners(held: Cards) -> Fraction:
    """Return the number of winning tricks in the cards of one suit, played against all other cards of that suit.

    At each trick, the player's highest card wins if it beats the highest of the other cards. Otherwise, the
    player's lowest card loses to that highest card (BS-4).
    """
    if not held:
        return Fraction(0)
    mine = sorted(card.strength for card in held)
    outside = sorted(card.strength for card in FULL_DECK if card.suit == held[0].suit and card not in held)
    won = 0
    while mine:
        if not outside or mine[-1] > outside[-1]:
            mine.pop()
            won += 1
        else:
            mine.pop(0)
            outside.pop()
    return Fraction(won)


def quick_tricks(held: Cards) -> Fraction:
    """Return the quick tricks in the cards of one suit. Only the best combination counts (BS-4, BS-4a)."""
    ranks = {card.rank for card in held}
    for pair, tricks in _QUICK.items():
        if ranks >= set(pair):
            return tricks
    if "A" in ranks:
        return _ACE
    return _GUARDED_KING if "K" in ranks and len(held) > 1 else Fraction(0)


def shortest_suit(hand: Cards) -> str:
    """Return the shortest suit, which may be a void. If several suits are equally short, return the highest (BS-3)."""
    return min(SUITS, key=lambda suit: sum(card.suit == suit for card in hand))


def stock_call(hand: Cards, by: str) -> str:
    """Return the stock's call against this hand, such as `1D` or `P`. A fractional level is rounded down (BS-4a)."""
    level = int(max(_BASE - sum(count(hand, by).values()), Fraction(0)))
    return f"{level}{shortest_suit(hand)}" if level else PASS


def told(tricks: Fraction) -> int | str:
    """Return a number of tricks for use in JSON: an integer, or a string such as `1.5`."""
    return tricks.numerator if tricks.denominator == 1 else str(float(tricks))
