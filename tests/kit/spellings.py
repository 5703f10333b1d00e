"""Every way in which the site writes a hand. Tests use them to search a dump, a backup or a cache for cards."""

import json
from base64 import b64encode
from collections.abc import Iterable

from clubsite.nights.models import Board
from games.cards import parse_cards, sorted_hand
from tests.kit.dealt import dealt

SUITS = "SHDC"
PICTURES = dict(zip(SUITS, "♠♥♦♣", strict=True))
FEW = 6
"""Cards in a row that are enough to know a hand. Fewer are in other hands too."""


def spellings(hand: str) -> set[bytes]:
    """Return byte strings, at least one of which occurs wherever this hand (`SA HK ...`) is written."""
    stored = hand.split()
    ordered = [card.text for card in sorted_hand(parse_cards(hand))]
    texts = set()
    for cards in (stored, stored[::-1], ordered):
        for start in (0, 13 - FEW):
            some = cards[start : start + FEW]
            turned = [card[::-1] for card in some]
            pictured = [PICTURES[card[0]] + card[1] for card in some]
            for written in (some, turned, pictured):
                texts |= {between.join(written) for between in (" ", "", ",", ", ", '", "', "', '", "|")}
                texts.add(json.dumps(written)[1:-1])
    suits = ["".join(card[1] for card in ordered if card[0] == suit) for suit in SUITS]
    texts |= {".".join(suits), "".join(suit + ranks for suit, ranks in zip(SUITS, suits, strict=True))}
    texts |= {text.replace("T", "10") for text in texts}
    encoded = {text.encode() for text in texts}
    return encoded | {text.hex().encode() for text in encoded} | {b64encode(hand.encode())[:40]}


def cards_found(data: bytes, boards: Iterable[Board]) -> set[tuple[int, str]]:
    """Return (board number, seat) of each hand that is written anywhere in `data`."""
    return {
        (board.number, seat)
        for board in boards
        for seat, hand in zip("NESW", dealt(board).all, strict=True)
        if hand and any(text in data for text in spellings(hand))
    }
