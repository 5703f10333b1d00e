"""Boards and where they are played."""

from typing import Any

from django.http import Http404

from clubsite.duplicate.models import (
    Board,
    EntryPerson,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
)


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


def owes_board(user: Any, board: Board) -> bool:
    """Whether this user, as a contestant, may still have to play the board: then he may see no card of it (SOLO-31)."""
    if board.board_set.session.status == SessionStatus.ENDED:
        return False
    entries = EntryPerson.objects.filter(person__user=user, entry__section__board_set=board.board_set_id)
    for entry_id in entries.values_list("entry_id", flat=True):
        seat = board.table_boards.filter(seats__entry_id=entry_id, seats__void=False).first()
        if seat is None or seat.state in (TableBoardState.WAITING, TableBoardState.LIVE):
            return True
    return False
