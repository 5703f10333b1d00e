"""A board's cards as a page shows them."""

from dataclasses import dataclass

from clubsite.nights.models import Board
from games.cards import Card, hcp, parse_cards, sorted_hand
from games.players import is_vulnerable


@dataclass(slots=True)
class BoardDeal:
    """A board's cards: the players' own hands by suit, and the dummies in the order of their cards."""

    board: Board
    suits: dict[str, list[tuple[str, list[str]]]]
    sequences: dict[str, list[str]]
    points: dict[str, int]

    @property
    def known(self) -> bool:
        return self.board.known

    @property
    def south_vul(self) -> bool:
        """True if South, who plays hands S and E, is vulnerable."""
        return is_vulnerable("S", self.board.vulnerability)

    @property
    def north_vul(self) -> bool:
        """True if North, who plays hands N and W, is vulnerable."""
        return is_vulnerable("N", self.board.vulnerability)


def deal_of(board: Board) -> BoardDeal:
    """Return the cards as dealt. The caller has already checked that the reader may see them."""
    return laid_out(board, {seat: parse_cards(cards) for seat, cards in board.hands.items()})


def laid_out(board: Board, hands: dict[str, tuple[Card, ...]]) -> BoardDeal:
    """Return some of a board's cards, such as the cards still held, with E's and W's cards in the given order."""
    suits = {
        seat: [(suit, [card.rank for card in sorted_hand(hands[seat]) if card.suit == suit]) for suit in "SHDC"]
        for seat in "NS"
    }
    sequences = {seat: [card.text for card in hands[seat]] for seat in "EW"}
    return BoardDeal(board, suits, sequences, {seat: hcp(cards) for seat, cards in hands.items()})
