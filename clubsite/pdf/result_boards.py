"""A session's results on paper: lists of places and, if wanted, the boards with every line."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubsite.pdf.paper import INK, RULE, PaperSize
from clubsite.pdf.result_sheets import BOTTOM, LEFT, TOP, PlaceTable, SheetHead, Sheets

LINE = 5.4
# Table, two names, contract, by, lead, tricks, score, points of both: in mm, 0 for a share of the rest.
COLUMNS = (10.0, 0.0, 0.0, 19.0, 8.0, 12.0, 12.0, 17.0, 13.0, 13.0)
AT_THE_RIGHT = 6


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A board at a table. If the board was not played, `words` replaces the contract, declarer and lead."""

    table: str
    names: tuple[str, str]
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: str = ""
    score: str = ""
    points: tuple[str, str] = ("", "")
    words: str = ""


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board. `facts` has the dealer and the vulnerability; `sides` names the sides of its two contestants."""

    number: str
    facts: str
    sides: tuple[str, str]
    lines: tuple[PrintedLine, ...]


def board_drawn(sheets: Sheets, board: PrintedBoard) -> None:
    """Draw a board below the previous one, or on the next sheet if there is no room."""
    high = 15 + LINE * len(board.lines)
    if not sheets.fits(min(high, sheets.paper.h - TOP - BOTTOM - 4)):
        sheets.begin()
    _head(sheets, board)
    for line in board.lines:
        if not sheets.fits(LINE):
            sheets.begin()
            _head(sheets, board)
        _line(sheets, line)
    sheets.y += 6


def _head(sheets: Sheets, board: PrintedBoard) -> None:
    paper = sheets.paper
    paper.plate(LEFT, sheets.y, 12, 7, board.number, 13)
    paper.words(LEFT + 15, sheets.y + 5, board.facts, 10)
    sheets.y += 8.5
    words = (
        "Table",
        *board.sides,
        "Contract",
        "By",
        "Lead",
        "Tricks",
        "N/S",
        *(f"to {side}" for side in board.sides),
    )
    for place, ((x, wide), word) in enumerate(zip(_columns(sheets), words, strict=True)):
        if place >= AT_THE_RIGHT:
            sheets.right(x + wide - 1, sheets.y + 3.2, word, 7.5)
        else:
            paper.words(x, sheets.y + 3.2, word, 7.5)
    sheets.y += 4.4
    paper.set_draw_color(*INK)
    paper.set_line_width(0.25)
    paper.line(LEFT, sheets.y, LEFT + sheets.room, sheets.y)


def _columns(sheets: Sheets) -> list[tuple[float, float]]:
    """Return (left edge, width) for each column."""
    share = (sheets.room - sum(COLUMNS)) / COLUMNS.count(0.0)
    found, x = [], LEFT
    for fixed in COLUMNS:
        wide = fixed or share
        found.append((x, wide))
        x += wide
    return found


def _line(sheets: Sheets, line: PrintedLine) -> None:
    paper, base, columns = sheets.paper, sheets.y + 4, _columns(sheets)
    for (x, wide), text in zip(columns, (line.table, *line.names), strict=False):
        paper.fitted(x, base, text, 9, wide - 1.5)
    if line.words:
        paper.fitted(columns[3][0], base, line.words, 9, sum(wide for _, wide in columns[3:7]))
    else:
        paper.cards(columns[3][0], base, line.contract)
        paper.words(columns[4][0], base, line.declarer, 9)
        paper.cards(columns[5][0], base, line.lead)
    behind = ("" if line.words else line.tricks, line.score, *line.points)
    for (x, wide), text in zip(columns[AT_THE_RIGHT:], behind, strict=True):
        sheets.right(x + wide - 1, base, text, 9)
    sheets.y += LINE
    paper.set_draw_color(*RULE)
    paper.set_line_width(0.12)
    paper.line(LEFT, sheets.y, LEFT + sheets.room, sheets.y)


def results_sheet(
    head: SheetHead,
    lists: Sequence[PlaceTable],
    boards: Sequence[PrintedBoard] = (),
    size: PaperSize = PaperSize.A4,
) -> bytes:
    """Return the PDF. A long list continues on the next page. A board is split only if it does not fit on one page."""
    sheets = Sheets(head, size)
    sheets.begin()
    for places in lists:
        sheets.places(places)
    for each in boards:
        board_drawn(sheets, each)
    return sheets.paper.bytes()
