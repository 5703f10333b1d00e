"""The cards of a board dealt at the table, typed after its first play. From then on it is like any other board."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights import signals
from clubsite.nights.models import Board
from clubsite.nights.models.boards import SEATS, fingerprint_of
from clubsite.nights.selectors.boards import played_since
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import Room
from clubsite.play.services import room_invalidate
from games.errors import BadDeal
from games.typed_deals import hands_text, typed_hands

TYPED_COLUMNS = ("known", "ordered", "opened_at", "dealt_at", "fingerprint", "typings", "typed_at")
DEAL_FIXED = "The cards of board {} are fixed: another table has played it since they were typed."
DEAL_KNOWN = "The site has dealt board {} itself."
DEAL_TYPED_MEANWHILE = (
    "The cards of board {} were typed on another device meanwhile. Look at them, and correct what is wrong."
)


def deal_type(
    *,
    board: Board,
    texts: Mapping[str, str],
    seen: int,
    user: User | None = None,
    actor: str = "",
) -> bool:
    """Store the typed hands, given as cards by seat (`games.typed_deals`). Return False if they are known already.

    `seen` is how many times the cards had been typed when the typist loaded the page. Raise Refused, with the seat
    as its field, if the hands do not form a deal, or if the cards cannot be typed now.
    """
    with transaction.atomic():
        boards = Board.objects.select_for_update(of=("self",)).select_related("board_set__session__club")
        board = boards.get(pk=board.pk)
        try:
            hands = hands_text(typed_hands(board.number, texts))
        except BadDeal as no:
            raise Refused(no.message, no.field) from None
        if not board.sealed and (board.east, board.west) == (hands["E"], hands["W"]) and _as_known(board, hands):
            return False
        _may(board, seen)
        board.north, board.east, board.south, board.west = (hands[seat] for seat in "NESW")
        board.known, board.ordered = bool(board.north), True
        whole = board.known
        board.fingerprint = fingerprint_of(*(hands[seat] for seat in "NESW")) if whole else ""
        board.dealt_at = board.opened_at = timezone.now()
        board.typings, board.typed_at = board.typings + 1, board.typed_at or board.dealt_at
        board.save(update_fields=[*SEATS, *TYPED_COLUMNS])
        _noted(board, whole, user, actor)
        signals.board_dealt.send(sender=Board, board=board)
        _tell_tables(board)
    signals.session_tell(Board, board.board_set.session.public_id)
    return True


def hands_close(*, board_id: int) -> None:
    """Make a board's typed cards final once another table has played the board."""
    with transaction.atomic():
        board = Board.objects.select_for_update().filter(pk=board_id, hands_open=True).first()
        if board is not None and played_since(board):
            board.hands_open = False
            board.save(update_fields=["hands_open"])
            _tell_tables(board)


def _as_known(board: Board, hands: Mapping[str, str]) -> bool:
    """True if each player's hand either was not typed or is the same as the stored hand."""
    own = {seat: set(hands[seat].split()) for seat in "NS"}
    return not own["N"] or (own["N"], own["S"]) == (set(board.north.split()), set(board.south.split()))


def _may(board: Board, seen: int) -> None:
    if not board.hands_open and not board.typings:
        raise Refused(DEAL_KNOWN.format(board.number))
    if not board.hands_open or played_since(board):
        raise Refused(DEAL_FIXED.format(board.number))
    if board.typings != seen:
        raise Refused(DEAL_TYPED_MEANWHILE.format(board.number))


def _noted(board: Board, whole: bool, user: User | None, actor: str) -> None:
    """Record in the audit log that the cards were typed, without naming any card."""
    session = board.board_set.session
    session_audit_add(
        session,
        AuditAction.DEAL_TYPED if board.typings == 1 else AuditAction.DEAL_CORRECTED,
        "",
        board.pk,
        user=user,
        actor=actor,
        board=board.number,
        hands=4 if whole else 2,
    )


def _tell_tables(board: Board) -> None:
    """Tell the session's terminals how often the board's cards were typed. Its players may be at another table now."""
    rooms = Room.objects.filter(table__section__board_set=board.board_set_id)
    for room_id in rooms.order_by("pk").values_list("pk", flat=True):
        room_invalidate(room_id=room_id)
