"""The printed booklet of an event: a cover, the ranking, and one sheet for each board, whatever its field's size."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubsite.pdf.paper import INK, RULE, PaperSheets, PaperSize
from games.cards import SUITS, hcp, sorted_hand
from games.end_dummies import DUMMY_OF, HAND_OF
from games.players import is_vulnerable
from games.wording import counted, score_text, seat_name, signed, vulnerability_name
from scoring.figures import percent_text
from solver.verdicts.booklet.pages import BookletPage, Frequency
from solver.verdicts.solution import STRAINS, Solution

LEFT, TOP, BOTTOM = 14.0, 14.0, 14.0
PLACE_ROW = 7.2
GAP = 8.0
VALUES_WIDE = 58.0
TEXT_SIZES = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
USUAL_TEXT_SIZE = 11.0
"""Larger only where every score fits below the sentences with its contracts."""
MAX_TEXT_HIGH = 112.0
LARGE_ROW, ROW, SMALL_ROW = 5.8, 4.8, 3.7
HEADINGS_HIGH = 7.0
COVER_COLUMNS = 3
Contracts = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PrintedCover:
    """The cover. `facts` are lines below the title, `notes` are sentences, and `clubs` are the clubs that played."""

    title: str
    organiser: str
    facts: tuple[str, ...]
    notes: tuple[str, ...]
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """A list of places. `columns` has the headings after place and name; each row begins with these two."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def booklet_sheets(
    cover: PrintedCover, ranking: Sequence[PlaceTable], pages: Sequence[BookletPage], size: PaperSize
) -> bytes:
    """Return the PDF: the cover, the lists of places, and then one sheet for each board."""
    paper = PaperSheets(size)
    paper.set_title(f"{cover.title}: booklet")
    _cover(paper, cover)
    if ranking:
        sheets = RankingSheets(paper, cover)
        for places in ranking:
            sheets.places(places)
    for page in pages:
        _board(paper, cover, page)
        paper.middle(paper.w / 2, paper.h - BOTTOM / 2, f"Page {paper.page}", 9)
    return paper.bytes()


class RankingSheets:
    """The sheets with the lists of places, filled from the top. The next element starts at `y`, in mm."""

    def __init__(self, paper: PaperSheets, cover: PrintedCover) -> None:
        self.paper, self.cover = paper, cover
        self.y = 0.0
        self.room = paper.w - 2 * LEFT
        self.begin()

    def begin(self) -> None:
        paper = self.paper
        paper.add_page()
        paper.fitted(LEFT, TOP, f"{self.cover.organiser}, {self.cover.title}", 9, self.room)
        self.y = TOP + 6
        paper.words(paper.w - LEFT - 12, paper.h - 9, f"Page {paper.page}", 8)

    def fits(self, high: float) -> bool:
        return self.y + high <= self.paper.h - BOTTOM - 2

    def places(self, places: PlaceTable) -> None:
        if not self.fits(12 + PLACE_ROW * min(len(places.rows) + 1, 4)):
            self.begin()
        self._places_head(places, places.title)
        for row in places.rows:
            if not self.fits(PLACE_ROW):
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
            _right(paper, paper.w - LEFT - 26 * (len(places.columns) - 1 - place), self.y + 3.6, word, 8.5)
        paper.words(LEFT, self.y + 3.6, "Place", 8.5)
        paper.words(LEFT + 30, self.y + 3.6, "Name", 8.5)
        self.y += 5.4
        paper.set_draw_color(*INK)
        paper.set_line_width(0.35)
        paper.line(LEFT, self.y, LEFT + self.room, self.y)

    def _place(self, row: tuple[str, ...]) -> None:
        paper, base = self.paper, self.y + 5.1
        rank, name, *figures = row
        paper.words(LEFT, base, rank, 12, style="B")
        paper.fitted(LEFT + 30, base, name, 12, self.room - 34 - 26 * len(figures))
        for place, figure in enumerate(figures):
            size, style = (12, "B") if place == len(figures) - 1 else (10, "")
            _right(paper, paper.w - LEFT - 26 * (len(figures) - 1 - place), base, figure, size, style=style)
        self.y += PLACE_ROW
        paper.set_draw_color(*RULE)
        paper.set_line_width(0.15)
        paper.line(LEFT, self.y, LEFT + self.room, self.y)


def _cover(paper: PaperSheets, cover: PrintedCover) -> None:
    paper.add_page()
    room, y = paper.w - 2 * LEFT, 70.0
    for line in paper.lines(cover.title, 30, room):
        paper.words(LEFT, y, line, 30, style="B")
        y += 13
    paper.fitted(LEFT, y, cover.organiser, 15, room)
    y += 10
    for fact in cover.facts:
        paper.fitted(LEFT, y, fact, 12, room)
        y += 6.5
    y = _paragraphs(paper, cover.notes, LEFT, y + 10, room, 11)
    _clubs(paper, cover.clubs, y + 8)


