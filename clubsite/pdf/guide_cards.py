"""Guide cards: where a contestant goes in each round, and what happens at a table. They make announcements
unnecessary.

A card is A6 (four per page) for up to 13 rounds, otherwise A5 (two per page, sideways).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clubsite.pdf.paper import RULE, PaperSheets, PaperSize
from games.wording import contestant_sides
from movements.plan import Plan

FEW_ROUNDS = 13
MARGIN = 9.0
HEAD = 27.0
HIGHEST_ROW = 8.5


@dataclass(frozen=True, slots=True)
class GuideCard:
    """A card. `big` is on the plate, with `line` beside it; `columns` are headings for `rows`; `note` comes last."""

    label: str
    big: str
    line: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def contestant_cards(
    plan: Plan,
    boards: dict[int, str],
    names: dict[int, str],
    notes: dict[int, str] | None = None,
    four_handed: bool = False,
) -> list[GuideCard]:
    """Return a card for each present contestant: round, table, seat, opponent and boards. `boards` is {set: "4-6"}."""
    return [
        GuideCard(
            label="Number",
            big=str(number),
            line=names.get(number, ""),
            columns=("Round", "Table", "Sit", "Against", "Boards"),
            rows=tuple(_of_contestant(plan, number, turn, boards, four_handed) for turn in range(1, plan.rounds + 1)),
            note=(notes or {}).get(number, ""),
        )
        for number in plan.present
    ]


def _of_contestant(plan: Plan, number: int, turn: int, boards: dict[int, str], four_handed: bool) -> tuple[str, ...]:
    at = plan.seat_of(number, turn)
    if at is None or not at.boardset:
        return (str(turn), "-", "sit out", "", "")
    south = at.ns == number
    return (
        str(turn),
        str(at.table),
        contestant_sides(four_handed)[not south],
        str(at.ew if south else at.ns),
        boards.get(at.boardset, ""),
    )


def table_guides(plan: Plan, boards: dict[int, str], four_handed: bool = False) -> list[GuideCard]:
    """Return a card for each table in use, with the players and boards of every round."""
    return [
        GuideCard(
            label="Table",
            big=str(table),
            line="",
            columns=("Round", *contestant_sides(four_handed), "Boards"),
            rows=tuple(_of_table(plan, table, turn, boards) for turn in range(1, plan.rounds + 1)),
        )
        for table in range(1, plan.tables + 1)
        if any(row.table == table and row.boardset for row in plan.schedule)
    ]


def _of_table(plan: Plan, table: int, turn: int, boards: dict[int, str]) -> tuple[str, ...]:
    row = next((row for row in plan.round(turn) if row.table == table), None)
    if row is None:
        return (str(turn), "-", "-", "")
    missing = plan.missing(turn)
    ns, ew = ("-" if number in missing else str(number) for number in (row.ns, row.ew))
    return (str(turn), ns, ew, boards.get(row.boardset, "sits out" if ns != ew else "empty"))


def guide_cards(title: str, heading: str, cards: Sequence[GuideCard], size: PaperSize = PaperSize.A4) -> bytes:
    """Return a PDF. `title` names the movement and `heading` the session; both are in small print on every card."""
    paper = PaperSheets(size)
    paper.set_title("Guide cards")
    across = 2 if all(len(card.rows) <= FEW_ROUNDS for card in cards) else 1
    wide, high = paper.w / across, paper.h / 2
    a_page = 2 * across
    for place, card in enumerate(cards):
        if place % a_page == 0:
            paper.add_page()
            paper.cuts(across, 2)
        x, y = place % a_page % across * wide, place % a_page // across * high
        _card(paper, x, y, wide, high, card, [line for line in (title, heading) if line])
    return paper.bytes()


def _card(
    paper: PaperSheets, x: float, y: float, wide: float, high: float, card: GuideCard, small: Sequence[str]
) -> None:
    left, room = x + MARGIN, wide - 2 * MARGIN
    paper.words(left, y + 11, card.label, 9, grey=True)
    plate = 20.0
    paper.plate(left, y + 12.5, plate, 12, card.big, 24)
    paper.fitted(left + plate + 4, y + 20.5, card.line, 14, room - plate - 4, style="B")
    step = min(HIGHEST_ROW, (high - HEAD - 20) / (len(card.rows) + 1))
    _rows(paper, left, y + HEAD, room, step, card)
    # From below: a line too long for the card gets a line of its own. Printers leave 5 mm white.
    foot = y + high - 6
    for line in reversed(small):
        paper.fitted(left, foot, line, 7, room)
        foot -= 3.2
    if card.note:
        paper.fitted(left, foot - 0.8, card.note, 9, room)


def _rows(paper: PaperSheets, left: float, top: float, room: float, step: float, card: GuideCard) -> None:
    column = room / len(card.columns)
    size = min(13.0, step * 2.1)
    paper.set_draw_color(*RULE)
    for place, word in enumerate(card.columns):
        paper.middle(left + column * (place + 0.5), top + step * 0.7, word, 8, style="B")
    for line, row in enumerate(card.rows, start=1):
        base = top + step * line
        paper.line(left, base, left + room, base)
        for place, text in enumerate(row):
            bold = "B" if 0 < place < len(row) - 1 else ""
            paper.middle(left + column * (place + 0.5), base + step * 0.72, text, size, style=bold)
