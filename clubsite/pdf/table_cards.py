"""Table cards with a QR code, a short code and an address. There are two cards per page, cut across the middle."""

import segno

from clubsite.pdf.paper import INK, RULE, PaperSheets, PaperSize

QR = 82.0
QUIET = 4


def table_cards(
    club: str, session_name: str, tables: list[tuple[str, str, str]], size: PaperSize = PaperSize.A4
) -> bytes:
    """Return a PDF with half a page for each (table, code, url)."""
    paper = PaperSheets(size)
    paper.set_title("Table cards")
    for place, (number, code, url) in enumerate(tables):
        if place % 2 == 0:
            paper.add_page()
            paper.cuts(1, 2)
        _card(paper, place % 2 * paper.h / 2, club, session_name, number, code, url)
    return paper.bytes()


def _card(paper: PaperSheets, top: float, club: str, session_name: str, number: str, code: str, url: str) -> None:
    left = 18.0
    paper.fitted(left, top + 17, club, 15, paper.w - 2 * left)
    paper.words(left, top + 23, session_name, 10, grey=True)
    paper.set_fill_color(*INK)
    paper.rect(left, top + 31, 66, 44, style="F", round_corners=True, corner_radius=3)
    paper.middle(left + 33, top + 40, "Table", 14, white=True)
    paper.middle(left + 33, top + 69, number, 84 if len(number) < 3 else 64, style="B", white=True)
    paper.words(left, top + 86, "Table code", 11, grey=True)
    paper.words(left, top + 98, f"{code[:3]} {code[3:]}", 34, style="B")
    lines = [
        "1. Point your camera at the square,",
        "    or open the address and type the code.",
        "2. Tap your name.",
        "3. Tap Ready.",
    ]
    for place, line in enumerate(lines):
        paper.words(left, top + 108 + 5.4 * place, line, 11)
    paper.fitted(left, top + 136, url, 11, paper.w - 2 * left)
    _qr(paper, paper.w - left - QR, top + 31, url)


def _qr(paper: PaperSheets, x: float, y: float, url: str) -> None:
    rows = list(segno.make(url, error="m").matrix)
    module = QR / (len(rows) + 2 * QUIET)
    paper.set_fill_color(0, 0, 0)
    for row, bits in enumerate(rows):
        start = None
        for column, bit in enumerate([*bits, 0]):
            if bit and start is None:
                start = column
            elif not bit and start is not None:
                wide = (column - start) * module
                paper.rect(x + (QUIET + start) * module, y + (QUIET + row) * module, wide, module + 0.02, style="F")
                start = None
    paper.set_draw_color(*RULE)
    paper.rect(x, y, QR, QR)
