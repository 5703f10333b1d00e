"""Result sheets, filled from the top, and the lists of places on them."""

from dataclasses import dataclass

from clubsite.pdf.paper import INK, RULE, PaperSheets, PaperSize

LEFT, TOP, BOTTOM = 14.0, 18.0, 16.0
ROW = 7.2


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """A list of places. `columns` has the headings after place, number and name; each row begins with these three."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetHead:
    """The text at the top of the first sheet, printed smaller on later ones. `foot` is at the bottom of every sheet."""

    club: str
    session_name: str
    facts: str
    foot: str


class Sheets:
    """Sheets that are filled from the top. The next element starts at `y`, in mm."""

    def __init__(self, head: SheetHead, size: PaperSize) -> None:
        self.paper, self.head = PaperSheets(size), head
        self.paper.set_title(f"{head.session_name}: results")
        self.y = 0.0
        self.room = self.paper.w - 2 * LEFT

    def begin(self) -> None:
        """Begin a new sheet, with its header and footer."""
        paper, head = self.paper, self.head
        paper.add_page()
        if paper.page == 1:
            paper.fitted(LEFT, TOP + 3, head.session_name, 22, self.room, style="B")
            paper.fitted(LEFT, TOP + 11, head.club, 13, self.room)
            paper.fitted(LEFT, TOP + 17, head.facts, 9.5, self.room)
            self.y = TOP + 25
        else:
            paper.fitted(LEFT, TOP - 4, f"{head.club}, {head.session_name}", 9, self.room)
            self.y = TOP + 2
        paper.fitted(LEFT, paper.h - 9, head.foot, 8, self.room - 22)
        paper.words(paper.w - LEFT - 12, paper.h - 9, f"Page {paper.page}", 8)

    def fits(self, high: float) -> bool:
        return self.y + high <= self.paper.h - BOTTOM

    def places(self, places: PlaceTable) -> None:
        if not self.fits(12 + ROW * min(len(places.rows) + 1, 4)):
            self.begin()
        self._places_head(places, places.title)
        for row in places.rows:
            if not self.fits(ROW):
                self.begin()
                self._places_head(places, f"{places.title}, continued")
            self._place(row)
        for note in places.notes:
            if not self.fits(5):
                self.begin()
            self.paper.fitted(LEFT, self.y + 4, note, 8.5, self.room)
            self.y += 5
        self.y += 8

    def _places_head(self, places: PlaceTable, title: str) -> None:
        paper = self.paper
        paper.fitted(LEFT, self.y + 4, title, 13, self.room, style="B")
        self.y += 7
        for place, word in enumerate(places.columns):
            self.right(paper.w - LEFT - 26 * (len(places.columns) - 1 - place), self.y + 3.6, word, 8.5)
        paper.words(LEFT, self.y + 3.6, "Place", 8.5)
        if any(number for _, number, *_ in places.rows):
            paper.words(LEFT + 16, self.y + 3.6, "No.", 8.5)
        paper.words(LEFT + 30, self.y + 3.6, "Name", 8.5)
        self.y += 5.4
        paper.set_draw_color(*INK)
        paper.set_line_width(0.35)
        paper.line(LEFT, self.y, LEFT + self.room, self.y)

    def _place(self, row: tuple[str, ...]) -> None:
        paper, base = self.paper, self.y + 5.1
        rank, number, name, *figures = row
        paper.words(LEFT, base, rank, 12, style="B")
        paper.words(LEFT + 16, base, number, 10)
        paper.fitted(LEFT + 30, base, name, 12, self.room - 34 - 26 * len(figures))
        for place, figure in enumerate(figures):
            last = place == len(figures) - 1
            self.right(paper.w - LEFT - 26 * (len(figures) - 1 - place), base, figure, 12 if last else 10, bold=last)
        self.y += ROW
        paper.set_draw_color(*RULE)
        paper.set_line_width(0.15)
        paper.line(LEFT, self.y, LEFT + self.room, self.y)

    def right(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        style = "B" if bold else ""
        self.paper.words(x - self.paper.wide(text, size, style=style), y, text, size, style=style)
