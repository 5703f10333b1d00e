"""The sheets that a director prints. To add one, add a module to `pdf`, a row here and text on the print page."""

from collections.abc import Callable
from dataclasses import dataclass

from clubsite.accounts.requests import SignedInRequest
from clubsite.catalogue.movement_page import follow_notes
from clubsite.core.links import base_of
from clubsite.core.refused import Refused
from clubsite.director.links import join_url
from clubsite.director.printing.forms import FirstRoundForm, SlipsForm
from clubsite.director.printing.movement import SectionMovement, movement_for
from clubsite.director.printing.slips import score_slips_of, travellers_of
from clubsite.director.setup.dummy_slips import curtain_cards_taken, slips_taken
from clubsite.nights.models import Session
from clubsite.nights.selectors.tables import tables_of
from clubsite.pdf.blank_travellers import blank_travellers
from clubsite.pdf.curtain_cards import curtain_cards
from clubsite.pdf.dummy_slips import slips
from clubsite.pdf.guide_cards import contestant_cards, guide_cards, table_guides
from clubsite.pdf.movement_sheet import movement_sheet
from clubsite.pdf.paper import PaperSize
from clubsite.pdf.score_slips import score_slips
from clubsite.pdf.table_cards import table_cards


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


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """A sheet and its name, which is also the file name. `make` returns the PDF, or raises Refused or Http404.

    If `shows_cards`, the director has to confirm who they are, the audit log records the sheet, and a director who
    plays cannot get the sheet.
    """

    name: str
    make: Callable[[PrintOrder], bytes]
    shows_cards: bool = False


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
    found = order.movement()
    title = f"Section {found.letter}: {found.title}" if found.letter else found.title
    return movement_sheet(order.heading, title, found.grid, found.names, order.size)


def _guide_cards(order: PrintOrder) -> bytes:
    found = order.movement()
    notes = follow_notes(found.plan)
    cards = contestant_cards(found.plan, found.boards, found.names, notes, found.section.pairs)
    return guide_cards(found.title, found.heading, cards, order.size)


def _table_guides(order: PrintOrder) -> bytes:
    found = order.movement()
    cards = table_guides(found.plan, found.boards, found.section.pairs)
    return guide_cards(found.title, found.heading, cards, order.size)


PAPERS = {
    paper.name: paper
    for paper in (
        PrintedPaper("table-cards", _table_cards),
        PrintedPaper("score-slips", _score_slips),
        PrintedPaper("travellers", _travellers),
        PrintedPaper("guide-cards", _guide_cards),
        PrintedPaper("table-guides", _table_guides),
        PrintedPaper("movement", _movement),
        PrintedPaper("slips", _dummy_slips, shows_cards=True),
        PrintedPaper("curtain-cards", _curtain_cards, shows_cards=True),
    )
}
