"""Which line an act of a terminal is about: as the terminal knew it, and as the movement is now."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubsite.duplicate.models import (
    Board,
    Section,
    SessionStatus,
    TableBoard,
    TableBoardState,
)
from clubsite.duplicate.selectors.progress import rounds_all
from clubsite.play.models import SeatTicket
from clubsite.scores.models import Asks
from clubsite.seats.terminal.forms import ActForm
from clubsite.seats.terminal.state import SIDES


@dataclass(slots=True)
class Line:
    """The line that is meant, None where the movement has none by now, and the side of this seat there.

    `asks`: why it is for the director in any case. `later`: its round is still to open.
    """

    row: TableBoard | None
    side: str = ""
    asks: str = ""
    later: bool = False


def section_of(ticket: SeatTicket) -> Section | None:
    """The section of a ticket of a club night."""
    sections = Section.objects.select_related("session__club")
    if ticket.kind == "side":
        return sections.filter(tables=int(ticket.subject.split(":")[0])).first()
    return sections.filter(contestants=int(ticket.subject)).first()


def line_meant(ticket: SeatTicket, section: Section, form: ActForm) -> Line:
    """The line of an act. Two who play the board at another table, or the other way round, keep what they typed."""
    said = form.sent
    rows = TableBoard.objects.exclude(state=TableBoardState.VOID).select_related(
        "board", "table__section", "round__section__session__club"
    )
    here = rows.filter(
        round__section=section, round__number=said["round"], board__number=said["board"], live=False
    )
    two = Q(ns_id=said["ns"], ew_id=said["ew"]) | Q(ns_id=said["ew"], ew_id=said["ns"])
    side = side_of_act(ticket, form)
    if side:
        row = _own(ticket, here.filter(two)).first()
        if row is not None:
            return Line(row, side if row.ns_id == said["ns"] else _other(side))
        row = here.filter(table_id=said["table"]).first()
        if row is not None:
            return Line(row, side, asks=Asks.OTHER_PLAYERS)
    session, number = section.session, said["round"] or 0
    ended = session.status == SessionStatus.ENDED
    return Line(None, side, later=not ended and section.round_number < number <= rounds_all(section))


def board_meant(section: Section, form: ActForm) -> Board | None:
    """The board of an act, also where the table does not play it."""
    return Board.objects.filter(board_set=section.board_set_id, number=form.sent["board"]).first()


def side_of_act(ticket: SeatTicket, form: ActForm) -> str:
    """NS or EW, of whoever holds the seat, as the terminal knew it; empty where it was never theirs."""
    if ticket.kind == "side":
        table, player = ticket.subject.split(":")
        return SIDES[player] if table == str(form.sent["table"]) else ""
    return {str(form.sent["ns"]): "NS", str(form.sent["ew"]): "EW"}.get(ticket.subject, "")


def _own(ticket: SeatTicket, rows: QuerySet[TableBoard]) -> QuerySet[TableBoard]:
    if ticket.kind == "side":
        return rows.filter(table_id=int(ticket.subject.split(":")[0]))
    return rows.filter(Q(ns_id=int(ticket.subject)) | Q(ew_id=int(ticket.subject)))


def _other(side: str) -> str:
    return "EW" if side == "NS" else "NS"
