"""The cards of a board dealt at the table, typed at the terminal after the play."""

from typing import Any

from clubsite.core.refused import Refused
from clubsite.duplicate.models import TableBoard, TableBoardState
from clubsite.duplicate.models.boards import SEATS
from clubsite.duplicate.selectors.typed_deals import can_be_typed
from clubsite.duplicate.services.typed_deals import deal_type
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.scores.models import ActCode
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.selectors.order_checks import PLAYED_STATUSES
from clubsite.scores.services.typed_acts import ActAnswer
from clubsite.seats.terminal.forms import TypedDealForm
from clubsite.seats.terminal.lines import SideLine, line_meant
from clubsite.seats.terminal.orders import holder_name

NOT_YET = "Agree on the score of board {} first."


def deal_asked(ticket: SeatTicket, form: TypedDealForm) -> dict[str, Any]:
    """Return `{"hands": {"E": [...], ...}, "seen": 1}` for a board that was played here and can be typed again.

    Otherwise `hands` is empty. A device that stays at its table only gets boards of the current round: others sit there
    in the next one.
    """
    line = line_meant(ticket, form)
    section, row = line.section, line.row
    now = row is not None and section is not None and row.round.number == section.round_number
    if row is None or line.asks or not _played(row) or not (now or ticket.seat.kind == SeatKind.CONTESTANT):
        return {"hands": {}, "seen": 0}
    if not can_be_typed(row.board):
        return {"hands": {}, "seen": row.board.typings}
    hands = {name[0].upper(): getattr(row.board, name).split() for name in SEATS}
    return {"hands": hands, "seen": row.board.typings}


def type_deal(ticket: SeatTicket, line: SideLine, row: TableBoard, form: TypedDealForm) -> ActAnswer:
    """Store the typed cards once the board is played here. Cards that others typed meanwhile are not overwritten."""
    if not _played(row):
        return ActAnswer(ActCode.REFUSED, NOT_YET.format(row.board.number), row=row)
    actor = holder_name(ticket, row, line.side)
    try:
        new = deal_type(board=row.board, texts=form.texts(), seen=form.sent["seen"] or 0, actor=actor)
    except Refused as no:
        return ActAnswer(ActCode.REFUSED, str(no), {no.field: str(no)} if no.field else {}, row)
    return ActAnswer(ActCode.DONE if new else ActCode.SAME, row=row)


def _played(row: TableBoard) -> bool:
    entry = latest_of([row]).get(row.pk)
    return row.state == TableBoardState.FINISHED and entry is not None and entry.status in PLAYED_STATUSES
