"""The sheets that a director prints. To add one, add a module to `pdf`, a row here and text on the print page."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubsite.accounts.decorators import SignedInRequest
from clubsite.catalogue.movement_page import follow_notes
from clubsite.core.forms import ButtonForm, ShortNumberField
from clubsite.core.origins import base_of, qr_svg
from clubsite.core.refused import Refused
from clubsite.director.links import join_url
from clubsite.director.setup.dummy_slips import curtain_cards_taken, slips_taken
from clubsite.director.setup.forms import LostSlipForm
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_by_number
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.sessions import sections_of, tables_of
from clubsite.pdf.blank_travellers import BlankLine, BlankTraveller, blank_travellers
from clubsite.pdf.curtain_cards import curtain_cards
from clubsite.pdf.dummy_slips import slips
from clubsite.pdf.guide_cards import contestant_cards, guide_cards, table_guides
from clubsite.pdf.movement_sheet import movement_sheet
from clubsite.pdf.paper import PaperSize
from clubsite.pdf.response import pdf_answer, size_asked
from clubsite.pdf.score_slips import ScoreSlip, score_slips
from clubsite.pdf.table_cards import table_cards
from clubsite.visibility.services import LINK_MINUTES, slip_link_make, taking_cards
from games.boards import dealer_of, vulnerability_of
from movements.grid import GridCell, boards_by_set, grid_of, picture
from movements.plan import Plan


@dataclass(frozen=True, slots=True)
class SectionMovement:
    """A section's movement with its players' names. `letter` is "" if there is only one section."""

    section: Section
    title: str
    plan: Plan
    names: dict[int, str]
    numbers: list[int]
    rounds: int
    """The number of rounds, with those of a Swiss that are not drawn yet."""

    @property
    def letter(self) -> str:
        return self.section.letter

    @property
    def per_round(self) -> int:
        return self.section.boards_per_round

    @property
    def boards(self) -> dict[int, str]:
        return boards_by_set(self.plan, self.per_round, self.numbers)

    @property
    def animation(self) -> dict[str, Any]:
        return picture(self.plan, self.boards, self.names, pairs=self.section.pairs)

    @property
    def grid(self) -> list[list[GridCell]]:
        return grid_of(self.plan, self.per_round, self.numbers, self.names)

    @property
    def heading(self) -> str:
        session = self.section.session
        where = f", section {self.letter}" if self.letter else ""
        return f"{session.club.name}, {session.name}{where}, {session.date:%d %B %Y}"


def movements_of(session: Session) -> list[SectionMovement]:
    movements = []
    for section in sections_of(session):
        movement = movement_of(section)
        if movement is not None:
            section.session = session
            plan = Plan.from_json(movement.plan)
            names, numbers = names_by_number(section), [board.number for board in boards_of(section)]
            movements.append(SectionMovement(section, movement.title, plan, names, numbers, movement.rounds_all))
    return movements


def movement_for(session: Session, letter: str) -> SectionMovement:
    """Return the section's movement, of the first one for "". Raise Refused if no section has one, else Http404."""
    movements = movements_of(session)
    if not movements:
        raise Refused("Choose a movement first.")
    movement = next((each for each in movements if each.section.name == (letter or each.section.name)), None)
    if movement is None:
        raise Http404("No such section, or no movement yet")
    return movement


NOBODY_SEATED = ("", "")


@dataclass(frozen=True, slots=True)
class SlipMeeting:
    """Two contestants at a table in a round. A round that is still to be drawn has no numbers or names."""

    round: int
    table: int
    boards: list[int]
    numbers: tuple[str, str] = NOBODY_SEATED
    names: tuple[str, str] = NOBODY_SEATED


