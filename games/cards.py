"""Cards and their text form, suit first (`S7`, `HT`), which every log, message and database row uses."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.wording import card_name

SUITS = "SHDC"
RANKS = "AKQJT98765432"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
JOKER_SUIT = "J"
_STRENGTH = {rank: 14 - place for place, rank in enumerate(RANKS)}
_SUIT_ORDER = {suit: place for place, suit in enumerate(JOKER_SUIT + SUITS)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `suit` is one of "SHDC" and `rank` one of "AKQJT98765432"; a joker has the suit "J" (see JOKER)."""

    suit: str
    rank: str

    @property
    def text(self) -> str:
        return self.suit + self.rank

    @property
    def is_joker(self) -> bool:
        return self.suit == JOKER_SUIT

    @property
    def strength(self) -> int:
        """The card's rank, from 2 (the two) to 14 (the ace), or 15 for a joker."""
        return 15 if self.suit == JOKER_SUIT else _STRENGTH[self.rank]

    @property
    def points(self) -> int:
        """High card points: 4 for A, 3 for K, 2 for Q, 1 for J, and 0 for any other card (SOLO-29)."""
        return 0 if self.suit == JOKER_SUIT else POINTS.get(self.rank, 0)

    @property
    def name(self) -> str:
        """The card's name in words, such as `the queen of hearts` or `the joker`."""
        return card_name(self.text)

    def __str__(self) -> str:
        return self.text


FULL_DECK = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
CARD_BY_TEXT = {card.text: card for card in FULL_DECK}
CARD_TEXTS = {f"p:{text}": card for text, card in CARD_BY_TEXT.items()}  # by the action that plays the card
JOKER = Card(JOKER_SUIT, "K")  # `JK`: the one joker of 500
RED_JOKER, BLACK_JOKER = Card(JOKER_SUIT, "R"), Card(JOKER_SUIT, "B")  # `JR`, `JB` of Bridge Solitaire
_JOKER_BY_TEXT = {card.text: card for card in (JOKER, RED_JOKER, BLACK_JOKER)}


def card_of(text: str) -> Card | None:
    """Return the card, possibly a joker, whose text is exactly `text`, or None for any other text."""
    return CARD_BY_TEXT.get(text) or _JOKER_BY_TEXT.get(text)


def read_cards(text: str) -> tuple[Card, ...]:
    """Return the cards, jokers included, in a string written by `cards_text`, in the same order.

    Raise ValueError if a word is not a card.
    """
    return tuple(card_of(word) or parse_card(word) for word in text.split())


def parse_card(text: str) -> Card:
    """Return the card written as `S7`, `7S`, `10H` or `H10`, in upper or lower case. Raise ValueError otherwise."""
    plain = text.strip().upper().replace("10", "T")
    card = CARD_BY_TEXT.get(plain) or CARD_BY_TEXT.get(plain[::-1])
    if card is None:
        raise ValueError(f"{text.strip()[:12]!r} is not a card")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards separated by spaces, in the order written. Raise ValueError if a word is not a card."""
    return tuple(CARD_BY_TEXT.get(word) or parse_card(word) for word in text.split())


def cards_text(cards: Iterable[Card]) -> str:
    """Return the cards as text in the order given, for example `SQ SJ ST S7`."""
    return " ".join(card.text for card in cards)


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort a hand as players do: jokers, spades, hearts, diamonds and clubs, each from high to low."""
    return tuple(sorted(cards, key=lambda card: (_SUIT_ORDER[card.suit], -card.strength)))


def hcp(cards: Iterable[Card]) -> int:
    """Return the high card points: 4 for A, 3 for K, 2 for Q and 1 for J (SOLO-29)."""
    return sum([POINTS[card.rank] for card in cards if card.rank in POINTS and card.suit != JOKER_SUIT])
