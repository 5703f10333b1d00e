"""Reports from a table's terminal other than scores: the dummies' order (SOLO-4), cards, and wrong boards."""

from typing import Any

from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Section, TableBoard, TableBoardState
from clubsite.nights.selectors.boards import boards_instead, can_be_typed
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.services.opening import deal_type
from clubsite.nights.services.wrong_boards import wrong_board_report
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.scores.models import ActCode, OrderAnswer, OrderCheckMoment
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.selectors.order_checks import PLAYED_STATUSES, Hidden
from clubsite.scores.services.order_checks import order_answer, order_show, order_without_line_noted
from clubsite.scores.services.pending_audit import side_name
from clubsite.scores.services.typed_acts import ActAnswer
from clubsite.seats.terminal.forms import OrderForm, OtherBoardForm, TypedDealForm
from clubsite.seats.terminal.lines import SideLine, line_meant

NO_ANSWER = "Say whether the dummies are in order."
NOT_BEFORE = "Before the play the dummies are put right, or the board is fouled from this table on."
AFTER_ALONE = (OrderAnswer.FOULED_NEXT, OrderAnswer.FOULED_OWN)
ORDER_NOTED = "What you said of the dummies of board {} is noted for the director."
NOT_YET = "Agree on the score of board {} first."
OTHERS_NOW = "The round has moved on, so call the director and say which board you played."
NO_SUCH_BOARD = "There is no board {} that you could have played instead. Look at the number on it once more."


def order_asked(ticket: SeatTicket, form: OrderForm) -> dict[str, Any]:
    """Return `{"hands": {"E": [...], "W": [...]}, "hidden": ""}`, with the cards from left to right. If no cards are
    shown, `hidden` gives the reason.
    """
    line = line_meant(ticket, form)
    if line.row is None or line.asks or not form.sent["moment"]:
        return {"hands": {}, "hidden": str(Hidden.NOT_NOW)}
    hands, hidden = order_show(table_board=line.row, moment=form.sent["moment"], side=line.side, ticket=ticket)
    return {"hands": hands, "hidden": hidden}


def answer_order(ticket: SeatTicket, line: SideLine, row: TableBoard, form: OrderForm) -> ActAnswer:
    """Store the table's answer, which is about the cards: it counts even if the round is over or others sit there."""
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
    """Record an answer about a board that the current movement does not assign to that table."""
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
    """Return the name of the seat's holder or, if the device stays at its table, of the player on the given side."""
    if ticket.seat.kind == SeatKind.CONTESTANT:
        return names_of([ticket.seat_id]).get(ticket.seat_id, "")
    return side_name(row, side)


def deal_asked(ticket: SeatTicket, form: TypedDealForm) -> dict[str, Any]:
    """Return `{"hands": {"E": [...], ...}, "seen": 1}` for a board that was played here and whose cards can be typed
    again.

    Otherwise, `hands` is empty. A device that stays at its table gets only the current round's boards, because
    other players sit there in the next round.
    """
    line = line_meant(ticket, form)
    section, row = line.section, line.row
    now = row is not None and section is not None and row.round.number == section.round_number
    if row is None or line.asks or not _played(row) or not (now or ticket.seat.kind == SeatKind.CONTESTANT):
        return {"hands": {}, "seen": 0}
    if not can_be_typed(row.board):
        return {"hands": {}, "seen": row.board.typings}
    hands = {seat: cards.split() for seat, cards in row.board.hands.items()}
    return {"hands": hands, "seen": row.board.typings}


def type_deal(ticket: SeatTicket, line: SideLine, row: TableBoard, form: TypedDealForm) -> ActAnswer:
    """Store the typed cards if the board has been played here. Cards that others have typed in the meantime are not
    overwritten.
    """
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


def say_other_board(ticket: SeatTicket, line: SideLine, row: TableBoard, form: OtherBoardForm) -> ActAnswer:
    """Report to the director, who decides, which board was played. Until then, nothing changes at the table."""
    if line.asks or row.round.number != row.round.section.round_number:
        return ActAnswer(ActCode.REFUSED, OTHERS_NOW, row=row)
    number = form.sent["played"]
    board: Board | None = next((one for one in boards_instead(row) if one.number == number), None)
    if board is None:
        return ActAnswer(ActCode.REFUSED, NO_SUCH_BOARD.format(number or ""), row=row)
    actor = holder_name(ticket, row, line.side)
    report = wrong_board_report(table_board=row, board=board, side=line.side, actor=actor)
    return ActAnswer(ActCode.DONE if report else ActCode.SAME, row=row)