def meetings_of(movement: SectionMovement, first_round: int = 1) -> list[SlipMeeting]:
    """Return every table with two contestants from `first_round` on, sorted by round and table."""
    plan, label, names = movement.plan, movement.section.label, movement.names
    meetings = [
        SlipMeeting(
            row.round,
            row.table,
            _boards_in(movement, row.boardset),
            (label(row.ns), label(row.ew)),
            (names.get(row.ns, ""), names.get(row.ew, "")),
        )
        for row in plan.schedule
        if row.boardset and not {row.ns, row.ew} & plan.missing(row.round)
    ]
    for turn in range(plan.rounds + 1, movement.rounds + 1):  # still to be drawn; with a sit-out one table fewer
        tables = range(1, len(plan.present) // 2 + 1)
        meetings += [SlipMeeting(turn, table, _boards_in(movement, turn)) for table in tables]
    return sorted(
        (meeting for meeting in meetings if meeting.round >= first_round),
        key=lambda meeting: (meeting.round, meeting.table),
    )


def _boards_in(movement: SectionMovement, board_set: int) -> list[int]:
    """Return the board numbers of a board set: the actual numbers once the boards have been made."""
    last = board_set * movement.per_round
    if last <= len(movement.numbers):
        return movement.numbers[last - movement.per_round : last]
    return list(range(last - movement.per_round + 1, last + 1))


def _facts(section: Section, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Map each board number to its dealer and vulnerability, which are the standard ones until the board is made."""
    made = {board.number: (board.dealer, board.vulnerability) for board in boards_of(section)}
    return {number: made.get(number, (dealer_of(number).value, vulnerability_of(number))) for number in numbers}


def score_slips_of(movement: SectionMovement, first_round: int = 1) -> list[ScoreSlip]:
    """Return a slip for each table, round and board. The slips of each table are kept together, in order of play."""
    section = movement.section
    meetings = sorted(meetings_of(movement, first_round), key=lambda meeting: (meeting.table, meeting.round))
    facts = _facts(section, {board for meeting in meetings for board in meeting.boards})
    return [
        ScoreSlip(
            section.label(meeting.table),
            meeting.round,
            board,
            *facts[board],
            meeting.numbers,
            meeting.names,
            section.pairs,
        )
        for meeting in meetings
        for board in meeting.boards
    ]


def travellers_of(movement: SectionMovement) -> list[BlankTraveller]:
    """Return a traveller for each board. Its lines are in the same order as on the page where scores are typed."""
    section = movement.section
    lines: dict[int, list[BlankLine]] = {}
    for meeting in meetings_of(movement):
        line = BlankLine(str(meeting.round), section.label(meeting.table), meeting.numbers, meeting.names)
        for board in meeting.boards:
            lines.setdefault(board, []).append(line)
    facts = _facts(section, lines)
    return [BlankTraveller(board, *facts[board], tuple(lines[board]), section.pairs) for board in sorted(lines)]


class IdsField(forms.Field):
    """The ids of rows, one for each submitted field of this name."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        return [int(pk) for pk in value or [] if str(pk).isascii() and str(pk).isdecimal()]


class FirstRoundForm(ButtonForm):
    """The first round (`from`) for which slips are wanted."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["from"] = ShortNumberField("Write the number of the round.", required=False)


class SlipsForm(ButtonForm):
    """The ids of the boards whose slips or curtain cards are wanted. No ids means all boards."""

    board = IdsField(required=False)


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """One sheet: who prints it, for which session, on what paper. `letter` names a section; "" is the first one."""

    request: SignedInRequest
    session: Session
    letter: str
    size: PaperSize

    @property
    def heading(self) -> str:
        return f"{self.session.club.name}, {self.session.name}, {self.session.date:%d %B %Y}"

    def movement(self) -> SectionMovement:
        """Return the section's movement. Raise Refused if no section has one, Http404 if only this section has none."""
        return movement_for(self.session, self.letter)


def _dummy_slips(order: PrintOrder) -> bytes:
    boards = slips_taken(order.request.user, order.session, SlipsForm(order.request.POST).sent["board"])
    return slips(order.heading, [board.setup() for board in boards], order.size)


def _curtain_cards(order: PrintOrder) -> bytes:
    cards = curtain_cards_taken(order.request.user, order.session, SlipsForm(order.request.POST).sent["board"])
    return curtain_cards(order.heading, cards, order.size)


def _table_cards(order: PrintOrder) -> bytes:
    session, base = order.session, base_of(order.request)
    tables = [(table.label, table.code, join_url(base, table.code)) for table in tables_of(session)]
    if not tables:
        raise Refused("Choose a movement first: it says how many tables there are.")
    return table_cards(session.club.name, f"{session.name}, {session.date:%d %B %Y}", tables, order.size)


def _score_slips(order: PrintOrder) -> bytes:
    movement = order.movement()
    made = score_slips_of(movement, FirstRoundForm(order.request.GET).sent["from"] or 1)
    if not made:
        raise Refused("No table plays from that round on.")
    return score_slips(movement.heading, made, order.size)


def _travellers(order: PrintOrder) -> bytes:
    movement = order.movement()
    return blank_travellers(movement.heading, travellers_of(movement), order.size)


def _movement(order: PrintOrder) -> bytes:
    movement = order.movement()
    title = f"Section {movement.letter}: {movement.title}" if movement.letter else movement.title
    return movement_sheet(order.heading, title, movement.grid, movement.names, order.size)


def _guide_cards(order: PrintOrder) -> bytes:
    movement = order.movement()
    notes = follow_notes(movement.plan)
    cards = contestant_cards(movement.plan, movement.boards, movement.names, notes, movement.section.pairs)
    return guide_cards(movement.title, movement.heading, cards, order.size)


def _table_guides(order: PrintOrder) -> bytes:
    movement = order.movement()
    cards = table_guides(movement.plan, movement.boards, movement.section.pairs)
    return guide_cards(movement.title, movement.heading, cards, order.size)


PAPERS: dict[str, Callable[[PrintOrder], bytes]] = {
    "table-cards": _table_cards,
    "score-slips": _score_slips,
    "travellers": _travellers,
    "guide-cards": _guide_cards,
    "table-guides": _table_guides,
    "movement": _movement,
    "slips": _dummy_slips,
    "curtain-cards": _curtain_cards,
}
"""The function that makes each sheet, whose name is the file's too. It may raise Refused or Http404."""
SHOW_CARDS = ("slips", "curtain-cards")
"""The director confirms who they are, the audit log records the sheet, and a director who plays cannot get it."""


def _printed(request: SignedInRequest, session: Session, name: str, letter: str = "") -> HttpResponse:
    """Return a sheet for the whole session or for a section as PDF. If it is refused, the print page says why."""
    try:
        made = PAPERS[name](PrintOrder(request, session, letter, size_asked(request, session.club.paper)))
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    return pdf_answer(made, f"{name}.pdf")


paper, cards_on_paper = for_director(_printed), taking_cards(_printed)


@posted_by_director
def lost_slip(request: SignedInRequest, session: Session) -> HttpResponse:
    """Make a link to the slip for someone who may see the board if this director may not. Do not show any cards."""
    number = LostSlipForm(request.POST).sent["number"]
    try:
        link, key = slip_link_make(session=session, number=number, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    url = base_of(request) + reverse("seats:lost-slip", kwargs={"key": key})
    context = {"board": link.board, "url": url, "qr": qr_svg(url), "minutes": LINK_MINUTES}
    return session_page(request, session, "director/printing/lost_slip.html", **context)


@for_director
def movement(request: SignedInRequest, session: Session, letter: str = "") -> HttpResponse:
    try:
        shown = movement_for(session, letter)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:movement", session_id=session.public_id)
    context = {"movements": movements_of(session), "shown": shown}
    return session_page(request, session, "director/printing/movement.html", **context)
