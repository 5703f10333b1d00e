"""The order check of a terminal (SOLO-4): it asks for the order of the dummies, and reports what the table found."""

from typing import Any

from clubsite.duplicate.models import Board, Section, TableBoard
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.scores.models import ActCode, OrderAnswer, OrderCheckMoment
from clubsite.scores.selectors.order_checks import Hidden
from clubsite.scores.services.order_checks import order_answer, order_show, order_without_line_noted
from clubsite.scores.services.pending_audit import side_name
from clubsite.scores.services.typed_acts import ActAnswer
from clubsite.seats.terminal.forms import OrderForm
from clubsite.seats.terminal.lines import SideLine, line_meant

NO_ANSWER = "Say whether the dummies are in order."
NOT_BEFORE = "Before the play the dummies are put right, or the board is fouled from this table on."
AFTER_ALONE = (OrderAnswer.FOULED_NEXT, OrderAnswer.FOULED_OWN)
ORDER_NOTED = "What you said of the dummies of board {} is noted for the director."


def order_asked(ticket: SeatTicket, form: OrderForm) -> dict[str, Any]:
    """Return `{"hands": {"E": [...], "W": [...]}, "hidden": ""}`: the cards from left to right, or why
    there are none.
    """
    line = line_meant(ticket, form)
    if line.row is None or line.asks or not form.sent["moment"]:
        return {"hands": {}, "hidden": str(Hidden.NOT_NOW)}
    hands, hidden = order_show(table_board=line.row, moment=form.sent["moment"], side=line.side, ticket=ticket)
    return {"hands": hands, "hidden": hidden}


def answer_order(ticket: SeatTicket, line: SideLine, row: TableBoard, form: OrderForm) -> ActAnswer:
    """Store the table's answer, even if its round is over or others sit there by now: it is about the cards."""
    said = form.sent
    if not said["moment"] or not said["answer"]:
        return ActAnswer(ActCode.REFUSED, NO_ANSWER, row=row)
    if said["answer"] in AFTER_ALONE and said["moment"] != OrderCheckMoment.AFTER:
        return ActAnswer(ActCode.REFUSED, NOT_BEFORE, row=row)
    check = order_answer(
        table_board=row,
        moment=said["moment"],
        answer=said["answer"],
        side=line.side,
        ticket=ticket,
        actor=holder_name(ticket, row, line.side),
    )
    return ActAnswer(ActCode.DONE if check is not None else ActCode.SAME, row=row)


def order_without_line(section: Section, board: Board, form: OrderForm, actor: str) -> ActAnswer:
    """Record an answer about a board that nobody plays there by the present movement."""
    said = form.sent
    if not said["moment"] or not said["answer"]:
        return ActAnswer(ActCode.REFUSED, NO_ANSWER)
    order_without_line_noted(
        section=section,
        board=board,
        round_number=said["round"] or 0,
        moment=said["moment"],
        answer=said["answer"],
        actor=actor,
    )
    return ActAnswer(ActCode.KEPT, ORDER_NOTED.format(board.number))


def holder_name(ticket: SeatTicket, row: TableBoard, side: str) -> str:
    """Return the name of the seat's holder, or for a device that stays at its table of the player on its side."""
    if ticket.seat.kind == SeatKind.CONTESTANT:
        return names_of([ticket.seat_id]).get(ticket.seat_id, "")
    return side_name(row, side)
