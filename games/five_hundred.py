"""The pack, bids and card ranking of 500, for all versions of the game (paragraphs FH-1 to FH-22).

A card's suit means its suit during play: the joker and the left bower are trumps, whatever is printed on them.
`trump` is a suit, or "N" for no trump and for misère.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from games.cards import JOKER, JOKER_SUIT, RANKS, SUITS, Card
from games.seats import Seat, clockwise

PACK = (*(Card(suit, rank) for suit in SUITS for rank in "AKQJT98765" + "4" * (suit in "HD")), JOKER)  # FH-1
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}

PASS, MISERE, MISERE_CONTRACT = "P", "M", "MIS"
STRAINS = "SCDHN"  # from low to high (FH-9)
BIDS = tuple(f"{level}{strain}" for level in range(6, 11) for strain in STRAINS)
LADDER = (*BIDS[:10], MISERE, *BIDS[10:])  # misère between the bids of 7 and of 8 (FH-31)
MISERE_VALUE = 250
TRUMP_STRENGTHS = (17, 16, 15, 14, 13, 12, 10, 9, 8, 7, 6, 5, 4)  # see `strength`; the jack is the right bower
_HEIGHT = {bid: height for height, bid in enumerate(LADDER)}


# Bids


def bid_height(bid: str) -> int:
    """Return the rank of a bid among all bids, including misère (`M`). A bid beats any lower-ranking bid."""
    return _HEIGHT[bid]


def value(bid: str) -> int:
    """Return the points for a bid or a contract written as text, from 40 for `6S` to 520 for `10N`, and 250 for misère
    (FH-9, FH-31).
    """
    if bid in (MISERE, MISERE_CONTRACT):
        return MISERE_VALUE
    return 40 + 20 * BIDS.index(bid)


def level_of(bid: str) -> int:
    """Return the number of tricks named in the bid, or 0 for misère."""
    return 0 if bid in (MISERE, MISERE_CONTRACT) else int(bid[:-1])


def strain_of(bid: str) -> str:
    """Return the bid's strain, one of STRAINS. Misère is played at no trump."""
    return "N" if bid in (MISERE, MISERE_CONTRACT) else bid[-1]


# Cards


def bowers(trump: str) -> tuple[Card, ...]:
    """Return the three highest trumps: joker, right bower and left bower (FH-4), or () at no trump."""
    if trump == "N":
        return ()
    return JOKER, Card(trump, "J"), Card(SAME_COLOUR[trump], "J")


def suit_of(card: Card, trump: str) -> str:
    """Return the card's suit during play. At no trump, the joker has no suit, and "J" is returned (FH-5, FH-7)."""
    return trump if card in bowers(trump) else card.suit


def strength(card: Card, trump: str) -> int:
    """Return the card's rank in its suit: joker 17, right bower 16, left bower 15, ace 14 and so on (FH-4, FH-6)."""
    top = bowers(trump)
    return 17 - top.index(card) if card in top else card.strength


@cache
def as_bridge_card(card: Card, trump: str) -> Card:
    """Return a card of an ordinary pack that ranks as this card does, so that 500 can be solved as bridge.

    The thirteen trumps, including the joker and both bowers, become the ace down to the two of trumps. Raise ValueError
    for a joker at no trump, which has no such card.
    """
    if suit_of(card, trump) != trump:
        if card == JOKER:
            raise ValueError("The joker has no suit at no trump.")
        return card
    return Card(trump, RANKS[TRUMP_STRENGTHS.index(strength(card, trump))])


def sorted_for(cards: Iterable[Card], trump: str) -> tuple[Card, ...]:
    """Return a hand sorted as its player would sort it: by suit as counted during play, each suit from high to low."""

    def key(card: Card) -> tuple[int, int]:
        return (JOKER_SUIT + SUITS).index(suit_of(card, trump)), -strength(card, trump)

    return tuple(sorted(cards, key=key))


def winning_place(cards: Sequence[Card], trump: str, led: str) -> int:
    """Return the place (0 is the leader) of the winning card (FH-20).

    `led` is the suit that must be followed. `cards` must not be empty.
    """

    def power(card: Card) -> tuple[int, int]:
        suit = suit_of(card, trump)
        kind = 3 if suit == JOKER_SUIT else 2 if suit == trump else int(suit == led)
        return kind, strength(card, trump) if kind else 0

    powers = [power(card) for card in cards]
    return powers.index(max(powers))


@dataclass(frozen=True, slots=True)
class FiveHundredTrick:
    """A trick at 500, clockwise from its leader. `aside` is the dummy that takes no part at misère (FH-31).

    `asked` is the suit named for a joker led at no trump (FH-22), or "" if no suit was named.
    """

    leader: Seat
    trump: str
    aside: Seat | None = None
    cards: tuple[Card, ...] = ()
    asked: str = ""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The hands that play to this trick, starting with the leader."""
        return tuple(seat for seat in clockwise(self.leader) if seat != self.aside)

    @property
    def led(self) -> str | None:
        """The suit to be followed, or None before the lead. It is "J" if a joker was led without naming a suit."""
        return (self.asked or suit_of(self.cards[0], self.trump)) if self.cards else None

    @property
    def complete(self) -> bool:
        return len(self.cards) == len(self.order)

    @property
    def to_play(self) -> Seat:
        """The hand that plays the next card. The value is meaningless once the trick is complete."""
        order = self.order
        return order[len(self.cards) % len(order)]

    def plays(self) -> list[tuple[Seat, Card]]:
        """Return the (seat, card) pairs in the order in which the cards were played."""
        return list(zip(self.order, self.cards, strict=False))

    def follows(self, card: Card) -> bool:
        """True if the card belongs to the suit that must be followed."""
        return suit_of(card, self.trump) == self.led

    def with_card(self, card: Card, suit: str = "") -> "FiveHundredTrick":
        """Return the trick with one more card. `suit` is the one named for a joker that is led."""
        return replace(self, cards=(*self.cards, card), asked=self.asked or suit)

    def led_by(self, seat: Seat) -> "FiveHundredTrick":
        """Return the next trick, led by `seat`."""
        return FiveHundredTrick(seat, self.trump, self.aside)

    def winner(self) -> Seat:
        """Return the seat whose card is winning so far. Raise ValueError before the lead."""
        if self.led is None:
            raise ValueError("no card has been led")
        return self.order[winning_place(self.cards, self.trump, self.led)]
