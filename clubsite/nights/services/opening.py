"""Storing cards in the clear: opening sealed boards, and typing the cards of boards dealt at the table."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import TextChoices, prefetch_related_objects
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import KeyMissing, Sealed
from clubsite.nights import signals
from clubsite.nights.models import Board, BoardSet, CommitmentStep, Session
from clubsite.nights.models.boards import SEATS, fingerprint_of
from clubsite.nights.selectors.boards import played_since
from clubsite.nights.selectors.sealed_boards import unshown_hands
from clubsite.nights.services.boards import commitments_note
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import Room
from clubsite.play.services import room_invalidate
from games.errors import BadDeal
from games.typed_deals import hands_text, typed_hands


class OpenedFor(TextChoices):
    """The actions that open a board. The audit log stores the code and shows the label."""

    PLAY = "play", "its first table plays it on screens"
    SCORE = "score", "a table has scored it"
    LEAD = "lead", "a typed lead is compared with the leader’s hand"
    ORDER = "order", "a table checks the order of its dummies"
    LOOK = "look", "a director looks at its cards"
    SLIPS = "slips", "its slips are printed"
    CURTAIN = "curtain", "its curtain cards are printed"
    FILE = "file", "a file with its cards is made"
    PUBLISHED = "published", "the results are published"


def board_open(*, session: Session, board: Board, why: OpenedFor, user: User | None = None, actor: str = "") -> None:
    """Open one board as `boards_open` does."""
    boards_open(session=session, boards=[board], why=why, user=user, actor=actor)


def board_opened(*, session: Session, board: Board, why: OpenedFor, user: User | None = None, actor: str = "") -> bool:
    """Open one board if a key opens it. Return True if it is open now. For actions that can do without the cards."""
    try:
        board_open(session=session, board=board, why=why, user=user, actor=actor)
    except KeyMissing:
        return False
    return True


def boards_open(
    *, session: Session, boards: Collection[Board], why: OpenedFor, user: User | None = None, actor: str = ""
) -> None:
    """Open those of the session's boards that are still sealed, and record this in the audit log.

    Boards that are already open cost no query. Raise KeyMissing if no key opens a board.
    """
    sealed = sorted((board for board in boards if board.sealed), key=lambda board: board.pk)
    if not sealed:
        return
    prefetch_related_objects(sealed, "board_set__session")
    with transaction.atomic():
        opened = [board for board in sealed if _opened(board)]
        if not opened:
            return  # another table opened them meanwhile
        signals.boards_opened.send(sender=Board, boards=opened)
        commitments_note([board.board_set_id for board in opened], CommitmentStep.OPENED)
        only, numbers = opened[0].pk if len(opened) == 1 else None, [board.number for board in opened]
        by: dict[str, Any] = {"user": user, "actor": actor}
        session_audit_add(session, AuditAction.BOARDS_OPENED, "", only, **by, boards=numbers, opened_for=why.value)


def boards_give_up() -> int:
    """Turn boards that no key opens into boards with unknown cards. Return how many. Each session's log gets a line."""
    given_up: dict[Session, list[Board]] = {}
    with transaction.atomic():
        sealed = Board.objects.exclude(sealed="").select_related("board_set__session__club").order_by("pk")
        for board in sealed:
            if board.sealed.is_lost():
                given_up.setdefault(board.board_set.session, []).append(board)
        for session, boards in given_up.items():
            Board.objects.filter(pk__in=[board.pk for board in boards]).update(
                sealed=Sealed(), opened_at=timezone.now(), known=False, ordered=False
            )
            signals.boards_opened.send(sender=Board, boards=boards)
            session_audit_add(session, AuditAction.BOARDS_GIVEN_UP, boards=[board.number for board in boards])
        for board_set in BoardSet.objects.exclude(seed="").select_related("session"):
            if board_set.seed.is_lost():
                board_set.seed = Sealed()
                board_set.save(update_fields=["seed"])
    return sum(map(len, given_up.values()))


def seeds_show(board_sets: Iterable[BoardSet]) -> None:
    """Store in the clear the seed of each set whose boards are all open, if a key opens it. The session is over."""
    for board_set in board_sets:
        if board_set.seed.is_lost() or board_set.boards.filter(known=True, opened_at=None).exists():
            continue
        board_set.shown_seed, board_set.seed = board_set.seed_text, Sealed()
        board_set.save(update_fields=["shown_seed", "seed"])


def _opened(board: Board) -> bool:
    """Open the board. Return False if it was opened meanwhile. Raise KeyMissing if the cards are not its own."""
    hands = unshown_hands(board)
    if fingerprint_of(*hands.values()) != board.fingerprint:
        raise KeyMissing
    board.sealed, board.opened_at = Sealed(), timezone.now()
    for seat, cards in zip(SEATS, hands.values(), strict=True):
        setattr(board, seat, cards)
    columns = {name: getattr(board, name) for name in (*SEATS, "sealed", "opened_at")}
    return bool(Board.objects.filter(pk=board.pk, opened_at=None).update(**columns))


TYPED_COLUMNS = ("known", "ordered", "opened_at", "dealt_at", "fingerprint", "typings", "typed_at")
DEAL_FIXED = "The cards of board {} are fixed: another table has played it since they were typed."
DEAL_KNOWN = "The site has dealt board {} itself."
DEAL_TYPED_MEANWHILE = (
    "The cards of board {} were typed on another device meanwhile. Look at them, and correct what is wrong."
)


def deal_type(*, board: Board, texts: Mapping[str, str], seen: int, user: User | None = None, actor: str = "") -> bool:
    """Store the typed hands, given as cards by seat (`games.typed_deals`). Return False if they are known already.

    `seen` is how often they had been typed when the page was loaded. Raise Refused, with the seat as its field, if they
    do not form a deal, or cannot be typed now.
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
        action = AuditAction.DEAL_TYPED if board.typings == 1 else AuditAction.DEAL_CORRECTED
        facts: dict[str, Any] = {"user": user, "actor": actor, "board": board.number, "hands": 4 if whole else 2}
        session_audit_add(board.board_set.session, action, "", board.pk, **facts)  # without naming any card
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
    own = {seat: set(hands[seat].split()) for seat in "NS"}
    return not own["N"] or (own["N"], own["S"]) == (set(board.north.split()), set(board.south.split()))


def _may(board: Board, seen: int) -> None:
    if not board.hands_open and not board.typings:
        raise Refused(DEAL_KNOWN.format(board.number))
    if not board.hands_open or played_since(board):
        raise Refused(DEAL_FIXED.format(board.number))
    if board.typings != seen:
        raise Refused(DEAL_TYPED_MEANWHILE.format(board.number))


def _tell_tables(board: Board) -> None:
    """Tell the session's terminals how often the board's cards were typed. Its players may be at another table now."""
    rooms = Room.objects.filter(table__section__board_set=board.board_set_id)
    for room_id in rooms.order_by("pk").values_list("pk", flat=True):
        room_invalidate(room_id=room_id)
