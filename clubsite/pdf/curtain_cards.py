"""Curtain cards: the cards of a hand, suit by suit, used to restore a board."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubsite.pdf.paper import RULE, PaperSheets, PaperSize
from games.cards import SUITS, parse_cards, sorted_hand
from games.wording import seat_name, vulnerability_name

ACROSS, DOWN = 2, 4
MARGIN = 7.0


@dataclass(frozen=True, slots=True)
class CurtainCard:
    """A hand. `cards` are written as in a `Board`, with the suit first and spaces between cards."""

    board: int
    dealer: str
    vul: str
    seat: str
    cards: str


def curtain_cards(heading: str, cards: Sequence[CurtainCard], size: PaperSize = PaperSize.A4) -> bytes:
    """Return a PDF with eight cards per sheet. Cutting all sheets together gives piles in the order of `cards`."""
    paper = PaperSheets(size)
    paper.set_title("Curtain cards")
    for x, y, wide, card in paper.cut_up(cards, ACROSS, DOWN):
        _card(paper, x, y, wide, heading, card)
    return paper.bytes()


def _card(paper: PaperSheets, x: float, y: float, wide: float, heading: str, card: CurtainCard) -> None:
    left, room = x + MARGIN, wide - 2 * MARGIN
    paper.plate(left, y + 5.5, 17, 12, str(card.board), 24)
    paper.words(left + 20, y + 11, seat_name(card.seat).upper(), 16, style="B")
    facts = f"{seat_name(card.dealer)} deals, {vulnerability_name(card.vul)}"
    paper.fitted(left + 20, y + 16.4, facts, 9, room - 20)
    hand = sorted_hand(parse_cards(card.cards))
    for place, suit in enumerate(SUITS):
        base = y + 27.5 + 10 * place
        ranks = "  ".join("10" if face.rank == "T" else face.rank for face in hand if face.suit == suit)
        paper.suit(suit, left, base - 5.6, 6.4)
        paper.fitted(left + 10, base, ranks or "-", 18, room - 10, style="B")
    paper.set_draw_color(*RULE)
    paper.fitted(left, y + 65.5, heading, 6.5, room)
