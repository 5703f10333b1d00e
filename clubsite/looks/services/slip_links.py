"""The link for printing a board's lost slip once, for a person who may know the board's cards, because the
director may not (SOLO-31).

The director makes the link; `seats.slip_readers` decides who may open it.
"""

import datetime

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, new_token
from clubsite.nights.models import Board, Session, SlipLink
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services.opening import OpenedFor
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.looks.models import LookKind
from clubsite.looks.services.looks import Looker, look_note

LINK_MINUTES = 60
NO_BOARD = "Choose a board of this night whose dummies the site knows."
NOT_IN_PLAY = "A link to a lost slip is made while the night is played."
SLIP_LINK_ENDED = "This link no longer works: it works once, within an hour. Ask the director for another."


def slip_link_make(*, session: Session, number: int | None, user: User) -> tuple[SlipLink, str]:
    """Return a link to a board's slips, and the key for the link's address.

    Raise Refused if there is no such board, or if the session is not in play.
    """
    if session.status not in IN_PLAY:
        raise Refused(NOT_IN_PLAY)
    rows = Board.objects.filter(board_set__sections__session=session, number=number or 0).filter(ordered=True)
    board = rows.order_by("pk").first()
    if board is None:
        raise Refused(NO_BOARD, "number")
    key = new_token()
    with transaction.atomic():
        link = SlipLink.objects.create(board=board, key_hash=hash_token(key), made_by=user)
        session_audit_add(session, AuditAction.SLIP_LINK_MADE, f"board {board.number}", user=user)
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
    """Use up the link and return its board. The caller has asked whether this reader may open it.

    Raise Refused if the link has already been used.
    """
    with transaction.atomic():
        link = slip_link_of(key, lock=True)
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
        board = link.board
        look_note(
            session=board.board_set.session,
            boards=[board],
            kind=LookKind.LOST_SLIP,
            by=by,
            subject=f"board {board.number}",
            opens=OpenedFor.SLIPS,
        )
    return board
