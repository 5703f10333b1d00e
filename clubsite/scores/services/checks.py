"""Checks of opening leads, and of the order of both dummies at a table with cards (SOLO-4)."""

from collections.abc import Iterable
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.limits import Probe, probe_count
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.nights.services.locks import session_locked
from clubsite.nights.services.opening import OpenedFor, board_open, board_opened
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.signals import session_tell
from clubsite.play.models import CallReason, Room, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call, room_invalidate, room_locked
from clubsite.scores.models import FOULING_ANSWERS, OrderAnswer, OrderCheck, OrderCheckMoment, RefusedLead, ScoreEntry
from clubsite.scores.selectors.entries import fouled_group, rows_from, why_hidden
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.selectors.typed_scores import MAX_REFUSED_LEADS, lead_fault
from clubsite.scores.services.entries import line_noted, score_regroup, side_name
from scoring.result import BoardResult

LEAD_LEFT_OUT = "The lead of board {} is not possible, so the score is kept without it."
LEAD_NOT_KEPT = "Its lead is not kept."
LEAD_CALLS_DIRECTOR = "That was the third impossible lead of board {}, so the director is called."
LEADS_CLOSED = "Three leads of board {} were not possible, so no more of them are checked. The director is told."
GO_ON = "Tap “Nobody remembers” to send the score without a lead, or wait for the director."
OPEN_ALREADY = "That table can type leads of this board already."
PLAYS_IT = (
    "You have still to play board {} yourself. Type its score without a lead, or ask another director to let them try "
    "again."
)


def lead_check(*, board: Board, result: BoardResult, four_handed: bool, typist: User | None = None) -> None:
    """Raise Refused if the leader did not hold the lead. A possible lead, or a lead from an unknown hand, is accepted.

    The lead is not checked while `typist` still has to play the board: a refusal would reveal something about a card
    (SOLO-31).
    """
    session = board.board_set.session
    if result.lead and board.opened_at is None:
        board_opened(session=session, board=board, why=OpenedFor.LEAD, user=typist, actor="" if typist else "a table")
    fault = lead_fault(board, result, four_handed)
    if fault and (typist is None or board.pk not in boards_hidden_from(typist, session)):
        raise Refused({"lead": fault})


def lead_take(
    row: TableBoard, result: BoardResult, *, side: str, ticket: SeatTicket | None, asks: str, offline: bool
) -> tuple[BoardResult, str, str]:
    """Compare the lead of a typed score with the leader's hand. The caller holds the lock of the table's room.

    Return the score (without its lead if the lead is not stored), a message about the lead, and why the score cannot be
    stored, or "". The lead of a score that `asks` for the director is not compared. A score typed `offline` is stored
    without a bad lead.
    """
    if not result.lead:
        return result, "", ""
    bare, number = replace(result, lead=""), row.board.number
    if asks:
        return bare, LEAD_NOT_KEPT, ""
    refused = row.refused_leads.filter(cleared_at=None).count()
    if refused >= MAX_REFUSED_LEADS:
        return bare, LEAD_NOT_KEPT, "" if offline else f"{LEADS_CLOSED.format(number)} {GO_ON}"
    if row.board.opened_at is None:
        session, actor = row.round.section.session, side_name(row, side)
        board_opened(session=session, board=row.board, why=OpenedFor.LEAD, actor=actor)
    fault = lead_fault(row.board, result, row.round.section.pairs)
    if not fault:
        return result, "", ""
    last = refused + 1 == MAX_REFUSED_LEADS
    _refuse(row, bare, side, ticket, last=last)
    called = LEAD_CALLS_DIRECTOR.format(number) if last else ""
    if offline:
        return bare, f"{LEAD_LEFT_OUT.format(number)} {called}".strip(), ""
    return bare, "", f"{fault} {called} {GO_ON}" if called else fault


def _refuse(row: TableBoard, result: BoardResult, side: str, ticket: SeatTicket | None, *, last: bool) -> None:
    """Count a refused lead, and record it without its card. The `last` one allowed calls the director."""
    session, actor = row.round.section.session, side_name(row, side)
    RefusedLead.objects.create(table_board=row, side=side, by_ticket=ticket)
    probe_count(Probe.REFUSED_LEAD, row.table.room_id)
    typed: dict[str, Any] = {"typed": result.columns(), "typed_by": actor, "typed_at": timezone.now().isoformat()}
    line_noted(row, AuditAction.LEAD_REFUSED, actor=actor, **typed)
    if not last:
        return
    room_seat = room_seat_of(ticket) if ticket is not None else None
    if room_seat is not None:
        room_call(room_seat=room_seat, on=True, reason=CallReason.LEAD)
    session_tell(RefusedLead, session.public_id)