def _clubs(paper: PaperSheets, clubs: Sequence[str], y: float) -> None:
    """List the clubs in columns. The last line counts the clubs that do not fit."""
    if not clubs:
        return
    paper.words(LEFT, y, "Clubs", 12, style="B")
    wide = (paper.w - 2 * LEFT) / COVER_COLUMNS
    rows = int((paper.h - BOTTOM - y - 6) / 5)
    shown = clubs if len(clubs) <= rows * COVER_COLUMNS else clubs[: rows * COVER_COLUMNS - 1]
    texts = [*shown, *([f"and {len(clubs) - len(shown)} more"] if len(shown) < len(clubs) else [])]
    down = -(-len(texts) // COVER_COLUMNS)
    for place, text in enumerate(texts):
        paper.fitted(LEFT + place // down * wide, y + 7 + place % down * 5, text, 9.5, wide - 3)


def _board(paper: PaperSheets, cover: PrintedCover, page: BookletPage) -> None:
    paper.add_page()
    room = paper.w - 2 * LEFT
    paper.plate(LEFT, TOP, 20, 14, str(page.number), 24)
    facts = f"{seat_name(page.dealer)} deals, {vulnerability_name(page.vulnerability)}"
    paper.fitted(LEFT + 24, TOP + 5.5, facts, 12, room - 24, style="B")
    paper.fitted(LEFT + 24, TOP + 12, cover.title, 10, room - 24)
    wide = (room - GAP) / 2
    for place, player in enumerate("SN"):
        _seats(paper, LEFT + place * (wide + GAP), TOP + 20, wide, page, player)
    below = len(page.frequencies) * ROW + HEADINGS_HIGH
    y = _sentences(paper, page.texts, TOP + 79, room, below)
    if page.solution:
        _values(paper, LEFT, y, page.solution)
    left = LEFT + (VALUES_WIDE + GAP if page.solution else 0)
    _frequencies(paper, left, y, paper.w - LEFT - left, page.frequencies)


def _seats(paper: PaperSheets, x: float, y: float, wide: float, page: BookletPage, player: str) -> None:
    """Draw a player's hand by suits, and the dummy below it as one row of cards."""
    hands, own, dummy = page.deal.hands(), HAND_OF[player], DUMMY_OF[player]
    vulnerable = ", vulnerable" if is_vulnerable(player, page.vulnerability) else ""
    name = f"{seat_name(own)}{vulnerable}: {counted(hcp(hands[own]), 'point')}"
    paper.fitted(x, y + 4, name, 11, wide, style="B")
    _rule(paper, x, y + 5.5, wide)
    hand = sorted_hand(hands[own])
    for place, suit in enumerate(SUITS):
        base = y + 11.5 + 6.4 * place
        ranks = "  ".join("10" if card.rank == "T" else card.rank for card in hand if card.suit == suit)
        paper.suit(suit, x, base - 3.9, 4.4)
        paper.fitted(x + 7, base, ranks or "-", 13, wide - 7, style="B")
    title = f"{seat_name(dummy)}, {seat_name(own)}’s dummy, in sequence: {counted(hcp(hands[dummy]), 'point')}"
    paper.fitted(x, y + 40, title, 9, wide)
    cards = hands[dummy]
    each = wide / max(1, len(cards))
    paper.set_draw_color(*RULE)
    for place, card in enumerate(cards):
        is_end = place in (0, len(cards) - 1)
        paper.set_line_width(0.6 if is_end else 0.2)
        paper.rect(x + place * each, y + 42, each, 11.5)
        paper.middle(x + (place + 0.5) * each, y + 47, "10" if card.rank == "T" else card.rank, 10, style="B")
        paper.suit(card.suit, x + (place + 0.5) * each - 1.6, y + 48.6, 3.2)


def _sentences(paper: PaperSheets, sentences: Sequence[str], y: float, room: float, below: float) -> float:
    """Write the paragraphs in the largest size that leaves `below` for the frequencies. Return the y below them."""
    for size in TEXT_SIZES:
        high = sum(len(paper.lines(text, size, room)) * size * 0.45 + size * 0.2 for text in sentences)
        most = paper.h - BOTTOM - y - 3 - below if size > USUAL_TEXT_SIZE else MAX_TEXT_HIGH
        if high <= min(most, MAX_TEXT_HIGH):
            break
    return _paragraphs(paper, sentences, LEFT, y, room, size) + 3


def _paragraphs(paper: PaperSheets, texts: Sequence[str], x: float, y: float, room: float, size: float) -> float:
    for text in texts:
        for line in paper.lines(text, size, room):
            y += size * 0.45
            paper.words(x, y, line, size)
        y += size * 0.2
    return y


def _values(paper: PaperSheets, x: float, y: float, solution: Solution) -> None:
    paper.words(x, y + 4, "With best play", 10, style="B")
    _rule(paper, x, y + 5.5, VALUES_WIDE)
    columns = [x + 20 + 8.4 * place for place in range(len(STRAINS))]
    for at, strain in zip(columns, STRAINS, strict=True):
        if strain == "N":
            paper.middle(at, y + 10.5, "NT", 9, style="B")
        else:
            paper.suit(strain, at - 1.8, y + 7.3, 3.6)
    for row, (name, tricks) in enumerate(solution.rows):
        base = y + 16.5 + 6 * row
        paper.words(x, base, name, 10)
        for at, number in zip(columns, tricks, strict=True):
            paper.middle(at, base, str(number), 10, style="B" if number > 6 else "")
    _paragraphs(paper, [f"Par: {solution.contract_words}, {score_text(solution.points)}."], x, y + 25, VALUES_WIDE, 9)


def _frequencies(paper: PaperSheets, x: float, y: float, wide: float, rows: Sequence[Frequency]) -> None:
    """Draw the frequencies in one column with contracts, or two without. The last line counts what does not fit."""
    room = paper.h - BOTTOM - y - HEADINGS_HIGH
    if len(rows) * ROW <= room:
        high = min(LARGE_ROW, room / max(1, len(rows)))
        _column(paper, x, y, wide, rows, high, contracts=True)
        return
    each = int(room / SMALL_ROW)
    shown = rows if len(rows) <= 2 * each else rows[: 2 * each - 1]
    half = (wide - GAP) / 2
    down = -(-len(shown) // 2)
    high = max(SMALL_ROW, min(ROW, room / max(1, down)))
    for place in (0, 1):
        part = shown[place * down : (place + 1) * down]
        _column(paper, x + place * (half + GAP), y, half, part, high, contracts=False)
    if len(shown) < len(rows):
        text = f"and {counted(len(rows) - len(shown), 'other score')}"
        paper.words(x + half + GAP, y + 7 + (down + 0.8) * high, text, 7.5)


def _column(
    paper: PaperSheets,
    x: float,
    y: float,
    wide: float,
    rows: Sequence[Frequency],
    high: float,
    *,
    contracts: bool,
) -> None:
    size = high * 1.9
    ends = (x + wide - 33 if contracts else x + wide - 30, x + wide - 16 if contracts else x + wide - 14, x + wide)
    for end, word in zip((x + 15, *ends), ("To South", "Tables", "South %", "North %"), strict=True):
        _right(paper, end, y + 4, word, min(8.0, size))
    if contracts:
        paper.words(x + 20, y + 4, "Contracts", 8)
    _rule(paper, x, y + 5.5, wide)
    for place, row in enumerate(rows):
        base = y + 6 + (place + 0.78) * high
        score = row.words if row.score is None else signed(row.score)
        percents = ("" if own is None else percent_text(own) for own in (row.percent_south, row.percent_north))
        for end, text in zip((x + 15, *ends), (score, str(row.count), *percents), strict=True):
            _right(paper, end, base, text, size)
        if contracts:
            _contracts(paper, x + 20, base, [played.printed for played in row.played], size, wide - 66)


def _contracts(paper: PaperSheets, x: float, y: float, contracts: Contracts, size: float, wide: float) -> None:
    """Write the contracts of a score, the usual ones first. Count those for which there is no room."""
    count, more = len(contracts), ""
    while count > 1 and _played(paper, 0, y, contracts[:count], more, size, dry_run=True) > wide:
        count -= 1
        more = f" and {counted(len(contracts) - count, 'other')}"
    _played(paper, x, y, contracts[:count], more, size)


def _played(
    paper: PaperSheets, x: float, y: float, contracts: Contracts, more: str, size: float, *, dry_run: bool = False
) -> float:
    """Write contracts with suit signs, and then `more`. Return the x where they end. A dry run writes nothing."""
    for place, (contract, result) in enumerate(contracts, start=1):
        x = paper.cards(x, y, contract, size, dry_run=dry_run)
        text = result + (", " if place < len(contracts) else more)
        if not dry_run:
            paper.words(x, y, text, size)
        x += paper.wide(text, size)
    return x


def _right(paper: PaperSheets, x: float, y: float, text: str, size: float, *, style: str = "") -> None:
    paper.words(x - paper.wide(text, size, style=style), y, text, size, style=style)


def _rule(paper: PaperSheets, x: float, y: float, wide: float) -> None:
    paper.set_draw_color(*INK)
    paper.set_line_width(0.3)
    paper.line(x, y, x + wide, y)
