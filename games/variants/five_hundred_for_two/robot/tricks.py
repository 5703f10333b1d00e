"""An estimate of the number of tricks that a side takes at 500 for two.

It comes from a quick simulation in which each hand follows rules of thumb.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.cards import JOKER_SUIT, Card
from games.end_dummies import DUMMIES, OWNER, Cards
from games.five_hundred import PACK, STRAINS, strength, suit_of
from games.seats import Seat, clockwise


class Held(NamedTuple):
    """A card under one choice of trumps, stored as numbers, because thousands of cards have to be compared quickly.

    `top` is the card's power if it is a trump or a joker, else 0; `cost` is the price of giving the card up.
    """

    suit: str
    height: int
    top: int
    cost: int

    def power(self, led: str) -> int:
        """Return the card's rank in a trick. Trumps and jokers rank above the suit led, and other cards rank 0."""
        return self.top or (self.height if self.suit == led else 0)


Left = dict[Seat, list[Held]]


def _held(card: Card, trump: str) -> Held:
    suit, height = suit_of(card, trump), strength(card, trump)
    is_top = suit in (JOKER_SUIT, trump)
    return Held(suit, height, 100 + height if is_top else 0, height + (20 if is_top else 0))


_HELD = {trump: {card.text: _held(card, trump) for card in PACK} for trump in STRAINS}
_CLOCKWISE = {seat: clockwise(seat) for seat in Seat}


def held(card: Card, trump: str) -> Held:
    """Return the card as it counts when `trump` is the trump suit; "N" means no trump."""
    return _HELD[trump][card.text]


def tricks_of(
    player: str,
    hands: Mapping[Seat, Cards],
    trump: str,
    leader: Seat,
    played: Sequence[Card] = (),
    suit: str = "",
) -> int:
    """Return the number of tricks that this player's side takes from here on, with all cards known.

    `played` has the cards on the table, the leader's card first. `suit` is the suit named for a joker among them.
    """
    left = {seat: [held(card, trump) for card in cards] for seat, cards in hands.items()}
    table = [held(card, trump) for card in played]
    won = 0
    while table or left[leader]:
        leader = _trick(left, leader, table, suit)
        won += OWNER[leader] == player
        table, suit = [], ""
    return won


def _trick(left: Left, leader: Seat, table: Sequence[Held], suit: str) -> Seat:
    """Play one trick to its end, removing the cards from the hands, and return its winner."""
    best, highest, led = leader, -1, suit
    for place, seat in enumerate(_CLOCKWISE[leader]):
        if place < len(table):
            card = table[place]
        else:
            if not place:
                card = _lead(left, seat)
            else:
                to_beat = -1 if place > 1 and OWNER[best] == OWNER[seat] else highest
                card = _follow(left[seat], led, seat, to_beat)
            left[seat].remove(card)
        led = led or card.suit
        if (power := card.power(led)) > highest:
            best, highest = seat, power
    return best


def _lead(left: Left, seat: Seat) -> Held:
    """Return the most costly card that the other side cannot beat.

    If there is no such card, return the cheapest card that is high in its suit, else the cheapest card of all.
    """
    options = _open(left[seat], seat)
    trumps_out, highest = False, dict.fromkeys("SHDCJ", 0)
    for other, hand in left.items():
        if OWNER[other] != OWNER[seat]:
            for card in hand:
                trumps_out = trumps_out or card.top > 0
                highest[card.suit] = max(highest[card.suit], card.height)
    high = [card for card in options if card.height > highest[card.suit]]
    sure = [card for card in high if card.top or not trumps_out]
    return max(sure, key=_cost) if sure else min(high or options, key=_cost)


def _follow(hand: list[Held], led: str, seat: Seat, to_beat: int) -> Held:
    """Return the cheapest card that beats the trick so far, else the cheapest card.

    `to_beat` is the power that a card has to beat, or -1 if the hand does not need to win.
    """
    options = _open(hand, seat)
    options = [card for card in options if card.suit == led] or options
    beating = [card for card in options if card.power(led) > to_beat] if to_beat >= 0 else []
    return min(beating or options, key=_cost)


def _open(hand: list[Held], seat: Seat) -> list[Held]:
    """Return the cards that can be played: all the cards of a player's hand, or the ENDS of a dummy."""
    return [hand[0], hand[-1]] if seat in DUMMIES else hand


def _cost(card: Held) -> int:
    return card.cost