def leads_open(*, table_board: TableBoard, user: User) -> None:
    """Allow leads for this board again. Raise Refused if they are allowed or this director owes the board (SOLO-31)."""
    session = table_board.round.section.session
    if table_board.board_id in boards_hidden_from(user, session):
        raise Refused(PLAYS_IT.format(table_board.board.number))
    with transaction.atomic():
        room_locked(table_board.table.room_id)
        counted = table_board.refused_leads.filter(cleared_at=None)
        if counted.count() < MAX_REFUSED_LEADS:
            raise Refused(OPEN_ALREADY)
        counted.update(cleared_at=timezone.now(), cleared_by=user)
        line_noted(table_board, AuditAction.LEADS_OPENED, user=user)
        session_tell(RefusedLead, session.public_id)


ORDER_ACTIONS = {
    OrderAnswer.IN_ORDER: AuditAction.ORDER_IN_ORDER,
    OrderAnswer.PUT_RIGHT: AuditAction.ORDER_PUT_RIGHT,
    OrderAnswer.FOULED: AuditAction.BOARD_FOULED,
    OrderAnswer.FOULED_NEXT: AuditAction.BOARD_FOULED_NEXT,
    OrderAnswer.FOULED_OWN: AuditAction.BOARD_FOULED_OWN,
}
NOT_FOULED = "That board is not fouled any more."
BEFORE_THE_PLAY = "It was found before they played, so their own score is fouled too."


def order_show(
    *, table_board: TableBoard, moment: str, side: str, ticket: SeatTicket
) -> tuple[dict[str, list[str]], str]:
    """Return {seat: cards} for the dummies and "", or {} and a `Hidden` reason. Record that the order was shown."""
    with transaction.atomic():
        _rooms_locked([table_board])
        row = _row(table_board)
        hidden = why_hidden(row, moment, ticket)
        if hidden is not None:
            return {}, str(hidden)
        session = row.round.section.session
        board_open(session=session, board=row.board, why=OpenedFor.ORDER, actor=f"table {row.table.label}")
        shown = {"table_board": row, "moment": moment, "answer": OrderAnswer.SHOWN}
        if not OrderCheck.objects.filter(**shown).exists():
            OrderCheck.objects.create(**shown, side=side, by_ticket=ticket)
    return {seat: row.board.hands[seat].split() for seat in ("E", "W")}, ""


def order_answer(
    *,
    table_board: TableBoard,
    moment: str,
    answer: str,
    side: str,
    ticket: SeatTicket,
    actor: str,
) -> OrderCheck | None:
    """Store a table's answer. Return None if it is not new. Fouled scores of the board get a group of their own."""
    with transaction.atomic():
        rows = rows_from(table_board)
        _rooms_locked([table_board, *rows])
        row, given = _row(table_board), OrderAnswer(answer)
        last = row.order_checks.filter(moment=moment).exclude(answer=OrderAnswer.SHOWN).order_by("pk").last()
        if last is not None and last.answer == given and last.undone_at is None:
            return None
        group = _group_of(row) if given in FOULING_ANSWERS else ""
        columns = {"side": side, "by_ticket": ticket, "group": group}
        before = _groups(rows)
        check = OrderCheck.objects.create(table_board=row, moment=moment, answer=given, **columns)
        at = OrderCheckMoment(moment).label
        line_noted(row, ORDER_ACTIONS[given], actor=actor, moment=at, group=group)
        if group:
            _regrouped(rows, before, ticket=ticket, facts={"not_in_order": row.table.label})
        room_invalidate(room_id=row.table.room_id)
        session_tell(OrderCheck, row.round.section.session.public_id)
    return check


def fouling_leave(*, session: Session, pk: int, user: User) -> OrderCheck:
    """Let a table's report of a fouled board stand. Raise Refused if it has been undone or is unknown."""
    with transaction.atomic():
        check = _fouling(session, pk)
        check.seen_at = timezone.now()
        check.save(update_fields=["seen_at"])
        line_noted(check.table_board, AuditAction.BOARD_FOULED_SEEN, user=user, group=check.group)
        session_tell(OrderCheck, session.public_id)
    return check


