"""Pictures of rankings, events and boards, as strangers see them."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from django.utils import timezone

from clubsite.clubs.time_zones import zone_named, zone_of
from clubsite.core.templatetags.bridge import rank
from clubsite.events.selectors.event_field import EventPage
from clubsite.results.selectors.boards import BoardPage
from clubsite.sharing.canvas import BOLD, EDGE, HIGH, INK, INK_2, SERIF, SHEET, VUL, WIDE, Canvas, can_write
from clubsite.sharing.selectors import SharedSession
from games.end_dummies import is_hand_vulnerable
from games.seats import Seat
from games.wording import contract_written, how_often, seat_name, signed, vulnerability_name
from solver.verdicts.solution import Solution

MOST_CONTRACTS = 3
MAX_KEPT_PICTURES = 16
BOARD_MARGIN, SIDE = 48, 780  # where the words begin
DUMMY_STEP, DUMMY_WIDE = 39, 96
SIGNS = {"": "", "X": "×", "XX": "××"}


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Everything that the picture shows. Equal values give the same file.

    `hands` has N's and S's suits as (suit, ranks), and `dummies` has W's and E's cards in sequence; both are empty
    if the deal is unknown. `contracts` has (contract, declarer, count). `par` has (contract, declarer) and South's
    points, if the board is closed and solved.
    """

    club: str
    session_name: str
    number: int
    dealer: str
    vul: str
    hands: tuple[tuple[tuple[str, str], ...], ...]
    dummies: tuple[tuple[str, ...], ...]
    contracts: tuple[tuple[str, str, int], ...]
    played: int
    pairs: bool
    scores: tuple[int, int] | None
    par: tuple[tuple[str, str], int] | None

    @property
    def words(self) -> str:
        """A description for readers who cannot see the picture."""
        return f"Board {self.number}: the deal and what was played, {self.session_name}, {self.club}"


def board_picture(page: BoardPage) -> BoardPicture:
    """Return the picture for a board's page as strangers see it."""
    session, deal = page.published.session, page.deal
    played = Counter((s.result.contract, s.result.declarer) for s in page.scores if s.result.contract)
    points = [s.result.ns_score for s in page.scores if s.result.ns_score is not None]
    return BoardPicture(
        club=page.published.club.name,
        session_name=f"{session.name}, {session.date.day} {session.date:%B %Y}",
        number=page.number,
        dealer=deal.board.dealer,
        vul=deal.board.vulnerability,
        hands=tuple(tuple((s, " ".join(map(rank, r))) for s, r in deal.suits[p]) for p in "NS") if deal.known else (),
        dummies=tuple(tuple(deal.sequences[seat]) for seat in "WE") if deal.known else (),
        contracts=tuple((*what, times) for what, times in played.most_common(MOST_CONTRACTS)),
        played=page.played,
        pairs=page.pairs,
        scores=(max(points), min(points)) if points else None,
        par=_par(page.solution) if page.solution else None,
    )


def _par(solution: Solution) -> tuple[tuple[str, str], int]:
    return solution.contracts[0], solution.points


@lru_cache(MAX_KEPT_PICTURES)
def board_png(picture: BoardPicture) -> bytes:
    canvas = Canvas()
    canvas.box(0, 0, SIDE - 40, HIGH, fill="#E4E3D8", round_by=0)
    if picture.hands:
        _deal(canvas, picture)
    else:
        canvas.write((SIDE - 40) / 2, HIGH / 2, "Dealt at the table", 34, font=SERIF, anchor="m")
    _facts(canvas, picture)
    return canvas.png()


def _deal(canvas: Canvas, picture: BoardPicture) -> None:
    north, south = picture.hands
    west, east = picture.dummies
    middle = (SIDE - 40) / 2
    _hand(canvas, "N", middle - 120, 40, north)
    _hand(canvas, "S", middle - 120, 404, south)
    _dummy(canvas, "W", BOARD_MARGIN, west)
    _dummy(canvas, "E", SIDE - 40 - BOARD_MARGIN - DUMMY_WIDE, east)
    _board(canvas, middle, 316, picture)


def _plate(canvas: Canvas, x: float, y: float, letter: str) -> None:
    canvas.box(x, y, 36, 36, fill=INK)
    canvas.write(x + 18, y + 27, letter, 25, font=BOLD, colour=SHEET, anchor="m")


def _hand(canvas: Canvas, seat: str, x: float, y: float, suits: tuple[tuple[str, str], ...]) -> None:
    _plate(canvas, x - 52, y, seat)
    for place, (suit, ranks) in enumerate(suits):
        at = y + place * 46
        canvas.suit(suit, x, at + 2, 30)
        canvas.write(x + 44, at + 29, ranks or "–", 33, font=BOLD, room=280)


