"""Score slips, one per table, round and board, to be filled in at the table and collected by the director."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubsite.pdf.paper import INK, RULE, PaperSheets, PaperSize
from games.wording import contestant_sides, seat_name, vulnerability_name

ACROSS, DOWN = 2, 4
MARGIN = 6.0
BOX = 14.0


@dataclass(frozen=True, slots=True)
class ScoreSlip:
    """A slip for a board that two contestants play at a table, such as B3. Numbers and names may be ""."""

    table: str
    round: int
    board: int
    dealer: str
    vul: str
    numbers: tuple[str, str]
    names: tuple[str, str]
    four_handed: bool = False


def score_slips(heading: str, slips: Sequence[ScoreSlip], size: PaperSize = PaperSize.A4) -> bytes:
    """Return a PDF with eight slips per sheet. Cutting all sheets together gives piles in the order of `slips`."""
    paper = PaperSheets(size)
    paper.set_title("Score slips")
    for x, y, wide, slip in paper.cut_up(slips, ACROSS, DOWN):
        _slip(paper, x, y, wide, heading, slip)
    return paper.bytes()


def _slip(paper: PaperSheets, x: float, y: float, wide: float, heading: str, slip: ScoreSlip) -> None:
    left, room = x + MARGIN, wide - 2 * MARGIN
    paper.plate(left, y + 5.5, 17, 12, str(slip.board), 24)
    paper.words(left + 20, y + 10.6, f"Table {slip.table}", 13, style="B")
    paper.words(left + 50, y + 10.6, f"Round {slip.round}", 13)
    facts = f"{seat_name(slip.dealer)} deals, {vulnerability_name(slip.vul, slip.four_handed)}"
    paper.fitted(left + 20, y + 16, facts, 9, room - 20)
    sides = contestant_sides(slip.four_handed)
    for place, (side, number, name) in enumerate(zip(sides, slip.numbers, slip.names, strict=True)):
        base = y + 23.5 + 6 * place
        paper.words(left, base, side, 9)
        paper.words(left + 12, base, number, 12, style="B")
        paper.fitted(left + 22, base, name, 11, room - 22)
    _boxes(paper, left, y + 31.5, room, slip.four_handed)
    half = room / 2
    for place, side in enumerate(sides):
        start = left + half * place
        paper.words(start, y + 59.5, f"{side} agrees" if not slip.four_handed else f"For {side}", 7)
        paper.line(start + 17, y + 59.8, start + half - 2, y + 59.8)
    paper.fitted(left, y + 65, heading, 6.5, room)


def _boxes(paper: PaperSheets, left: float, top: float, room: float, four_handed: bool) -> None:
    south, north = contestant_sides(four_handed)
    boxes = (
        ("Contract", 21.0),
        ("By", 15.0),
        ("Lead", 12.0),
        ("Tricks", 12.0),
        (f"+ to {south}", 0),
        (f"+ to {north}", 0),
    )
    rest = (room - sum(wide for _, wide in boxes)) / 2
    paper.set_draw_color(*INK)
    paper.set_line_width(0.3)
    x = left
    for word, fixed in boxes:
        wide = fixed or rest
        paper.words(x + 0.8, top + 3, word, 7.5)
        paper.rect(x, top + 4.5, wide, BOX)
        if word == "By":
            _declarers(paper, x, top + 4.5, wide, "NESW" if four_handed else "SN")
        x += wide
    paper.set_draw_color(*RULE)
    paper.set_line_width(0.2)


def _declarers(paper: PaperSheets, x: float, top: float, wide: float, seats: str) -> None:
    """Write the seats, so that the players can circle the declarer's seat."""
    columns = 2
    rows = len(seats) // columns
    for place, seat in enumerate(seats):
        middle = x + wide / columns * (place % columns + 0.5)
        base = top + BOX / rows * (place // columns + 0.5) + 1.9
        paper.middle(middle, base, seat, 14 if rows == 1 else 12)