def fouling_change(*, session: Session, pk: int, answer: OrderAnswer, user: User) -> OrderCheck:
    """Change which scores a fouling found after the play affects. Raise Refused for any other fouling."""
    with transaction.atomic():
        check, rows = _fouling_locked(session, pk)
        row = check.table_board
        if check.moment != OrderCheckMoment.AFTER:
            raise Refused(BEFORE_THE_PLAY)
        before = _groups(rows)
        same = {"moment": check.moment, "side": check.side, "group": check.group}
        new = OrderCheck.objects.create(table_board=row, answer=answer, seen_at=timezone.now(), **same)
        line_noted(row, ORDER_ACTIONS[answer], user=user, group=check.group)
        _regrouped(rows, before, user=user, facts={"not_in_order": row.table.label})
        session_tell(OrderCheck, session.public_id)
    return new


def fouling_undo(*, session: Session, pk: int, user: User) -> OrderCheck:
    """Record that a board is not fouled after all: compare its scores as before. Raise Refused if it is too late."""
    with transaction.atomic():
        check, rows = _fouling_locked(session, pk)
        before, now = _groups(rows), timezone.now()
        of_line = OrderCheck.objects.filter(table_board=check.table_board_id, answer__in=FOULING_ANSWERS)
        of_line.filter(undone_at=None).update(seen_at=now, undone_at=now, undone_by=user)
        line_noted(check.table_board, AuditAction.BOARD_FOULED_UNDONE, user=user, group=check.group)
        _regrouped(rows, before, user=user, facts={"in_order": True})
        session_tell(OrderCheck, session.public_id)
    return check


def order_check_set(*, session: Session, on: bool, user: User) -> None:
    """Set whether tables with cards are asked whether the dummies are in order."""
    with transaction.atomic():
        session = session_locked(session)
        if session.order_check == on:
            return
        session.order_check = on
        session.save(update_fields=["order_check"])
        on_cards = [section for section in session.sections.all() if section.any_cards]
        rooms = Room.objects.filter(table__section__in=on_cards)
        for room_id in rooms.order_by("pk").values_list("pk", flat=True):
            room_invalidate(room_id=room_id)
        action = AuditAction.ORDER_CHECK_SWITCHED_ON if on else AuditAction.ORDER_CHECK_SWITCHED_OFF
        session_audit_add(session, action, str(session), user=user)
        session_tell(Session, session.public_id)


def _row(table_board: TableBoard) -> TableBoard:
    rows = TableBoard.objects.select_related("board", "table__section", "pending_score")
    return rows.select_related("round__section__session__club").get(pk=table_board.pk)


def _rooms_locked(rows: Iterable[TableBoard]) -> None:
    ids = {row.table.room_id for row in rows}
    list(Room.objects.select_for_update().filter(pk__in=ids).order_by("pk"))


def _group_of(row: TableBoard) -> str:
    """Return the group of a board already reported as fouled here, else a letter that the board does not use yet."""
    before = row.order_checks.filter(answer__in=FOULING_ANSWERS).order_by("pk").last()
    if before is not None:
        return before.group
    used = set(ScoreEntry.objects.filter(table_board__board=row.board).values_list("group", flat=True))
    used |= set(OrderCheck.objects.filter(table_board__board=row.board).values_list("group", flat=True))
    return next(letter for letter in (*ascii_uppercase, "Z2") if letter not in used)


def _groups(rows: Iterable[TableBoard]) -> dict[int, str]:
    """Return the group of each of these rows, according to the board's foulings that have not been undone."""
    return {row.pk: fouled_group(row) for row in rows}


def _regrouped(rows: Iterable[TableBoard], before: dict[int, str], **by: Any) -> None:
    """Enter a row's score again if the score is in the row's group in `before` and the row's group has changed."""
    for row in rows:
        score_regroup(table_board=row, of=before[row.pk], group=fouled_group(row), **by)


def _fouling_locked(session: Session, pk: int) -> tuple[OrderCheck, list[TableBoard]]:
    """Return a fouling and the rows that it may affect, with their rooms locked. Raise Refused as `_fouling` does."""
    rows = rows_from(_fouling(session, pk).table_board)
    _rooms_locked(rows)
    return _fouling(session, pk), rows


def _fouling(session: Session, pk: int) -> OrderCheck:
    rows = OrderCheck.objects.filter(answer__in=FOULING_ANSWERS, table_board__round__section__session=session)
    at = ("table_board__board", "table_board__table__section", "table_board__round__section__session__club")
    check = rows.select_related(*at).filter(pk=pk, undone_at=None).first()
    if check is None:
        raise Refused(NOT_FOULED)
    return check
