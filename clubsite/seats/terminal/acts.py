"""The actions that a terminal sends: scores, the dummies' order (SOLO-4), cards, and wrong boards.

Each action has an id, is carried out only once, and is stored as it was sent.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Section, SessionStatus, TableBoard, TableBoardState
from clubsite.nights.selectors.boards import boards_instead, can_be_typed
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.services.opening import deal_type
from clubsite.nights.services.tables import wrong_board_report
from clubsite.play.models import CallReason, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call
from clubsite.scores.models import ActCode, Asks, OrderAnswer, OrderCheckMoment
from clubsite.scores.selectors.entries import PLAYED_STATUSES, Hidden, latest_of
from clubsite.scores.services.checks import LEAD_NOT_KEPT, ORDER_ACTIONS, order_answer, order_show
from clubsite.scores.services.entries import act_without_line_noted, side_name
from clubsite.scores.services.pending_scores import (
    OTHER_SIDE,
    ActAnswer,
    NotYet,
    TooLate,
    act_code,
    pending_score_confirm,
    pending_score_drop,
    pending_score_refuse,
    pending_score_type,
)
from clubsite.seats.terminal.forms import LineActForm, OrderForm, OtherBoardForm, ScoreActForm, TypedDealForm


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
    sent, seat, of_table = form.sent, ticket.seat_id, ticket.seat.kind == SeatKind.TABLE
    sections = Section.objects.select_related("session__club")
    section = sections.filter(**{"tables" if of_table else "contestants": seat}).first()
    if of_table:
        own, side = Q(table_id=seat), "NS" if seat == sent["table"] else ""
    else:
        own, side = Q(ns_id=seat) | Q(ew_id=seat), {sent["ns"]: "NS", sent["ew"]: "EW"}.get(seat, "")
    if section is None or not side:
        return SideLine(section)
    rows = TableBoard.objects.exclude(state=TableBoardState.VOID).defer("board__sealed")
    rows = rows.select_related("board", "table__section", "round__section__session__club")
    here = rows.filter(round__section=section, round__number=sent["round"], board__number=sent["board"], live=False)
    two = Q(ns_id=sent["ns"], ew_id=sent["ew"]) | Q(ns_id=sent["ew"], ew_id=sent["ns"])
    if (row := here.filter(two & own).first()) is not None:
        turned = row.ns_id != sent["ns"]
        return SideLine(section, row, OTHER_SIDE[side] if turned else side)
    if (row := here.filter(table_id=sent["table"]).first()) is not None:
        return SideLine(section, row, side, asks=Asks.OTHER_PLAYERS)
    ended, number = section.session.status == SessionStatus.ENDED, sent["round"] or 0
    return SideLine(section, side=side, later=not ended and section.round_number < number <= rounds_all(section))


NOT_HERE = "That board is not played at this table in this round."
NO_LINE = "Board {} is not played here by the movement as it is now. What you typed is kept for the director."
ACT_NOTED = "What you said of board {} is noted for the director."
NO_ANSWER = "Say whether the dummies are in order."
NOT_BEFORE = "Before the play the dummies are put right, or the board is fouled from this table on."
AFTER_ALONE = (OrderAnswer.FOULED_NEXT, OrderAnswer.FOULED_OWN)
ORDER_NOTED = "What you said of the dummies of board {} is noted for the director."
NOT_YET = "Agree on the score of board {} first."
OTHERS_NOW = "The round has moved on, so call the director and say which board you played."
NO_SUCH_BOARD = "There is no board {} that you could have played instead. Look at the number on it once more."


def act_answer(ticket: SeatTicket, form: LineActForm, kind: str) -> ActAnswer:
    """Carry out an action for this seat and return its outcome. Raise NotYet if the action's round is not open yet."""
    line = line_meant(ticket, form)
    if line.section is None or not line.side:
        return ActAnswer(ActCode.REFUSED, NOT_HERE)
    if line.later:
        raise NotYet
    if (row := line.row) is None:
        return without_line(ticket, line.section, line.side, form)
    try:
        return ACTS[kind][1](ticket, line, row, form)
    except TooLate as no:
        return ActAnswer(ActCode.KEPT, str(no), row=row)
    except Refused as no:
        code = ActCode.GONE if "key" in no.problems else ActCode.REFUSED
        return ActAnswer(code, str(no), {field: words for field, words in no.problems.items() if field}, row)


