"""The actions that a terminal sends. Each has an id, is carried out only once, and is stored as it was sent."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Section, TableBoard
from clubsite.nights.selectors.contestants import names_of
from clubsite.play.models import CallReason, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call
from clubsite.scores.models import ActCode, Asks
from clubsite.scores.services.pending_audit import score_without_line_noted
from clubsite.scores.services.pending_scores import (
    OTHER_SIDE,
    TooLate,
    pending_score_confirm,
    pending_score_drop,
    pending_score_refuse,
    pending_score_type,
)
from clubsite.scores.services.refused_leads import LEAD_NOT_KEPT
from clubsite.scores.services.typed_acts import ActAnswer, NotYet, act_code
from clubsite.seats.terminal.forms import LineActForm, OrderForm, OtherBoardForm, ScoreActForm, TypedDealForm
from clubsite.seats.terminal.lines import SideLine, line_meant
from clubsite.seats.terminal.reports import OTHERS_NOW, answer_order, order_without_line, say_other_board, type_deal

ACT_FORMS: dict[str, type[LineActForm]] = {
    "type": ScoreActForm,
    "confirm": LineActForm,
    "refuse": LineActForm,
    "drop": LineActForm,
    "order": OrderForm,
    "deal": TypedDealForm,
    "board": OtherBoardForm,
}
OTHER_ACTS: dict[str, Callable[[SeatTicket, SideLine, TableBoard, Any], ActAnswer]] = {
    "order": answer_order,
    "deal": type_deal,
    "board": say_other_board,
}
NOT_HERE = "That board is not played at this table in this round."
NO_LINE = "Board {} is not played here by the movement as it is now. What you typed is kept for the director."
ACT_NOTED = "What you said of board {} is noted for the director."


def act_answer(ticket: SeatTicket, form: LineActForm, kind: str) -> ActAnswer:
    """Carry out an action for this seat and return its outcome. Raise NotYet if the action's round is not open yet."""
    line, said = line_meant(ticket, form), form.sent
    if line.section is None or not line.side:
        return ActAnswer(ActCode.REFUSED, NOT_HERE)
    if line.later:
        raise NotYet
    if (row := line.row) is None:
        return without_line(ticket, line.section, line.side, form)
    if kind in OTHER_ACTS:
        return OTHER_ACTS[kind](ticket, line, row, form)
    if ticket.revoked_at and not line.asks:
        line.asks = Asks.LATE
    code, words = ActCode.DONE, ""
    try:
        if isinstance(form, ScoreActForm):
            waits, words = pending_score_type(
                table_board=row,
                result=form.result(row.board, row.round.section.pairs),
                side=line.side,
                ticket=ticket,
                key=said["id"],
                seen=said["seen"],
                asks=line.asks,
                offline=bool(said["offline"]),
            )
            code = ActCode.DONE if waits else ActCode.SAME
        elif kind == "confirm":
            code = confirm(ticket, line, row, form)
        elif kind == "refuse":
            pending_score_refuse(table_board=row, key=said["key"], side=_answering(line, row, form))
        else:
            pending_score_drop(table_board=row, key=said["key"], side=line.side)
    except TooLate as no:
        return ActAnswer(ActCode.KEPT, str(no), row=row)
    except Refused as no:
        code = ActCode.GONE if "key" in no.problems else ActCode.REFUSED
        return ActAnswer(code, str(no), no.problems, row)
    return ActAnswer(code, words, row=row)


def confirm(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> ActCode:
    """Confirm a typed score. Return SAME if the score already counts, else DONE. Raise Refused or TooLate as
    `pending_score_confirm` does.
    """
    key, side = form.sent["key"], _answering(line, row, form)
    try:
        pending_score_confirm(table_board=row, key=key, side=side, ticket=ticket, asks=line.asks)
    except TooLate:
        raise
    except Refused:
        typed = act_code(ticket=ticket, client_id=key)
        if typed == ActCode.SAME:  # it counts already, so nothing waits
            return ActCode.SAME
        if typed == ActCode.KEPT:  # it is in the audit log, because another score waits there
            raise TooLate({"board": ACT_NOTED.format(row.board.number)}) from None
        raise
    return ActCode.DONE


def _answering(line: SideLine, row: TableBoard, form: LineActForm) -> str:
    """Return the answering side: this seat's, or the other side if it uses this device because its own is offline."""
    if not form.sent["hand"]:
        return line.side
    others = [row.ew_id] if line.side == "NS" else [row.ns_id, row.table_id]
    there = SeatTicket.objects.filter(revoked_at__isnull=True, connected=True, seat__in=others)
    return OTHER_SIDE[line.side] if form.sent["offline"] or not there.exists() else line.side


def without_line(ticket: SeatTicket, section: Section, side: str, form: LineActForm) -> ActAnswer:
    """Record an action about a board that the current movement does not assign to that table, and call the director."""
    board = Board.objects.filter(board_set=section.board_set_id, number=form.sent["board"]).first()
    mine = form.sent["ns" if side == "NS" else "ew"] or 0
    if board is None:
        return ActAnswer(ActCode.REFUSED, NOT_HERE)
    if isinstance(form, OtherBoardForm):
        return ActAnswer(ActCode.REFUSED, OTHERS_NOW)
    number = board.number
    if isinstance(form, OrderForm):
        return order_without_line(section, board, form, names_of([mine]).get(mine, ""))
    if isinstance(form, ScoreActForm):
        # A terminal that names a board it does not play learns nothing about its cards.
        try:
            typed = form.result(board, section.pairs)
        except Refused as no:
            return ActAnswer(ActCode.REFUSED, str(no), no.problems)
        left_out = LEAD_NOT_KEPT if typed.lead else ""
        score_without_line_noted(
            section=section,
            board=board,
            round_number=form.sent["round"] or 0,
            typed=replace(typed, lead=""),
            actor=names_of([mine]).get(mine, ""),
        )
        call(ticket, on=True, disputed=False)
        return ActAnswer(ActCode.KEPT, f"{NO_LINE.format(number)} {left_out}".strip())
    return ActAnswer(ActCode.KEPT, ACT_NOTED.format(number))


def call(ticket: SeatTicket, *, on: bool, disputed: bool) -> None:
    """Call the director (about a refused score if `disputed`), or withdraw the call."""
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        reason = CallReason.SCORE if on and disputed else CallReason.PLAIN
        room_call(room_seat=room_seat, on=on, reason=reason)
