"""A4 or Letter sheets with the suit symbols as vector paths, in the site's colours. The fonts have no suit symbols."""

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from fpdf import FPDF
from fpdf.enums import MethodReturnValue
from fpdf.svg import SVGObject

from clubsite.pdf.letters import BOLD, FONTS, SANS, plain

INK = (27, 26, 23)
GREY = (96, 93, 84)
RULE = (170, 165, 150)
COLOURS = {"S": "#1B3A94", "H": "#BE0A2E", "D": "#B24E00", "C": "#10662F"}
# The shapes of templates/_suits.html.
SHAPES = {
    "S": "M50 4C55 15 94 38 94 62c0 13-9 21-20 21-9 0-16-5-20-13 1 12 5 20 13 26H33c8-6 12-14 13-26-4 8-11 13-20 13"
    "C15 83 6 75 6 62 6 38 45 15 50 4Z",
    "H": "M50 94C44 84 5 62 5 33 5 17 17 7 30 7c9 0 16 5 20 14 4-9 11-14 20-14 13 0 25 10 25 26 0 29-39 51-45 61Z",
    "D": "M50 3c8 15 24 34 37 47-13 13-29 32-37 47-8-15-24-34-37-47C26 37 42 18 50 3Z",
    "C": "M50 4a22 22 0 0 1 16 37 23 23 0 1 1-12 30c1 11 5 19 13 25H33c8-6 12-14 13-25a23 23 0 1 1-12-30"
    "A22 22 0 0 1 50 4Z",
}
FAMILY = "Sans"

T = TypeVar("T")


class PaperSize(StrEnum):
    """The size of the paper in the club's printer."""

    A4 = "a4"
    LETTER = "letter"


class PaperSheets(FPDF):
    """Sheets of `w` by `h` millimetres, without automatic layout."""

    def __init__(self, size: PaperSize = PaperSize.A4) -> None:
        super().__init__(format=size)
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.add_font(FAMILY, "", FONTS / SANS)
        self.add_font(FAMILY, "B", FONTS / BOLD)
        self.set_creator("Two Handed Solo Bridge")

    def suit(self, letter: str, x: float, y: float, size: float) -> None:
        """Draw a suit's shape in its colour. The top left corner of its box is at (x, y) mm."""
        _shape(letter, size).draw_to_page(self, x, y)

    def words(self, x: float, y: float, text: str, size: float, *, style: str = "", grey: bool = False) -> None:
        """Write a line of text with its baseline at `y` mm. `size` is in points."""
        self.set_font(FAMILY, style, size)
        self.set_text_color(*(GREY if grey else INK))
        self.text(x, y, plain(text))

    def fitted(self, x: float, y: float, text: str, size: float, width: float, *, style: str = "") -> None:
        """Write a line of text, shrunk if it is wider than `width` mm, and cut off if it is still too wide."""
        text = plain(text)
        self.set_font(FAMILY, style, size)
        while self.get_string_width(text) > width and size > 6:
            size -= 0.5
            self.set_font(FAMILY, style, size)
        while self.get_string_width(text) > width and text:
            text = text[:-1]
        self.set_text_color(*INK)
        self.text(x, y, text)

    def lines(self, text: str, size: float, width: float) -> list[str]:
        """Return the lines of a text that is wrapped to `width` mm."""
        self.set_font(FAMILY, "", size)
        lines: Any = self.multi_cell(width, text=plain(text), align="L", dry_run=True, output=MethodReturnValue.LINES)
        return list(lines)

    def wide(self, text: str, size: float, *, style: str = "") -> float:
        """Return the width of a line of text, in mm."""
        self.set_font(FAMILY, style, size)
        wide: float = self.get_string_width(plain(text))
        return wide

    def cards(self, x: float, y: float, text: str, size: float = 9, *, dry_run: bool = False) -> float:
        """Write a contract such as 4HX or a card such as HQ, with the suit as a shape. 3N is written 3NT.

        Return the x where it ends. A dry run writes nothing.
        """
        for letter in text:
            if letter in COLOURS:
                if not dry_run:
                    self.suit(letter, x + size / 30, y - size * 0.3, size / 3)
                x += size * 0.42
            else:
                word = {"N": "NT", "X": "x", "T": "10"}.get(letter, letter)
                if not dry_run:
                    self.words(x, y, word, size, style="B")
                x += self.wide(word, size, style="B") + size / 22
        return x

    def middle(self, x: float, y: float, text: str, size: float, *, style: str = "", white: bool = False) -> None:
        self.set_font(FAMILY, style, size)
        self.set_text_color(*((255, 255, 255) if white else INK))
        self.text(x - self.get_string_width(plain(text)) / 2, y, plain(text))

    def plate(self, x: float, y: float, wide: float, high: float, text: str, size: float) -> None:
        """Draw a dark plate with centred white text, for the number of a board or table."""
        self.set_fill_color(*INK)
        self.rect(x, y, wide, high, style="F", round_corners=True, corner_radius=min(1.5, high / 8))
        self.set_font(FAMILY, "B", size)
        while self.get_string_width(text) > wide - 2 and size > 6:
            size -= 1
            self.set_font(FAMILY, "B", size)
        self.middle(x + wide / 2, y + high / 2 + size * 0.125, text, size, style="B", white=True)

    def cuts(self, across: int, down: int) -> None:
        """Draw dashed lines that divide the sheet into equal pieces."""
        self.set_draw_color(*RULE)
        self.set_line_width(0.2)
        self.set_dash_pattern(dash=2, gap=2)
        for column in range(1, across):
            self.line(self.w / across * column, 0, self.w / across * column, self.h)
        for row in range(1, down):
            self.line(0, self.h / down * row, self.w, self.h / down * row)
        self.set_dash_pattern()

    def cut_up(self, pieces: Sequence[T], across: int, down: int) -> Iterator[tuple[float, float, float, T]]:
        """Add sheets to be cut into equal pieces. Yield (x, y, width, piece) in the order of `in_piles`."""
        wide, high = self.w / across, self.h / down
        for sheet in in_piles(pieces, across * down):
            self.add_page()
            self.cuts(across, down)
            for place, piece in enumerate(sheet):
                yield place % across * wide, place // across * high, wide, piece

    def bytes(self) -> bytes:
        return bytes(self.output())


def in_piles(pieces: Sequence[T], a_sheet: int) -> Iterator[list[T]]:
    """Yield the pieces of each sheet. After all sheets are cut together, the piles follow one another in order."""
    sheets = math.ceil(len(pieces) / a_sheet)
    for sheet in range(sheets):
        yield list(pieces[sheet::sheets])


@cache
def _shape(letter: str, size: float) -> SVGObject:
    """Return a suit's shape. Hearts and diamonds are hollow, so that the four suits differ even without colour."""
    mm = size * 72 / 25.4
    colour = COLOURS[letter]
    ink = f'fill="#fff" stroke="{colour}" stroke-width="11"' if letter in "HD" else f'fill="{colour}"'
    return SVGObject(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm}" height="{mm}" viewBox="0 0 100 100">'
        f'<path {ink} d="{SHAPES[letter]}"/></svg>'
    )
