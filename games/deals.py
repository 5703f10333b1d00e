"""A deal: four hands of 13 cards. Two of the hands are dummies, whose cards are in sequence (SOLO-3)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.boards import VULNERABILITIES, dealer_of, vulnerability_of
from games.cards import FULL_DECK, Card, cards_text, parse_cards
from games.errors import BadDeal
from games.seats import SEATS, Seat
from games.wording import seat_name

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands. The cards of `east` and `west`, the dummies, are in sequence.

    A dummy's sequence runs from its owner's left end to the owner's right end (SOLO-5). The order of `north` and
    `south` has no meaning.
    """

    north: Hand
    east: Hand
    south: Hand
    west: Hand

    @classmethod
    def of(cls, hands: Iterable[Hand], board: int | None = None) -> "Deal":
        """Return the deal that consists of the hands N, E, S, W. Raise BadDeal at the first fault found."""
        deal = cls(*hands)
        if len(set(deal.all)) == 52 == len(deal.all) and all(len(hand) == 13 for hand in deal.all_hands):
            return deal
        field, message = deal_problems(deal.hands())[0]
        raise BadDeal(board, field, message)

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any]) -> "Deal":
        """Return the deal in a play's setup, `{"board": 15, "hands": {"N": "SQ SJ ...", ...}}`.

        Raise BadDeal if a hand is missing or the hands do not make a full pack.
        """
        board = setup.get("board")
        hands = setup.get("hands")
        if not isinstance(hands, Mapping) or set(hands) != set(SEATS):
            raise BadDeal(board, "hands", "four hands N, E, S and W are needed")
        return cls.of((_hand(board, seat, hands[seat]) for seat in SEATS), board)

    @property
    def all_hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        return self.north, self.east, self.south, self.west

    @property
    def all(self) -> Hand:
        return self.north + self.east + self.south + self.west

    def hands(self) -> dict[Seat, Hand]:
        return dict(zip(SEATS, self.all_hands, strict=True))

    def to_setup(self, board: int, dealer: str | None = None, vul: str | None = None) -> dict[str, Any]:
        """Return the setup for playing this deal. The default dealer and vulnerability are the board's usual ones."""
        return {
            "board": board,
            "dealer": str(dealer or dealer_of(board)),
            "vul": vul or vulnerability_of(board),
            "hands": {str(seat): cards_text(hand) for seat, hand in self.hands().items()},
        }


def _hand(board: int | None, seat: Seat, text: object) -> Hand:
    if not isinstance(text, str):
        raise BadDeal(board, f"hands.{seat}", "the cards must be written as text")
    try:
        return parse_cards(text)
    except ValueError as error:
        raise BadDeal(board, f"hands.{seat}", str(error)) from None


def deal_problems(hands: Mapping[Seat, Hand]) -> list[tuple[str, str]]:
    """Return every fault in four hands as (field, sentence): wrong counts, duplicate cards and missing cards."""
    problems = [
        (f"hands.{seat}", f"{seat_name(seat)} has {len(hand)} cards instead of 13")
        for seat, hand in hands.items()
        if len(hand) != 13
    ]
    held = Counter(card for hand in hands.values() for card in hand)
    for card in FULL_DECK:
        if held[card] > 1:
            holders = [seat_name(seat) for seat, hand in hands.items() for held_card in hand if held_card == card]
            problems.append(("hands", f"{card.name} is dealt {held[card]} times ({' and '.join(holders)})"))
    missing = [card for card in FULL_DECK if not held[card]]
    if missing:
        names = ", ".join(card.name for card in missing[:4]) + (", ..." if len(missing) > 4 else "")
        verb = "is" if len(missing) == 1 else "are"
        problems.append(("hands", f"{names} {verb} missing ({len(missing)} of 52)"))
    return problems


def checked_header(setup: Mapping[str, Any]) -> tuple[int, Seat, str]:
    """Return the board number, dealer and vulnerability in a setup. Raise BadDeal if any of them is wrong."""
    board, dealer, vul = setup.get("board"), setup.get("dealer"), setup.get("vul")
    if not isinstance(board, int) or isinstance(board, bool) or board < 1:
        raise BadDeal(None, "board", "a board has a whole number from 1")
    if dealer not in SEATS:
        raise BadDeal(board, "dealer", f"{dealer!r} is not one of N, E, S, W")
    if vul not in VULNERABILITIES:
        raise BadDeal(board, "vul", f"{vul!r} is not one of {', '.join(VULNERABILITIES)}")
    return board, Seat(str(dealer)), str(vul)
