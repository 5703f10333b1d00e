"""Slips for the dummies: the order of East's and West's cards, left to right (SOLO-3)."""

from typing import Any

from clubsite.pdf.paper import FAMILY, RULE, PaperSheets, PaperSize
from games.end_dummies import OWNER
from games.seats import Seat
from games.wording import seat_name, vulnerability_name

DOWN = 4
MARGIN_X, MARGIN_Y = 7.0, 12.5
TAB, CARDS = 12.0, 29.0
# Points, for reading across a table at 1.5 m. A 10 is as wide as its card allows.
RANK, TEN = 34.0, 30.0


def slips(heading: str, setups: list[dict[str, Any]], size: PaperSize = PaperSize.A4) -> bytes:
    """Return a PDF with the W and E slips of every board, each as wide as the page, two boards per page.

    `setups` come from `Board.setup()`. Each slip has a visible tab, the cards, and a flap that folds up over them.
    """
    paper = PaperSheets(size)
    paper.set_title("Slips of the dummies")
    for place, (setup, seat) in enumerate((setup, seat) for setup in setups for seat in "WE"):
        if place % DOWN == 0:
            _page(paper, heading)
        high = (paper.h - 2 * MARGIN_Y) / DOWN
        _slip(paper, MARGIN_X, MARGIN_Y + place % DOWN * high, high, setup, seat)
    return paper.bytes()


def _page(paper: PaperSheets, heading: str) -> None:
    paper.add_page()
    paper.words(MARGIN_X, 8, f"{heading}. Dummies in their order: only for whoever sorts the cards.", 8, grey=True)
    paper.words(
        MARGIN_X,
        paper.h - 6,
        "Cut along the lines. Fold the flap up over the cards, then once across: board and seat stay in sight.",
        8,
        grey=True,
    )


def _slip(paper: PaperSheets, x: float, y: float, high: float, setup: dict[str, Any], seat: str) -> None:
    wide = paper.w - 2 * MARGIN_X
    paper.set_draw_color(*RULE)
    paper.set_line_width(0.2)
    paper.rect(x, y, wide, high)
    _tab(paper, x, y, setup, seat)
    cards = setup["hands"][seat].split()
    _cards(paper, x, y + TAB, cards)
    fold = y + TAB + CARDS
    paper.set_dash_pattern(dash=2, gap=1.6)
    paper.line(x, fold, x + wide, fold)
    paper.set_dash_pattern()
    paper.words(x + 4, fold + 4.6, "fold up", 7, grey=True)


def _tab(paper: PaperSheets, x: float, y: float, setup: dict[str, Any], seat: str) -> None:
    number = str(setup["board"])
    wide = 12.0 if len(number) < 3 else 15.0
    paper.plate(x + 2, y + 2, wide, TAB - 3, number, 17)
    paper.words(
        x + wide + 5, y + 6.4, f"{seat_name(seat).upper()}, {seat_name(OWNER[Seat(seat)])}'s dummy", 12, style="B"
    )
    facts = f"Dealer {seat_name(setup['dealer'])}, {vulnerability_name(setup['vul'])}"
    paper.words(x + wide + 5, y + 10.6, facts, 8, grey=True)


def _cards(paper: PaperSheets, x: float, y: float, cards: list[str]) -> None:
    left, room = x + 3.0, paper.w - 2 * MARGIN_X - 6.0
    step = room / 13
    paper.set_draw_color(*RULE)
    paper.set_line_width(0.15)
    for place, card in enumerate(cards):
        middle = left + step * (place + 0.5)
        paper.rect(left + step * place, y + 4.2, step, 21)
        paper.middle(middle, y + 14, card[1].replace("T", "10"), TEN if card[1] == "T" else RANK, style="B")
        paper.suit(card[0], middle - 3.5, y + 17.4, 7.0)
    paper.words(left, y + 3.4, "left end", 7, grey=True)
    paper.set_font(FAMILY, "", 7)
    paper.words(left + room - paper.get_string_width("right end"), y + 3.4, "right end", 7, grey=True)
    # The cards in letters too: for a printer without colour, and for people who have the file read aloud.
    paper.words(left, y + 27.4, " ".join(cards), 7, grey=True)