def _dummy(canvas: Canvas, seat: str, x: float, cards: tuple[str, ...]) -> None:
    """Draw a dummy's cards in sequence, with its two END cards on a white background."""
    _plate(canvas, x + (DUMMY_WIDE - 36) / 2, 40, seat)
    for place, card in enumerate(cards):
        y = 86 + place * DUMMY_STEP
        if place in (0, len(cards) - 1):
            canvas.box(x, y, DUMMY_WIDE, DUMMY_STEP, fill=SHEET, edge=INK, thick=2.5)
        elif place < len(cards) - 2:
            canvas.line(x + 6, y + DUMMY_STEP - 1, DUMMY_WIDE - 12, EDGE)
        canvas.suit(card[0], x + 14, y + 7, 25)
        canvas.write(x + DUMMY_WIDE - 14, y + 30, rank(card), 29, font=BOLD, anchor="r")


def _board(canvas: Canvas, middle: float, y: float, picture: BoardPicture) -> None:
    """Draw the board in the middle: its number, the dealer and the vulnerability."""
    canvas.box(middle - 74, y - 74, 148, 148, fill=SHEET, edge=INK, thick=2, round_by=12)
    canvas.write(middle, y + 19, str(picture.number), 56, font=BOLD, anchor="m")
    for seat, dx, dy in (("N", 0, -48), ("S", 0, 64), ("W", -56, 9), ("E", 56, 9)):
        vul = is_hand_vulnerable(Seat(seat), picture.vul)
        letter = canvas.width(seat, 24, BOLD)
        canvas.write(middle + dx, y + dy, seat, 24, font=BOLD, colour=VUL if vul else INK_2, anchor="m")
        if seat == picture.dealer:
            canvas.line(middle + dx - letter / 2, y + dy + 5, letter, INK, 3)


def _facts(canvas: Canvas, picture: BoardPicture) -> None:
    x, room = SIDE, WIDE - SIDE - BOARD_MARGIN
    canvas.write(x, 84, f"Board {picture.number}", 60, font=SERIF, room=room)
    canvas.write(x, 126, f"{seat_name(picture.dealer)} deals,", 26, colour=INK_2)
    canvas.write(x, 160, vulnerability_name(picture.vul), 26, colour=INK_2, room=room)
    y = 212.0
    canvas.write(x, y, f"Played {how_often(picture.played)}", 32, font=SERIF, room=room)
    canvas.line(x, y + 14, room, INK, 2)
    y += 6
    for contract, declarer, times in picture.contracts:
        y += 46
        _contract(canvas, x, y, contract, declarer)
        canvas.write(WIDE - BOARD_MARGIN, y, f"{times} of {picture.played}", 26, colour=INK_2, anchor="r")
    if picture.scores:
        best, worst = picture.scores
        spread = signed(best) if best == worst else f"{signed(best)} to {signed(worst)}"
        canvas.write(x, y + 44, f"{'N/S' if picture.pairs else 'South'}: {spread}", 26, room=room)
        y += 44
    if picture.par:
        (contract, declarer), points = picture.par
        canvas.write(x, y + 56, "With best play", 32, font=SERIF, room=room)
        canvas.line(x, y + 70, room, INK, 2)
        _contract(canvas, x, y + 116, contract, declarer)
        canvas.write(WIDE - BOARD_MARGIN, y + 116, f"South {signed(points)}", 28, font=BOLD, anchor="r")
    canvas.write(x, 566, picture.session_name, 24, colour=INK_2, room=room)
    canvas.write(x, 598, picture.club, 24, colour=INK_2, room=room)


def _contract(canvas: Canvas, x: float, y: float, contract: str, declarer: str) -> None:
    """Write a contract such as 4♠× South."""
    if not declarer:
        canvas.write(x, y, contract_written(contract), 30, font=BOLD)
        return
    bid = contract.rstrip("X")
    level, strain, doubled = bid[:-1], bid[-1], SIGNS[contract[len(bid) :]]
    x += canvas.write(x, y, level, 32, font=BOLD) + 4
    if strain == "N":
        x += canvas.write(x, y, "NT", 32, font=BOLD)
    else:
        canvas.suit(strain, x, y - 26, 28)
        x += 28
    x += canvas.write(x + 2, y, doubled, 32, font=BOLD) if doubled else 0
    canvas.write(x + 14, y, seat_name(declarer), 28)


