"""The results of a night on paper: lists of places, then the boards if they are wanted."""

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
    """The PDF. A list that is too long goes on on the next sheet; a board is parted only if it must."""
    sheets = Sheets(head, size)
    sheets.begin()
    for places in lists:
        sheets.places(places)
    for each in boards:
        board_drawn(sheets, each)
    return sheets.paper.bytes()
