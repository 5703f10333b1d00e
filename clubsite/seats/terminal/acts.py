"""What is done at a terminal. Each act comes with an id, is done once, and is kept with what it said."""

from collections.abc import Callable
from dataclasses import replace

from clubsite.duplicate.models import Section, TableBoard
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.play.models import CallReason, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call
from clubsite.scores.models import ActCode, Asks
from clubsite.scores.services.entries import ScoreRefused
from clubsite.scores.services.pending_audit import score_without_line_noted
from clubsite.scores.services.pending_scores import (
    TooLate,
    pending_score_confirm,
    pending_score_drop,
    pending_score_refuse,
    pending_score_type,
)
from clubsite.scores.services.refused_leads import LEAD_NOT_KEPT, lead_take
from clubsite.scores.services.typed_acts import ActAnswer, NotYet, act_code
from clubsite.seats.terminal.deals import type_deal
from clubsite.seats.terminal.forms import LineActForm, OrderForm, OtherBoardForm, ScoreActForm, TypedDealForm
from clubsite.seats.terminal.lines import OTHER_SIDE, SideLine, board_meant, line_meant
from clubsite.seats.terminal.orders import answer_order, order_without_line
from clubsite.seats.terminal.other_boards import OTHERS_NOW, say_other_board
from clubsite.seats.terminal.state import has_device

FORMS: dict[str, type[LineActForm]] = {
    "type": ScoreActForm,
    "confirm": LineActForm,
    "refuse": LineActForm,
    "drop": LineActForm,
    "order": OrderForm,
    "deal": TypedDealForm,
    "board": OtherBoardForm,
}
NOT_HERE = "That board is not played at this table in this round."
NO_LINE = "Board {} is not played here by the movement as it is now. What you typed is kept for the director."
NOTED = "What you said of board {} is noted for the director."


def act_answer(ticket: SeatTicket, form: LineActForm, kind: str) -> ActAnswer:
    """Do an act of this seat and return what became of it. Raise NotYet."""
    line = line_meant(ticket, form)
    if line.section is None or not line.side:
        return ActAnswer(ActCode.REFUSED, NOT_HERE)
    if line.later:
        raise NotYet
    if line.row is None:
        return without_line(ticket, line.section, line.side, form)
    if isinstance(form, OrderForm):
        return answer_order(ticket, line, line.row, form)
    if isinstance(form, OtherBoardForm):
        return say_other_board(ticket, line, line.row, form)
    if isinstance(form, TypedDealForm):
        return type_deal(ticket, line, line.row, form)
    if ticket.revoked_at and not line.asks:
        line.asks = Asks.LATE
    try:
        words, code = ACTS[kind](ticket, line, line.row, form)
    except TooLate as no:
        return ActAnswer(ActCode.KEPT, str(no), row=line.row)
    except ScoreRefused as no:
        code = ActCode.GONE if "key" in no.problems else ActCode.REFUSED
        return ActAnswer(code, str(no), no.problems, line.row)
    return ActAnswer(code, words, row=line.row)


def type_score(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> tuple[str, ActCode]:
    """Raises ScoreRefused, TooLate."""
    assert isinstance(form, ScoreActForm)
    sent = form.sent
    result, words = lead_take(
        table_board=row,
        result=form.result(row.board, row.round.section.pairs),
        side=line.side,
        ticket=ticket,
        asks=line.asks,
        offline=bool(sent["offline"]),
    )
    try:
        pending = pending_score_type(
            table_board=row,
            result=result,
            side=line.side,
            ticket=ticket,
            key=sent["id"],
            seen=sent["seen"],
            asks=line.asks,
        )
    except TooLate as no:
        raise TooLate({"board": f"{no} {words}".strip()}) from None
    return words, ActCode.DONE if pending is not None else ActCode.SAME


def confirm(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> tuple[str, ActCode]:
    """Raises ScoreRefused, TooLate."""
    key = form.sent["key"]
    before = act_code(ticket=ticket, client_id=key)
    if before == ActCode.SAME:
        return "", ActCode.SAME
    try:
        pending_score_confirm(
            table_board=row, key=key, side=_answering(line, row, form), ticket=ticket, asks=line.asks
        )
    except TooLate:
        raise
    except ScoreRefused:
        if before == ActCode.KEPT:  # it is in the audit log, as another score waits there
            raise TooLate({"board": NOTED.format(row.board.number)}) from None
        raise
    return "", ActCode.DONE


def refuse(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> tuple[str, ActCode]:
    """Raises ScoreRefused, TooLate."""
    pending_score_refuse(table_board=row, key=form.sent["key"], side=_answering(line, row, form))
    return "", ActCode.DONE


def drop(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> tuple[str, ActCode]:
    pending_score_drop(table_board=row, key=form.sent["key"], side=line.side)
    return "", ActCode.DONE


Act = Callable[[SeatTicket, SideLine, TableBoard, LineActForm], tuple[str, ActCode]]
ACTS: dict[str, Act] = {"type": type_score, "confirm": confirm, "refuse": refuse, "drop": drop}


def _answering(line: SideLine, row: TableBoard, form: LineActForm) -> str:
    """Who answers: this side, or the other one with this device in its hands, where theirs cannot be reached."""
    others = [row.ew_id] if line.side == "NS" else [row.ns_id, row.table_id]
    handed = form.sent["hand"] and (form.sent["offline"] or not has_device(*others))
    return OTHER_SIDE[line.side] if handed else line.side


def without_line(ticket: SeatTicket, section: Section, side: str, form: LineActForm) -> ActAnswer:
    """By the movement as it is now nobody plays that board there: the audit log keeps what was typed, and the director
    is called."""
    board = board_meant(section, form)
    mine = form.sent["ns" if side == "NS" else "ew"] or 0
    if board is None:
        return ActAnswer(ActCode.REFUSED, NOT_HERE)
    if isinstance(form, OtherBoardForm):
        return ActAnswer(ActCode.REFUSED, OTHERS_NOW)
    number = board.number
    if isinstance(form, OrderForm):
        return order_without_line(section, board, form, names_of([mine]).get(mine, ""))
    if isinstance(form, ScoreActForm):
        # Whoever names a board that they do not play learns nothing of its cards.
        try:
            typed = form.result(board, section.pairs)
        except ScoreRefused as no:
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
    return ActAnswer(ActCode.KEPT, NOTED.format(number))


def call(ticket: SeatTicket, *, on: bool, disputed: bool) -> None:
    """The director is wanted, for a score if there is one that was refused; or no longer."""
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        reason = CallReason.SCORE if on and disputed else CallReason.PLAIN
        room_call(room_seat=room_seat, on=on, reason=reason)
