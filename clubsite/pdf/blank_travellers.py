"""Blank travellers: sheets that travel with the boards, with one line for each meeting of two contestants."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubsite.pdf.letters import plain
from clubsite.pdf.paper import FAMILY, INK, RULE, PaperSheets, PaperSize
from games.wording import contestant_sides, seat_name, vulnerability_name

MARGIN = 10.0
HEAD, COLUMNS, FOOT = 24.0, 6.0, 9.0
LOWEST_ROW, HIGHEST_ROW = 7.5, 11.0
NAME, SMALL_NAME = 8.0, 6.5


@dataclass(frozen=True, slots=True)
class BlankLine:
    """One line of a traveller: when and where two contestants play the board. Unknown numbers and names are empty."""

    round: str
    table: str
    numbers: tuple[str, str] = ("", "")
    names: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class BlankTraveller:
    """A board on a blank traveller. Its lines are in the order in which the director will type them."""

    board: int
    dealer: str
    vul: str
    lines: tuple[BlankLine, ...]
    four_handed: bool = False


def blank_travellers(heading: str, travellers: Sequence[BlankTraveller], size: PaperSize = PaperSize.A4) -> bytes:
    """Return a PDF with up to four boards per sheet, depending on their lines. A long board takes several sheets."""
    paper = PaperSheets(size)
    paper.set_title("Travellers")
    most = max((len(each.lines) for each in travellers), default=0)
    down = next((down for down in (4, 3, 2) if _lines_in(paper.h / down) >= most), 1)
    high = paper.h / down
    place = 0
    for traveller in travellers:
        for start in range(0, max(len(traveller.lines), 1), _lines_in(high)):
            if place % down == 0:
                paper.add_page()
                paper.cuts(1, down)
            lines = traveller.lines[start : start + _lines_in(high)]
            _traveller(paper, place % down * high, high, heading, traveller, lines)
            place += 1
    return paper.bytes()


def _lines_in(high: float) -> int:
    return int((high - HEAD - COLUMNS - FOOT) / LOWEST_ROW)


def _traveller(
    paper: PaperSheets, y: float, high: float, heading: str, sheet: BlankTraveller, lines: Sequence[BlankLine]
) -> None:
    room = paper.w - 2 * MARGIN
    paper.plate(MARGIN, y + 7, 20, 14, str(sheet.board), 28)
    paper.words(MARGIN + 24, y + 13, f"Board {sheet.board}", 15, style="B")
    facts = f"{seat_name(sheet.dealer)} deals, {vulnerability_name(sheet.vul, sheet.four_handed)}"
    paper.words(MARGIN + 24, y + 19.5, facts, 11)
    paper.fitted(MARGIN + 100, y + 13, heading, 8, room - 100)
    paper.fitted(MARGIN + 100, y + 19.5, "Nobody looks at it before they have played the board.", 8, room - 100)
    step = min(HIGHEST_ROW, (high - HEAD - COLUMNS - FOOT) / max(len(lines), 1))
    columns = _columns(room, sheet.four_handed)
    top = y + HEAD
    paper.set_draw_color(*INK)
    x = MARGIN
    for word, wide in columns:
        paper.middle(x + wide / 2, top + 4.2, word, 8.5, style="B")
        x += wide
    for place, line in enumerate(lines):
        _line(paper, top + COLUMNS + step * place, step, columns, line)
    bottom = top + COLUMNS + step * len(lines)
    paper.line(MARGIN, bottom, MARGIN + room, bottom)


def _columns(room: float, four_handed: bool) -> list[tuple[str, float]]:
    """Return (heading, width in mm) for each column, left to right."""
    south, north = contestant_sides(four_handed)
    fixed = [("Contract", 23.0), ("By", 12.0), ("Lead", 14.0), ("Tricks", 14.0), ("N/S +", 18.0), ("N/S -", 18.0)]
    who = (room - 20 - sum(wide for _, wide in fixed)) / 2
    return [("Rd", 8.0), ("Table", 12.0), (south, who), (north, who), *fixed]


def _line(paper: PaperSheets, y: float, high: float, columns: Sequence[tuple[str, float]], line: BlankLine) -> None:
    base = y + high / 2 + 1.6
    printed: list[tuple[str, str]] = [(line.round, ""), (line.table, ""), *zip(line.numbers, line.names, strict=True)]
    x = MARGIN
    paper.set_draw_color(*INK)
    paper.set_line_width(0.2)
    for place, (_, wide) in enumerate(columns):
        paper.rect(x, y, wide, high)
        if place < 2:
            paper.middle(x + wide / 2, base, printed[place][0], 11)
        elif place < len(printed):
            number, name = printed[place]
            paper.words(x + 1, base, number, 12, style="B")
            start = 9.5 if len(number) > 2 else 7.5
            _name(paper, x + start, y + high / 2, name, wide - start - 1)
        x += wide
    paper.set_draw_color(*RULE)


def _name(paper: PaperSheets, x: float, middle: float, name: str, wide: float) -> None:
    """Write the name on one line, or in small print on two lines with a break between two words."""
    name = plain(name)
    words = name.split()
    paper.set_font(FAMILY, "", NAME)
    if paper.get_string_width(name) <= wide or len(words) == 1:
        paper.fitted(x, middle + 1.3, name, NAME, wide)
        return
    paper.set_font(FAMILY, "", SMALL_NAME)
    fits = [n for n in range(1, len(words)) if paper.get_string_width(" ".join(words[:n])) <= wide]
    first = max(fits, default=1)
    for line, part in enumerate((words[:first], words[first:])):
        paper.fitted(x, middle - 0.4 + 2.7 * line, " ".join(part), SMALL_NAME, wide)
