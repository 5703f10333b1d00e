"""Bridge Solitaire's card play in a fast form: hundreds of endings can be played out in the time of one card.

The stock never chooses (BS-8a), so an ending needs only a way for the player to play. The player plays as the game's
own robot does: the cheapest card that wins, or else the least useful card, and losers are led from a short side suit.

A card is an integer here, its suit times 16 plus its strength, and a hand has a set of bits for each suit.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.cards import JOKER_SUIT, SUITS, Card

MOST_AT_NO_TRUMP = 4  # cards that the stock turns for one trick: BS-8
NO_CARD = NO_TRUMP = -1
JOKERS = 4  # the place of the jokers' bits
JOKER_AS = 6  # a joker is led away as readily as a card of this strength
_PLACES = {suit: place for place, suit in enumerate((*SUITS, JOKER_SUIT))}
_LENGTH_COST = 1.5

Masks = list[int]


def code_of(card: Card) -> int:
    """Return the integer for a card. The two jokers have the same strength but different codes."""
    return _PLACES[card.suit] << 4 | (card.strength - (card.text == "JB"))


def codes(cards: Iterable[Card]) -> list[int]:
    """Return the integers for these cards, in the same order."""
    return [code_of(card) for card in cards]


def masks_of(cards: Iterable[int]) -> Masks:
    """Return the bits of a hand for spades, hearts, diamonds, clubs and jokers."""
    masks = [0] * 5
    for code in cards:
        masks[code >> 4] |= 1 << (code & 15)
    return masks


def place_of(strain: str) -> int:
    """Return the place of the trump suit's bits, or NO_TRUMP."""
    return _PLACES.get(strain, NO_TRUMP)


@dataclass(frozen=True, slots=True)
class StockEnding:
    """The player's cards when it is the player's turn to play one of them.

    If `jokers_to_stock`, jokers left when the stock is used up are tricks for the stock (BS-11).
    """

    masks: tuple[int, ...]
    trump: int
    stock_leads: bool
    jokers_to_stock: bool

    @staticmethod
    def of(hand: Iterable[Card], strain: str, *, stock_leads: bool = False, jokers_to_stock: bool) -> "StockEnding":
        return StockEnding(tuple(masks_of(codes(hand))), place_of(strain), stock_leads, jokers_to_stock)

    def tricks(self, order: Sequence[int], first: int = NO_CARD) -> int:
        """Return the tricks that the player takes if the stock lies in this order, next card first.

        If the stock leads, the order begins with the card that it has led. `first` is the card that the player plays
        now. If it is NO_CARD, the player plays in the usual way.
        """
        masks, trump, won = list(self.masks), self.trump, 0
        led, at = (order[0], 1) if self.stock_leads else (NO_CARD, 0)
        for left in range(sum(map(int.bit_count, masks)) - 1, -1, -1):
            played = first if first >= 0 else lead(masks, trump) if led < 0 else follow(masks, led, trump)
            first = NO_CARD
            masks[played >> 4] ^= 1 << (played & 15)
            if led < 0:
                at = turned_to(order, at, played, trump)
                wins = _beats_answer(played, order[at - 1], trump)
            else:
                wins = _beats_lead(played, led, trump)
            won += wins
            if at >= len(order):
                return won + left - (masks[JOKERS].bit_count() if self.jokers_to_stock else 0)
            if wins:
                led = NO_CARD
            elif left:
                led = order[at]
                at += 1
        return won


def turned_to(order: Sequence[int], at: int, led: int, trump: int) -> int:
    """Return the place after the card with which the stock answers this lead (BS-8, BS-10, BS-11)."""
    suit, end = led >> 4, len(order)
    if suit == JOKERS:
        return at + 1
    if trump < 0:
        end = min(end, at + MOST_AT_NO_TRUMP)
    while at < end:
        turned = order[at] >> 4
        at += 1
        if turned in (suit, trump, JOKERS):
            break
    return at


def _beats_answer(led: int, answer: int, trump: int) -> bool:
    """True if the player's lead wins against the stock's card."""
    suit, answered = led >> 4, answer >> 4
    if suit == JOKERS or answered == JOKERS:
        return False
    return led > answer if suit == answered else answered != trump


def _beats_lead(played: int, led: int, trump: int) -> bool:
    """True if the player's card wins against the stock's lead (BS-9)."""
    suit, led_suit = played >> 4, led >> 4
    if suit == JOKERS or led_suit == JOKERS:
        return suit == led_suit
    return played > led if suit == led_suit else suit == trump


def _lowest(masks: Masks, place: int) -> int:
    held = masks[place]
    return place << 4 | (held & -held).bit_length() - 1


def _least(masks: Masks, trump: int) -> int:
    """Return a joker, or else the lowest card of a side suit, or else the lowest trump."""
    if masks[JOKERS]:
        return _lowest(masks, JOKERS)
    best, lowest = NO_CARD, 16
    for place in range(JOKERS):
        held = masks[place]
        if held and place != trump:
            strength = (held & -held).bit_length() - 1
            if strength < lowest:
                best, lowest = place << 4 | strength, strength
    return best if best >= 0 else _lowest(masks, trump)


def follow(masks: Masks, led: int, trump: int) -> int:
    """Return the card usually played to the stock's lead: the cheapest winner, or else the least useful card."""
    suit, strength = led >> 4, led & 15
    if suit != JOKERS and masks[suit]:
        above = masks[suit] >> strength + 1
        return suit << 4 | strength + (above & -above).bit_length() if above else _lowest(masks, suit)
    if suit != JOKERS and trump >= 0 and masks[trump]:
        return _lowest(masks, trump)
    return _least(masks, trump)


def lead(masks: Masks, trump: int) -> int:
    """Return the card usually led: a low card of a short side suit, or the highest trump if there are only trumps."""
    best, cheapest = NO_CARD, 1000.0
    for place in range(JOKERS + 1):
        held = masks[place]
        if held and place != trump:
            strength = (held & -held).bit_length() - 1
            cost = JOKER_AS if place == JOKERS else strength + _LENGTH_COST * held.bit_count()
            if cost < cheapest:
                best, cheapest = place << 4 | strength, cost
    return best if best >= 0 else trump << 4 | masks[trump].bit_length() - 1
