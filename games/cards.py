"""Cards and their text: suit first (`S7`, `HT`), the form used in every log, message and database row."""

from collections.abc import Iterable
from dataclasses import dataclass

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_STRENGTH = {rank: 14 - place for place, rank in enumerate(RANKS)}
_SUIT_ORDER = {suit: place for place, suit in enumerate(SUITS)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: `suit` of "SHDC", `rank` of "AKQJT98765432"."""

    suit: str
    rank: str

    @property
    def text(self) -> str:
        return self.suit + self.rank

    @property
    def strength(self) -> int:
        """2 (the two) to 14 (the ace)."""
        return _STRENGTH[self.rank]

    @property
    def points(self) -> int:
        """A 4, K 3, Q 2, J 1, others 0 (SOLO-29)."""
        return POINTS.get(self.rank, 0)

    @property
    def name(self) -> str:
        """`the queen of hearts`."""
        return f"the {RANK_NAMES.get(self.rank, self.rank)} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return self.text


FULL_DECK = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
CARD_BY_TEXT = {card.text: card for card in FULL_DECK}


def parse_card(text: str) -> Card:
    """The card written as `S7`, `7S`, `10H` or `H10`, in either case. Raises ValueError."""
    plain = text.strip().upper().replace("10", "T")
    card = CARD_BY_TEXT.get(plain) or CARD_BY_TEXT.get(plain[::-1])
    if card is None:
        raise ValueError(f"{text.strip()[:12]!r} is not a card")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by blanks, in the order written. Raises ValueError."""
    return tuple(CARD_BY_TEXT.get(word) or parse_card(word) for word in text.split())


def cards_text(cards: Iterable[Card]) -> str:
    """`SQ SJ ST S7`, in the order given."""
    return " ".join(card.text for card in cards)


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Spades, hearts, diamonds, clubs, each from high to low: how a player sorts a hand."""
    return tuple(sorted(cards, key=lambda card: (_SUIT_ORDER[card.suit], -_STRENGTH[card.rank])))


def hcp(cards: Iterable[Card]) -> int:
    """High card points, A 4 K 3 Q 2 J 1 (SOLO-29)."""
    return sum(POINTS.get(card.rank, 0) for card in cards)
