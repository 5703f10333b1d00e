"""Boards and where they are played."""

import datetime
from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from clubsite.duplicate.models import (
    AuditedBoard,
    Board,
    Section,
    Session,
    Table,
    TableBoard,
    TableBoardState,
)

HAND_RECORD_HELD = datetime.timedelta(
    days=30
)  # after its day a session that nobody ended, or a draft, holds nobody up


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
    """Return every board with the four hands of one of these, in sessions of any club that may still play them.

    The boards themselves can be among the answers.
    """
    found = Board.objects.filter(
        fingerprint__in=boards.exclude(fingerprint="").order_by().values("fingerprint"),
        board_set__sections__isnull=False,
        board_set__session__date__gte=timezone.localdate() - HAND_RECORD_HELD,
    )
    return found.order_by("pk").distinct()


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


def audited_boards(session: Session) -> dict[int, int]:
    """Return the ids of the lines of the session's audit log that tell about a board, each with the board's id."""
    lines = AuditedBoard.objects.filter(entry__session_ref=session.public_id)
    return dict(lines.values_list("entry", "board"))
