"""Boards, where they are played, and whether the cards of a board dealt at the table can be typed."""

import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from clubsite.nights.models import (
    AuditedBoard,
    Board,
    BoardSet,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.models.boards import EVENT_SOURCE

HAND_RECORD_HELD = datetime.timedelta(days=30)  # after its date an unended session or a draft blocks nobody


def boards_of(section: Section) -> list[Board]:
    """Return the section's boards in order, or [] before the boards are made."""
    return list(section.board_set.boards.order_by("number")) if section.board_set else []


def event_set_of(session: Session) -> BoardSet | None:
    """Return the session's set with the boards of an event, or None if it does not play them."""
    return session.board_sets.filter(source=EVENT_SOURCE, sections__isnull=False).distinct().first()


def sets_to_repeat(session: Session) -> QuerySet[BoardSet]:
    """Return the boards of the club's ended sessions whose cards may be played again in a new order, latest first.

    The site must know all their cards. Boards of an event stay out until it is over in every club.
    """
    unknown = Board.objects.filter(Q(known=False) | Q(ordered=False), board_set=OuterRef("pk"))
    ended = BoardSet.objects.filter(
        ~Exists(unknown),
        Exists(Board.objects.filter(board_set=OuterRef("pk"))),
        Q(held_until__isnull=True) | Q(held_until__lt=timezone.now()),
        session__club=session.club_id,
        session__status=SessionStatus.ENDED,
        sections__isnull=False,
    )
    return ended.select_related("session").distinct().order_by("-session__date", "-session__pk", "pk")


def boards_at(table: Table, round_number: int) -> list[TableBoard]:
    """Return the boards at a table in a round, in order, without the void ones."""
    rows = TableBoard.objects.filter(table=table, round__number=round_number, round__section=table.section_id)
    return list(rows.exclude(state=TableBoardState.VOID).select_related("board").order_by("board__number"))


def board_rows(board: Board) -> list[TableBoard]:
    """Return every table's row for one board, section by section, in order of play."""
    rows = board.table_boards.exclude(state=TableBoardState.VOID)
    return list(
        rows.select_related("board", "table__section", "round", "ns", "ew", "play").order_by(
            "table__section__name", "round__number", "table__number"
        )
    )


def table_board_for(session: Session, pk: int) -> TableBoard:
    """Return a TableBoard of this session. Raise Http404 if there is no such board."""
    row = (
        TableBoard.objects.select_related(
            "board", "table__room", "table__section", "round__section__session", "ns", "ew", "play"
        )
        .filter(pk=pk, round__section__session=session)
        .first()
    )
    if row is None:
        raise Http404("No such board at that table")
    return row


def same_deals(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Return every board with the same four hands as one of `boards`, in any club's sessions that may still play it.

    The given boards can themselves be among the results.
    """
    found = Board.objects.filter(
        fingerprint__in=boards.exclude(fingerprint="").order_by().values("fingerprint"),
        board_set__sections__isnull=False,
        board_set__session__date__gte=timezone.localdate() - HAND_RECORD_HELD,
    )
    return found.order_by("pk").distinct()


def audited_boards(session: Session) -> dict[int, int]:
    """Map audit log line ids to board ids, for the lines in the session's log that are about a board."""
    lines = AuditedBoard.objects.filter(entry__session=session)
    return dict(lines.values_list("entry", "board"))


def played_since(board: Board) -> bool:
    """True if a table has played the board, with its dummies in the typed order, since the cards were typed."""
    if board.typed_at is None:
        return False
    played = TableBoard.objects.filter(board=board, state=TableBoardState.FINISHED)
    return played.filter(finished_at__gt=board.typed_at).exists()


def can_be_typed(board: Board) -> bool:
    """True if the board's cards can be typed, for the first time or again."""
    return board.hands_open and not played_since(board)
