"""The row that a terminal's action concerns, both as the terminal knew it and as it is in the current movement."""

from dataclasses import dataclass

from django.db.models import Q

from clubsite.nights.models import (
    Section,
    SessionStatus,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.selectors.progress import rounds_all
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.scores.models import Asks
from clubsite.scores.services.pending_scores import OTHER_SIDE
from clubsite.seats.terminal.forms import LineActForm


@dataclass(slots=True)
class SideLine:
    """The row that an action concerns, or None if the movement no longer has it, and this seat's side in the row.

    `section` is the seat's section, or None outside a session. `side` is "" if the row never belonged to this seat.
    `asks` says why the director has to decide in any case. `later` means that the row's round is not open yet.
    """

    section: Section | None
    row: TableBoard | None = None
    side: str = ""
    asks: str = ""
    later: bool = False


def line_meant(ticket: SeatTicket, form: LineActForm) -> SideLine:
    """Return the row that an action concerns.

    If the row's two players now play the board at another table, or have swapped sides, the action applies there.
    """
    said, seat, of_table = form.sent, ticket.seat_id, ticket.seat.kind == SeatKind.TABLE
    sections = Section.objects.select_related("session__club")
    section = sections.filter(**{"tables" if of_table else "contestants": seat}).first()
    if of_table:
        own, side = Q(table_id=seat), "NS" if seat == said["table"] else ""
    else:
        own, side = Q(ns_id=seat) | Q(ew_id=seat), {said["ns"]: "NS", said["ew"]: "EW"}.get(seat, "")
    if section is None or not side:
        return SideLine(section)
    rows = TableBoard.objects.exclude(state=TableBoardState.VOID).defer("board__sealed")
    rows = rows.select_related("board", "table__section", "round__section__session__club")
    here = rows.filter(round__section=section, round__number=said["round"], board__number=said["board"], live=False)
    two = Q(ns_id=said["ns"], ew_id=said["ew"]) | Q(ns_id=said["ew"], ew_id=said["ns"])
    if (row := here.filter(two & own).first()) is not None:
        turned = row.ns_id != said["ns"]
        return SideLine(section, row, OTHER_SIDE[side] if turned else side)
    if (row := here.filter(table_id=said["table"]).first()) is not None:
        return SideLine(section, row, side, asks=Asks.OTHER_PLAYERS)
    ended, number = section.session.status == SessionStatus.ENDED, said["round"] or 0
    return SideLine(section, side=side, later=not ended and section.round_number < number <= rounds_all(section))
