"""Boards and where they are played."""

import datetime
from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.duplicate.models import (
    Board,
    ContestantPerson,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)

OPEN = (TableBoardState.WAITING, TableBoardState.LIVE)
HELD = datetime.timedelta(days=30)  # after its day a session that nobody ended, or a draft, holds nobody up


def boards_of(section: Section) -> list[Board]:
    """The section's boards in order; empty before they are made."""
    return list(section.board_set.boards.order_by("number")) if section.board_set else []


def boards_at(table: Table, round_number: int) -> list[TableBoard]:
    """The boards of a table in a round, in order, void ones left out."""
    rows = TableBoard.objects.filter(table=table, round__number=round_number, round__section=table.section_id)
    return list(
        rows.exclude(state=TableBoardState.VOID).select_related("board", "play").order_by("board__number")
    )


def board_rows(board: Board) -> list[TableBoard]:
    """Every table's line of one board, section by section in the order of play."""
    rows = board.table_boards.exclude(state=TableBoardState.VOID)
    return list(
        rows.select_related("board", "table__section", "round", "ns", "ew", "play").order_by(
            "table__section__name", "round__number", "table__number"
        )
    )


def table_board_for(session: Session, pk: int) -> TableBoard:
    """A TableBoard of this session. Raises Http404."""
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
    """The other boards with the four hands of one of these, in sessions of any club that may still play them."""
    dealt = boards.exclude(fingerprint="").order_by()
    found = Board.objects.filter(
        fingerprint__in=dealt.values("fingerprint"),
        board_set__sections__isnull=False,
        board_set__session__date__gte=timezone.localdate() - HELD,
    )
    return found.exclude(pk__in=dealt.values("pk")).order_by("pk").distinct()


def owes_board(user: User, board: Board) -> bool:
    """Whether this user, as a contestant, may still have to play the board, or the same deal in another session: then
    they see no card of it (SOLO-31)."""
    return board.pk in boards_owed(user, board.board_set.session)


def boards_owed(user: User, session: Session) -> set[int]:
    """The boards of the session, by id, that this user may still have to play as a contestant, here or, as the same
    deal, in another session; without late ones (`scores.selectors.entries.late_boards`)."""
    if user is None or not user.is_authenticated:
        return set()
    boards = Board.objects.filter(board_set__session=session)
    own = _owed_in(user, session)
    others = same_deals(boards).filter(board_set__sections__contestants__persons__person__user=user)
    elsewhere = {one.board_set.session for one in others.select_related("board_set__session")}
    owed = own.union(*(_owed_in(user, other) for other in elsewhere))
    if not owed:
        return owed
    dealt = Board.objects.filter(pk__in=owed).exclude(fingerprint="").values("fingerprint")
    return own | set(boards.filter(fingerprint__in=dealt).values_list("pk", flat=True))


def _owed_in(user: User, session: Session) -> set[int]:
    """Those of one session. One that has ended has none."""
    if session.status == SessionStatus.ENDED:
        return set()
    mine = ContestantPerson.objects.filter(person__user=user, contestant__section__session=session)
    owed: set[int] = set()
    for contestant_id, set_id in set(mine.values_list("contestant_id", "contestant__section__board_set_id")):
        met = TableBoardSeat.objects.filter(contestant_id=contestant_id, void=False)
        over = met.exclude(table_board__state__in=OPEN).values("board_id")
        owed.update(
            Board.objects.filter(board_set_id=set_id).exclude(pk__in=over).values_list("pk", flat=True)
        )
    return owed


def numbers_told(numbers: Iterable[int]) -> str:
    """`1 to 27`, or `1 to 9, 13 and 17 to 20` where numbers are missing; empty without one."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