MOST_ROWS, MOST_LISTS = 5, 2
MARGIN, GAP = 64, 56

PictureRow = tuple[str, str, str]
"""A place, a name and a figure."""


@dataclass(frozen=True, slots=True)
class RankingPicture:
    """Everything that the picture shows. Equal values give the same file. `more` counts the lists that did not fit."""

    club: str
    title: str
    date: str
    size: str
    lists: tuple[tuple[str, tuple[PictureRow, ...]], ...]
    more: int

    @property
    def words(self) -> str:
        """A description without names, for readers who cannot see the picture."""
        return f"{self.title}, {self.date}: the first {MOST_ROWS} of the ranking, {self.club}"


def ranking_picture(shared: SharedSession) -> RankingPicture:
    """Return the picture of a session as strangers see it."""
    day = shared.published.date
    lists = [
        (ranking.title, [(row.place, row.name, row.figure) for row in ranking.rows[:MOST_ROWS]])
        for ranking in shared.lists
    ]
    date = f"{day:%A} {day.day} {day:%B %Y}"
    return _picture(shared.published.club.name, shared.published.session.name, date, shared.size, lists)


def event_picture(page: EventPage) -> RankingPicture:
    """Return the picture of an event. Before the results are published, it shows no places."""
    event = page.reader.event
    zone = zone_of(event.club) if event.club is not None else zone_named("")
    first, last = (timezone.localtime(at, zone).date() for at in (event.window_opens, event.window_closes))
    date = " to ".join(f"{day.day} {day:%B %Y}" for day in dict.fromkeys((first, last)))
    shown = [
        (ranking.key.title, ranking.rows[:MOST_ROWS]) for ranking in page.lists if page.reader.phase == "published"
    ]
    lists = [
        (name, [(row.place, f"{row.name}, {row.entrant.heat.club_name}", page.figure(row)) for row in rows])
        for name, rows in shown
    ]
    return _picture(event.organiser_name, event.name, date, f"{page.size}, {event.boards} boards", lists)


def _picture(club: str, title: str, date: str, size: str, lists: list[tuple[str, list[PictureRow]]]) -> RankingPicture:
    """Return the picture of the first lists, leaving out names with letters that are not in the fonts."""
    shown = [
        (name, tuple((place or "–", who if can_write(who) else "…", figure) for place, who, figure in rows))
        for name, rows in lists[:MOST_LISTS]
    ]
    return RankingPicture(club, title, date, size, tuple(shown), len(lists[MOST_LISTS:]))


@lru_cache(MAX_KEPT_PICTURES)
def ranking_png(picture: RankingPicture) -> bytes:
    canvas = Canvas()
    canvas.write(MARGIN, 84, picture.club, 30, colour=INK_2, room=800)
    for place, letter in enumerate("SHDC"):
        canvas.suit(letter, WIDE - MARGIN - 36 - (3 - place) * 52, 52, 36)
    canvas.line(MARGIN, 106, WIDE - 2 * MARGIN, INK, 3)
    canvas.write(MARGIN, 180, picture.title, 64, font=SERIF, room=WIDE - 2 * MARGIN)
    canvas.write(MARGIN, 226, f"{picture.date}. {picture.size}.", 28, colour=INK_2, room=WIDE - 2 * MARGIN)
    wide = (WIDE - 2 * MARGIN - GAP) / 2 if len(picture.lists) > 1 else WIDE - 2 * MARGIN
    for place, (title, rows) in enumerate(picture.lists):
        _list(canvas, MARGIN + place * (wide + GAP), wide, title, rows)
    if picture.more:
        lists = "list" if picture.more == 1 else "lists"
        canvas.write(WIDE - MARGIN, 616, f"and {picture.more} more {lists}", 22, colour=INK_2, anchor="r")
    return canvas.png()


def _list(canvas: Canvas, x: float, wide: float, title: str, rows: tuple[PictureRow, ...]) -> None:
    canvas.write(x, 290, title, 34, font=SERIF, room=wide)
    canvas.line(x, 306, wide, INK, 2)
    for at, (place, name, figure) in enumerate(rows):
        y = 350 + at * 58
        taken = canvas.width(figure, 32, BOLD)
        canvas.write(x + 36, y, place, 30, colour=INK_2, anchor="m")
        canvas.write(x + 84, y, name, 30, font=BOLD, room=wide - taken - 84 - 20)
        canvas.write(x + wide, y, figure, 32, font=BOLD, anchor="r")
        canvas.line(x, y + 18, wide, EDGE if at == len(rows) - 1 else "#D6D1C1")
