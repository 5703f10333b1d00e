"""Recording a look at cards, in rows that players can read and as a line in the session's audit log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.nights.models import Board, CommitmentStep, Contestant, Session, Table
from clubsite.nights.services.commitments import commitments_note
from clubsite.nights.services.opening import OpenedFor, boards_open
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.typed_deals import deal_type
from clubsite.looks.models import Look, LookKind

ACTIONS = {
    LookKind.TABLE: AuditAction.CARDS_LOOKED_AT,
    LookKind.SLIPS: AuditAction.SLIPS_PRINTED,
    LookKind.CURTAIN_CARDS: AuditAction.CURTAIN_CARDS_PRINTED,
    LookKind.LOST_SLIP: AuditAction.SLIP_LINK_USED,
    LookKind.FILE: AuditAction.DEALS_EXPORTED,
    LookKind.SEAT: AuditAction.SEAT_TAKEN_IN_MID_BOARD,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Looker:
    """A viewer of cards: an account, or a device that has or had a contestant's seat, named `told` in the log."""

    user: User | None = None
    device: Device | None = None
    contestant: Contestant | None = None
    told: str = ""


def look_note(
    *,
    session: Session,
    boards: Iterable[Board],
    kind: LookKind,
    by: Looker,
    subject: str,
    table: Table | None = None,
    why: str = "",
    opens: OpenedFor | None = None,
) -> None:
    """Record that these boards' cards are shown now, and open any sealed boards. The caller has checked that the cards
    may be shown.
    """
    boards = list(boards)
    with transaction.atomic():
        _looks_keep(session, boards, kind, by, table, why)
        if kind == LookKind.FILE:
            commitments_note([board.board_set_id for board in boards], CommitmentStep.FILE)
        detail = {"why": why} if why else {}
        session_audit_add(session, ACTIONS[kind], subject, user=by.user, actor=by.told, **detail)
        if opens is not None:
            boards_open(session=session, boards=boards, why=opens, user=by.user, actor=by.told)


def deal_type_as_director(*, board: Board, texts: Mapping[str, str], seen: int, user: User) -> bool:
    """Store hands typed by a director, and record this as a look at the cards. Return False if already known.

    Raise Refused as `deal_type` does.
    """
    with transaction.atomic():
        stored = deal_type(board=board, texts=texts, seen=seen, user=user)
        if stored:
            _looks_keep(board.board_set.session, [board], LookKind.TYPED, Looker(user=user), None, "")
    return stored


def _looks_keep(
    session: Session, boards: Iterable[Board], kind: LookKind, by: Looker, table: Table | None, why: str
) -> None:
    at = timezone.now()
    Look.objects.bulk_create(
        Look(
            session=session,
            board=board,
            kind=kind,
            user=by.user,
            device=by.device,
            contestant=by.contestant,
            table=table,
            at=at,
            why=why[:200],
        )
        for board in boards
    )
