"""Checks of opening leads. A refused lead from a terminal counts against the board and is recorded."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.limits import Probe, probe_count
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.services.opening import OpenedFor, board_opened
from clubsite.nights.signals import session_tell
from clubsite.play.models import CallReason, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call, room_locked
from clubsite.scores.models import RefusedLead
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.selectors.typed_scores import MAX_REFUSED_LEADS, lead_fault
from clubsite.scores.services.entries import line_noted, side_name
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

    `typist` is the user who types the score. As long as this user still has to play the board, the lead is not
    checked, because a refusal would reveal something about a card (SOLO-31).
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

    Return the score, without its lead if the lead is not stored; a message about the lead; and why the score cannot be
    stored with it. Both texts are "" if there is nothing to say. If the score `asks` for the director's decision, its
    lead is neither compared with a hand nor stored. A score typed `offline` is not refused because of its lead, but is
    stored without the lead.
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
    """Count a refused lead and record it with its score.

    If the refusal is the `last` one allowed, the director is called. The card is not recorded, as it would show
    what a hand lacks.
    """
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
    """Allow a table to type leads for this board again.

    Raise Refused if the table may already type leads, or if this director still has to play the board (SOLO-31).
    """
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
