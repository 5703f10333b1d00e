"""A deal typed in by hand: both dummies in sequence, with or without the players' hands (SOLO-5b)."""

import re
from collections.abc import Mapping
from typing import Final

from games.cards import FULL_DECK, Card, cards_text, parse_cards
from games.errors import BadDeal
from games.wording import seat_name

TYPED: Final = "EWSN"
DUMMIES: Final = "EW"
SUIT_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC", "\N{VARIATION SELECTOR-16}")


def typed_hands(board: int, texts: Mapping[str, str]) -> dict[str, tuple[Card, ...]]:
    """Return the hands by seat, with East and West in sequence.

    If South's or North's hand was typed too, return all four hands, because the remaining hand is the rest of the
    pack. `texts` maps a seat to cards such as `SA H10 d7`. Raise BadDeal with the seat as its field.
    """
    hands = {seat: _hand(board, seat, texts.get(seat, "")) for seat in TYPED}
    held: dict[Card, str] = {}
    for seat in TYPED:
        for card in hands[seat]:
            if card in held:
                raise BadDeal(board, seat, _twice(card, held[card], seat))
            held[card] = seat
    for seat in TYPED:
        if len(hands[seat]) != 13 and (hands[seat] or seat in DUMMIES):
            raise BadDeal(board, seat, f"{seat_name(seat)} has {len(hands[seat])} cards instead of 13.")
    if not hands["S"] and not hands["N"]:
        return {seat: hands[seat] for seat in DUMMIES}
    rest = tuple(card for card in FULL_DECK if card not in held)
    return {seat: hands[seat] or rest for seat in TYPED}


def hands_text(hands: Mapping[str, tuple[Card, ...]]) -> dict[str, str]:
    """Return the hands as text, with "" for an unknown hand."""
    return {seat: cards_text(hands.get(seat, ())) for seat in TYPED}


def _hand(board: int, seat: str, text: str) -> tuple[Card, ...]:
    written = text.translate(SUIT_SYMBOLS).upper().replace("10", "T")
    words = re.findall(r"[^\s,;]+", written)
    try:
        return parse_cards(" ".join(words))
    except ValueError:
        wrong = next(word for word in words if not any(card.text == word for card in FULL_DECK))
        raise BadDeal(board, seat, f"“{wrong}” is no card: write suit and rank, such as S7 or HT.") from None


def _twice(card: Card, first: str, second: str) -> str:
    if first == second:
        return f"{card.name.capitalize()} is twice in {seat_name(first)}’s hand."
    return f"{card.name.capitalize()} is in {seat_name(first)}’s hand already."
