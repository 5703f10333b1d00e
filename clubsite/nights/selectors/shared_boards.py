"""Boards that several tables need in the same round. With only one copy, each table begins with different boards.

When m tables share n boards, the i-th table has the i-th part first, and passes each part on to the table
before it.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

from clubsite.nights.models import Seating, Section, Table, TableBoard, TableBoardState

T = TypeVar("T")
# (round, the plan's board set) -> the tables that need it, by number
Shared = dict[tuple[int, int], list[Table]]


def shared_in(section: Section) -> Shared:
    """Return the board sets that several tables with cards need at the same time. On screens, nobody has to wait.

    If there are more tables than boards, each table has its own copy, so such a set is left out.
    """
    if not section.any_cards:
        return {}
    rows = Seating.objects.filter(round__section=section, board_group__gt=0, ns__isnull=False, ew__isnull=False)
    tables: Shared = defaultdict(list)
    for row in rows.select_related("round", "table__section").order_by("table__number"):
        if not row.table.live:
            tables[row.round.number, row.board_group].append(row.table)
    return {key: found for key, found in tables.items() if 1 < len(found) <= section.boards_per_round}


def in_turn(boards: Sequence[T], place: int, tables: int) -> list[tuple[T, bool]]:
    """Return the boards in order for the table at `place` (from 0), each with a flag that is True if the following
    table passes that board on.
    """
    first, end = (at * len(boards) // tables for at in (place, place + 1))
    return [
        *((board, False) for board in boards[first:end]),
        *((b, True) for b in [*boards[end:], *boards[:first]]),
    ]


def table_after(tables: Sequence[Table], table_id: int) -> Table:
    """Return the table that passes on the boards that this table did not begin with."""
    place = [table.pk for table in tables].index(table_id)
    return tables[(place + 1) % len(tables)]


def rooms_waiting_for(row: TableBoard) -> list[int]:
    """Return the rooms of the other tables with cards that share the only copy of this row's board in its round.

    Tables that have already played the board are included. Return [] if there are more tables than boards, because
    each table then has a copy (`shared_in`).
    """
    if row.live:
        return []
    rows = TableBoard.objects.filter(round=row.round_id, board=row.board_id, live=False, played_instead=None)
    rows = rows.exclude(state=TableBoardState.VOID).exclude(table=row.table_id)
    rooms = list(rows.values_list("table__room_id", flat=True))
    return rooms if len(rooms) < row.round.section.boards_per_round else []