def type_score(ticket: SeatTicket, line: SideLine, row: TableBoard, form: ScoreActForm) -> ActAnswer:
    """Store a typed score, which waits for the other side."""
    waits, words = pending_score_type(
        table_board=row,
        result=form.result(row.board, row.round.section.pairs),
        side=line.side,
        ticket=ticket,
        key=form.sent["id"],
        seen=form.sent["seen"],
        asks=_asks(ticket, line),
        offline=bool(form.sent["offline"]),
    )
    return ActAnswer(ActCode.DONE if waits else ActCode.SAME, words, row=row)


def confirm(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> ActAnswer:
    """Confirm a typed score. The answer is SAME if the score already counts."""
    key, side = form.sent["key"], _answering(line, row, form)
    try:
        pending_score_confirm(table_board=row, key=key, side=side, ticket=ticket, asks=_asks(ticket, line))
    except TooLate:
        raise
    except Refused:
        typed = act_code(ticket=ticket, client_id=key)
        if typed == ActCode.SAME:  # it counts already, so nothing waits
            return ActAnswer(ActCode.SAME, row=row)
        if typed == ActCode.KEPT:  # it is in the audit log, because another score waits there
            return ActAnswer(ActCode.KEPT, ACT_NOTED.format(row.board.number), row=row)
        raise
    return ActAnswer(ActCode.DONE, row=row)


def refuse(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> ActAnswer:
    """Refuse a score that the other side typed."""
    pending_score_refuse(table_board=row, key=form.sent["key"], side=_answering(line, row, form))
    return ActAnswer(ActCode.DONE, row=row)


def drop(ticket: SeatTicket, line: SideLine, row: TableBoard, form: LineActForm) -> ActAnswer:
    """Withdraw a score that this side typed."""
    pending_score_drop(table_board=row, key=form.sent["key"], side=line.side)
    return ActAnswer(ActCode.DONE, row=row)


def _asks(ticket: SeatTicket, line: SideLine) -> str:
    """Return why the director has to decide about this seat's score in any case, or ""."""
    return line.asks or (Asks.LATE if ticket.revoked_at else "")


def _answering(line: SideLine, row: TableBoard, form: LineActForm) -> str:
    """Return the answering side: this seat's, or the other side if it uses this device because its own is offline."""
    if not form.sent["hand"]:
        return line.side
    others = [row.ew_id] if line.side == "NS" else [row.ns_id, row.table_id]
    there = SeatTicket.objects.filter(revoked_at__isnull=True, connected=True, seat__in=others)
    return OTHER_SIDE[line.side] if form.sent["offline"] or not there.exists() else line.side


def answer_order(ticket: SeatTicket, line: SideLine, row: TableBoard, form: OrderForm) -> ActAnswer:
    """Store the table's answer. It is about the cards, so it counts even if the round is over or others sit there."""
    moment, answer = _order_answer(form)
    if answer in AFTER_ALONE and moment != OrderCheckMoment.AFTER:
        raise Refused(NOT_BEFORE)
    actor = _holder_name(ticket, row, line.side)
    check = order_answer(table_board=row, moment=moment, answer=answer, side=line.side, ticket=ticket, actor=actor)
    return ActAnswer(ActCode.DONE if check is not None else ActCode.SAME, row=row)


def _order_answer(form: OrderForm) -> tuple[str, str]:
    """Return when the dummies were compared, and the table's answer. Raise Refused if one of them is missing."""
    if not form.sent["moment"] or not form.sent["answer"]:
        raise Refused(NO_ANSWER)
    return form.sent["moment"], form.sent["answer"]


def order_asked(ticket: SeatTicket, form: OrderForm) -> dict[str, Any]:
    """Return `{"hands": {"E": [...], "W": [...]}, "hidden": ""}`, with the cards from left to right. If no cards are
    shown, `hidden` gives the reason.
    """
    line = line_meant(ticket, form)
    if line.row is None or line.asks or not form.sent["moment"]:
        return {"hands": {}, "hidden": str(Hidden.NOT_NOW)}
    hands, hidden = order_show(table_board=line.row, moment=form.sent["moment"], side=line.side, ticket=ticket)
    return {"hands": hands, "hidden": hidden}


def _holder_name(ticket: SeatTicket, row: TableBoard, side: str) -> str:
    """Return the name of the seat's holder or, if the device stays at its table, of the player on the given side."""
    if ticket.seat.kind == SeatKind.CONTESTANT:
        return names_of([ticket.seat_id]).get(ticket.seat_id, "")
    return side_name(row, side)


def type_deal(ticket: SeatTicket, line: SideLine, row: TableBoard, form: TypedDealForm) -> ActAnswer:
    """Store the typed cards if the board has been played here. Cards that others have typed in the meantime are not
    overwritten.
    """
    if not _played(row):
        raise Refused(NOT_YET.format(row.board.number))
    actor = _holder_name(ticket, row, line.side)
    new = deal_type(board=row.board, texts=form.texts(), seen=form.sent["seen"] or 0, actor=actor)
    return ActAnswer(ActCode.DONE if new else ActCode.SAME, row=row)


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


def _played(row: TableBoard) -> bool:
    entry = latest_of([row]).get(row.pk)
    return row.state == TableBoardState.FINISHED and entry is not None and entry.status in PLAYED_STATUSES


def report_board(ticket: SeatTicket, line: SideLine, row: TableBoard, form: OtherBoardForm) -> ActAnswer:
    """Report to the director, who decides, which board was played. Until then, nothing changes at the table."""
    if line.asks or row.round.number != row.round.section.round_number:
        raise Refused(OTHERS_NOW)
    number = form.sent["played"]
    board: Board | None = next((other for other in boards_instead(row) if other.number == number), None)
    if board is None:
        raise Refused(NO_SUCH_BOARD.format(number or ""))
    actor = _holder_name(ticket, row, line.side)
    report = wrong_board_report(table_board=row, board=board, side=line.side, actor=actor)
    return ActAnswer(ActCode.DONE if report else ActCode.SAME, row=row)


ACTS: dict[str, tuple[type[LineActForm], Callable[[SeatTicket, SideLine, TableBoard, Any], ActAnswer]]] = {
    "type": (ScoreActForm, type_score),
    "confirm": (LineActForm, confirm),
    "refuse": (LineActForm, refuse),
    "drop": (LineActForm, drop),
    "order": (OrderForm, answer_order),
    "deal": (TypedDealForm, type_deal),
    "board": (OtherBoardForm, report_board),
}
"""Every kind of action, with its form and what carries it out."""


def without_line(ticket: SeatTicket, section: Section, side: str, form: LineActForm) -> ActAnswer:
    """Record an action about a board that the current movement does not assign to that table, and call the director
    about a score.
    """
    board = Board.objects.filter(board_set=section.board_set_id, number=form.sent["board"]).first()
    mine = form.sent["ns" if side == "NS" else "ew"] or 0
    if board is None:
        return ActAnswer(ActCode.REFUSED, NOT_HERE)
    noted: dict[str, Any] = {"section": section, "board": board, "round_number": form.sent["round"] or 0}
    noted["actor"] = names_of([mine]).get(mine, "")
    try:
        if isinstance(form, OtherBoardForm):
            raise Refused(OTHERS_NOW)
        if isinstance(form, OrderForm):
            moment, answer = _order_answer(form)
            action = ORDER_ACTIONS[OrderAnswer(answer)]
            act_without_line_noted(**noted, action=action, moment=str(moment))
            return ActAnswer(ActCode.KEPT, ORDER_NOTED.format(board.number))
        if isinstance(form, ScoreActForm):
            return _score_without_line(ticket, form, noted)
    except Refused as no:
        return ActAnswer(ActCode.REFUSED, str(no), {field: words for field, words in no.problems.items() if field})
    return ActAnswer(ActCode.KEPT, ACT_NOTED.format(board.number))


def _score_without_line(ticket: SeatTicket, form: ScoreActForm, noted: dict[str, Any]) -> ActAnswer:
    """Record a score without its lead, so that a terminal learns no cards of a board that it does not play."""
    typed = form.result(noted["board"], noted["section"].pairs)
    act_without_line_noted(
        **noted,
        action=AuditAction.PENDING_SCORE_TOO_LATE,
        typed=replace(typed, lead="").columns(),
        typed_by=noted["actor"],
        typed_at=timezone.now().isoformat(),
    )
    call(ticket, on=True, disputed=False)
    left_out = LEAD_NOT_KEPT if typed.lead else ""
    return ActAnswer(ActCode.KEPT, f"{NO_LINE.format(noted['board'].number)} {left_out}".strip())


def call(ticket: SeatTicket, *, on: bool, disputed: bool) -> None:
    """Call the director (about a refused score if `disputed`), or withdraw the call."""
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        reason = CallReason.SCORE if on and disputed else CallReason.PLAIN
        room_call(room_seat=room_seat, on=on, reason=reason)
