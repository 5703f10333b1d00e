"""The movement on paper: who sits at every table in every round, and the players' numbers."""

from collections.abc import Sequence
from typing import Protocol

from clubsite.pdf.paper import FAMILY, INK, RULE, PaperSheets, PaperSize

LEFT, TOP, BOTTOM = 12.0, 16.0, 14.0
MOST_TABLES = 10
HEAD = 14.0


class SheetCell(Protocol):
    """One table in one round."""

    @property
    def table(self) -> int: ...
    @property
    def ns(self) -> int | None: ...
    @property
    def ew(self) -> int | None: ...
    @property
    def boards(self) -> str: ...


def movement_sheet(
    heading: str, title: str, grid: Sequence[Sequence[SheetCell]], names: dict[int, str], size: PaperSize = PaperSize.A4
) -> bytes:
    """Return a PDF with the grid (ten tables per page), followed by a list of the players in order of number."""
    paper = PaperSheets(size)
    paper.set_title("Movement")
    tables = len(grid[0]) if grid else 0
    for first in range(0, tables, MOST_TABLES):
        _grid(paper, heading, title, [list(row[first : first + MOST_TABLES]) for row in grid], first)
    if names:
        _names(paper, heading, names)
    return paper.bytes()


def _page(paper: PaperSheets, heading: str, title: str) -> float:
    paper.add_page()
    paper.words(LEFT, TOP, title, 18, style="B")
    paper.words(LEFT, TOP + 6, heading, 9, grey=True)
    return TOP + 12


def _grid(paper: PaperSheets, heading: str, title: str, grid: list[list[SheetCell]], first: int) -> None:
    y = _page(paper, heading, title)
    paper.words(LEFT, y, "In each square: South (N/S) against North (E/W), boards below.", 9, grey=True)
    wide = (paper.w - 2 * LEFT - HEAD) / max(len(grid[0]), 4)
    high = min(16.0, (paper.h - y - 12 - BOTTOM) / len(grid))
    y += 9
    for column in range(len(grid[0])):
        paper.middle(LEFT + HEAD + wide * (column + 0.5), y, f"Table {first + column + 1}", 9, style="B")
    y += 3
    for number, row in enumerate(grid, start=1):
        _row(paper, number, row, y + (number - 1) * high, wide, high)


def _row(paper: PaperSheets, number: int, row: list[SheetCell], y: float, wide: float, high: float) -> None:
    paper.words(LEFT, y + high / 2 + 1.5, f"Rd {number}", 10, style="B")
    paper.set_draw_color(*RULE)
    for column, cell in enumerate(row):
        x = LEFT + HEAD + wide * column
        paper.rect(x, y, wide, high)
        if cell.boards:
            paper.middle(x + wide / 2, y + high / 2 - 0.2, f"{cell.ns} : {cell.ew}", 12, style="B")
            paper.middle(x + wide / 2, y + high / 2 + 4.4, cell.boards, 8.5)
        else:
            paper.middle(x + wide / 2, y + high / 2 - 0.2, str(cell.ns or cell.ew or ""), 12, style="B")
            word = "sits out" if cell.ns or cell.ew else "empty"
            paper.middle(x + wide / 2, y + high / 2 + 4.4, word, 8)


def _names(paper: PaperSheets, heading: str, names: dict[int, str]) -> None:
    y = _page(paper, heading, "Players")
    rows = sorted(names.items())
    half = max(24, (len(rows) + 1) // 2)
    step = min(9.0, (paper.h - y - BOTTOM) / half)
    for place, (number, name) in enumerate(rows):
        x = LEFT + place // half * (paper.w / 2 - LEFT)
        at = y + 6 + place % half * step
        paper.set_fill_color(*INK)
        paper.set_font(FAMILY, "B", 11)
        paper.set_text_color(*INK)
        paper.text(x + 8 - paper.get_string_width(str(number)), at, str(number))
        paper.fitted(x + 12, at, name, 11, paper.w / 2 - LEFT - 16)
