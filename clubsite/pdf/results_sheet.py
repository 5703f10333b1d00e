"""The results of a session on paper: lists of places, then the boards if they are wanted."""

from collections.abc import Sequence

from clubsite.pdf.paper import PaperSize
from clubsite.pdf.result_boards import PrintedBoard, board_drawn
from clubsite.pdf.result_sheets import PlaceTable, SheetHead, Sheets


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
