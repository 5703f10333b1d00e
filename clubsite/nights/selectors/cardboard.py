"""Tables with cards: which boards exist as cards, and boards that several tables need in the same round.

When m tables share the n boards of one copy, the i-th table has the i-th part first, and passes it to the one before.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from clubsite.nights.models import OPEN_BOARD_STATES, Board, Seating, Section, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.boards import boards_of


@dataclass(frozen=True, slots=True)
class BoardToCome:
    """A board that a table will play in `round`. If `made_up` is true, its cards exist by then; `where` says why."""

    board: Board
    round: int
    made_up: bool
    where: str = ""


def boards_to_come(table: Table) -> list[BoardToCome]:
    """Return every board that the table still has to play, in round order, as if it played with cards.

    In a section that begins with cards all are made up in advance. Otherwise a board exists if it was dealt at a table,
    or if a table with cards has had it, has it now or is to play it earlier.
    """
    section = table.section
    boards, per_round = boards_of(section) if section.live else [], section.boards_per_round
    lie, before = _lie_now(section, table), _groups_before(section, table)
    rows = TableBoard.objects.filter(table=table, round__number=section.round_number, state__in=OPEN_BOARD_STATES)
    to_come = [
        BoardToCome(row.board, section.round_number, *_at_once(row.board, lie))
        for row in rows.select_related("board").order_by("board__number")
    ]
    coming = _coming(section).filter(table=table).order_by("round__number")
    for number, group in coming.values_list("round__number", "board_group"):
        for board in boards[(group - 1) * per_round : group * per_round]:
            made_up, where = _at_once(board, lie)
            if not made_up and (group, number) in before:
                made_up, where = True, f"table {before[group, number]} plays it before"
            to_come.append(BoardToCome(board, number, made_up, where))
    return to_come


def _at_once(board: Board, lie: dict[int, str]) -> tuple[bool, str]:
    if board.hands_open and board.typings:
        return True, "dealt at a table"
    return board.pk in lie, lie.get(board.pk, "")


def _lie_now(section: Section, table: Table) -> dict[int, str]:
    """Map ids to places for boards that a table with cards has had, or that another table with cards has this round."""
    rows = TableBoard.objects.filter(board__board_set=section.board_set_id, live=False)
    rows = rows.exclude(state=TableBoardState.VOID).select_related("table__section", "round", "board")
    places: dict[int, str] = {}
    for row in rows.order_by("round__number"):
        if row.state == TableBoardState.FINISHED:
            places[row.board_id] = f"played at table {row.table.label}"
        elif row.state not in OPEN_BOARD_STATES:
            places.setdefault(row.board_id, f"at table {row.table.label} in round {row.round.number}")
        elif row.table_id != table.pk:
            places.setdefault(row.board_id, f"at table {row.table.label} now")
    return places


def _coming(section: Section) -> QuerySet[Seating]:
    """Return the seatings of rounds that have not begun, without sit-outs."""
    rows = Seating.objects.filter(round__section=section, round__number__gt=section.round_number, board_group__gt=0)
    return rows.filter(ns__isnull=False, ew__isnull=False)


def _groups_before(section: Section, table: Table) -> dict[tuple[int, int], str]:
    """Map (board set, round) to another table with cards that plays the set earlier, but after the current round."""
    labels: dict[tuple[int, int], str] = {}
    last = section.rounds.count()
    rows = _coming(section).exclude(table=table).select_related("table__section", "round")
    for row in rows.order_by("round__number"):
        if row.table.live:
            continue
        for number in range(row.round.number + 1, last + 1):
            labels.setdefault((row.board_group, number), row.table.label)
    return labels


T = TypeVar("T")
# (round, the plan's board set) -> the tables that need it, by number
Shared = dict[tuple[int, int], list[Table]]


def shared_in(section: Section) -> Shared:
    """Return the sets that several tables with cards need at once. With more tables than boards each has a copy."""
    if not section.any_cards:
        return {}
    rows = Seating.objects.filter(round__section=section, board_group__gt=0, ns__isnull=False, ew__isnull=False)
    tables: Shared = defaultdict(list)
    for row in rows.select_related("round", "table__section").order_by("table__number"):
        if not row.table.live:
            tables[row.round.number, row.board_group].append(row.table)
    return {key: sharers for key, sharers in tables.items() if 1 < len(sharers) <= section.boards_per_round}


def in_turn(boards: Sequence[T], place: int, tables: int) -> list[tuple[T, bool]]:
    """Return the boards in order for the table at `place` (from 0), each with True if the next table passes it on."""
    first, end = (at * len(boards) // tables for at in (place, place + 1))
    return [*((board, False) for board in boards[first:end]), *((b, True) for b in [*boards[end:], *boards[:first]])]


def table_after(tables: Sequence[Table], table_id: int) -> Table:
    """Return the table that passes on the boards that this table did not begin with."""
    place = [table.pk for table in tables].index(table_id)
    return tables[(place + 1) % len(tables)]


def rooms_waiting_for(row: TableBoard) -> list[int]:
    """Return the rooms of the other tables that share this row's board, or [] if each has a copy (`shared_in`)."""
    if row.live:
        return []
    rows = TableBoard.objects.filter(round=row.round_id, board=row.board_id, live=False, played_instead=None)
    rows = rows.exclude(state=TableBoardState.VOID).exclude(table=row.table_id)
    rooms = list(rows.values_list("table__room_id", flat=True))
    return rooms if len(rooms) < row.round.section.boards_per_round else []
