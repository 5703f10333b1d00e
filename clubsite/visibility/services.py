"""Recording looks at cards, in rows that players can read and in the audit log, and who may take cards away."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from clubsite.accounts.decorators import confirmed
from clubsite.accounts.models import Device, User
from clubsite.clubs.audit_actions import REASONS, AuditAction, Facts
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, new_token
from clubsite.nights.decorators import posted_by_director
from clubsite.nights.models import Board, CommitmentStep, Contestant, Session, SlipLink, Table
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services.boards import commitments_note
from clubsite.nights.services.opening import OpenedFor, boards_open, deal_type
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.visibility.models import Look, LookKind

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
    subject: str = "",
    table: Table | None = None,
    why: str = "",
    opens: OpenedFor | None = None,
    **detail: Any,
) -> None:
    """Record that these boards' cards are shown now, and open sealed boards. The caller has checked the permission."""
    boards = list(boards)
    with transaction.atomic():
        facts = {key: value for key, value in detail.items() if key in REASONS}
        _looks_keep(session, boards, kind, by, table, why, facts)
        if kind == LookKind.FILE:
            commitments_note([board.board_set_id for board in boards], CommitmentStep.FILE)
        detail |= {"boards": [board.number for board in boards], "why": why, "table": table.label if table else ""}
        session_audit_add(session, ACTIONS[kind], subject, user=by.user, actor=by.told, **detail)
        if opens is not None:
            boards_open(session=session, boards=boards, why=opens, user=by.user, actor=by.told)


def deal_type_as_director(*, board: Board, texts: Mapping[str, str], seen: int, user: User) -> bool:
    """Store hands typed by a director and record a look. Return False if they are known. Raise as `deal_type` does."""
    with transaction.atomic():
        stored = deal_type(board=board, texts=texts, seen=seen, user=user)
        if stored:
            _looks_keep(board.board_set.session, [board], LookKind.TYPED, Looker(user=user), None, "", {})
    return stored


def _looks_keep(
    session: Session, boards: Iterable[Board], kind: LookKind, by: Looker, table: Table | None, why: str, facts: Facts
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
            facts=facts,
        )
        for board in boards
    )


LINK_MINUTES = 60
NO_BOARD = "Choose a board of this night whose dummies the site knows."
NOT_IN_PLAY = "A link to a lost slip is made while the night is played."
SLIP_LINK_ENDED = "This link no longer works: it works once, within an hour. Ask the director for another."


def slip_link_make(*, session: Session, number: int | None, user: User) -> tuple[SlipLink, str]:
    """Return a link to a board's slips, and its key. Raise Refused if the board is unknown or the night not in play."""
    if session.status not in IN_PLAY:
        raise Refused(NOT_IN_PLAY)
    rows = Board.objects.filter(board_set__sections__session=session, number=number or 0).filter(ordered=True)
    board = rows.order_by("pk").first()
    if board is None:
        raise Refused(NO_BOARD, "number")
    key = new_token()
    with transaction.atomic():
        link = SlipLink.objects.create(board=board, key_hash=hash_token(key), made_by=user)
        session_audit_add(session, AuditAction.SLIP_LINK_MADE, user=user, board=board.number)
    return link, key


def slip_link_of(key: str, *, lock: bool = False) -> SlipLink:
    """Return the link with this key. Raise Refused if it has been used, or is older than `LINK_MINUTES`."""
    rows = SlipLink.objects.select_related("board__board_set__session__club")
    rows = rows.select_for_update(of=("self",)) if lock else rows
    since = timezone.now() - datetime.timedelta(minutes=LINK_MINUTES)
    link = rows.filter(key_hash=hash_token(key), used_at=None, made_at__gte=since).first()
    if link is None:
        raise Refused(SLIP_LINK_ENDED)
    return link


def slip_link_use(*, key: str, by: Looker) -> Board:
    """Use up a link that the reader may open, and return its board. Raise Refused if it was already used."""
    with transaction.atomic():
        link = slip_link_of(key, lock=True)
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
        board = link.board
        look_note(
            session=board.board_set.session, boards=[board], kind=LookKind.LOST_SLIP, by=by, opens=OpenedFor.SLIPS
        )
    return board


View = Callable[..., HttpResponse]


def taking_cards(view: View) -> Any:
    """Let a director take cards away from the site: only by a POST, and only after confirming who they are.

    Every view of a sheet or file with cards has this decorator, except for a file whose form first says that it
    holds no cards. A look at one table's board does not need it: the players wait for the ruling (decision 067).
    """
    return posted_by_director(confirmed(view))
