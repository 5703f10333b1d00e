"""Boards that someone still has to play: at a table, in a coming round, or as a late play.

`rankings.selectors.embargoes` finds the same deals in other sessions.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubsite.duplicate.models import (
    OPEN_BOARD_STATES,
    Board,
    Seating,
    Section,
    SessionStatus,
    TableBoard,
    TableBoardState,
)
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import latest_entries


def still_to_play(boards: set[int]) -> set[int]:
    """Return the boards that someone still has to play, at a table or as a late play."""
    if not boards:
        return set()
    owed = TableBoard.objects.filter(board__in=boards, state__in=OPEN_BOARD_STATES).values_list("board", flat=True)
    return set(owed) | still_late(boards)


def still_late(boards: set[int]) -> set[int]:
    """Return the boards that someone is due to play after the session has ended."""
    once_late = ScoreEntry.objects.filter(status=ScoreStatus.LATE, table_board__board__in=boards)
    rows = once_late.exclude(table_board__state=TableBoardState.VOID)
    of_row = dict(rows.values_list("table_board", "table_board__board"))
    latest = latest_entries(of_row) if of_row else {}
    return {of_row[pk] for pk, entry in latest.items() if entry.status == ScoreStatus.LATE}


def perhaps_owed(boards: set[int]) -> set[int]:
    """Return the boards that may be in `still_to_play` or `embargoes.owed_elsewhere`, using a single query.

    Usually there are none.
    """
    return set(suspects(Board.objects.filter(pk__in=boards)).values_list("pk", flat=True)) if boards else set()


def suspects(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Return boards that a table still has to play, that were once late plays, or whose deal another board shares."""
    owed = TableBoard.objects.filter(board=OuterRef("pk"), state__in=OPEN_BOARD_STATES)
    late = ScoreEntry.objects.filter(table_board__board=OuterRef("pk"), status=ScoreStatus.LATE)
    alike = Board.objects.filter(fingerprint=OuterRef("fingerprint")).exclude(pk=OuterRef("pk"))
    dealt_twice = ~Q(fingerprint="") & Exists(alike)
    return boards.filter(Exists(owed) | Exists(late) | dealt_twice).order_by()


def due_in_coming_rounds(sets: set[int]) -> set[int]:
    """Return the boards in these sets that a table is due to play in a round that has not begun."""
    due: set[int] = set()
    sections = Section.objects.filter(board_set__in=sets).select_related("session")
    for section in sections.exclude(session__status=SessionStatus.ENDED):
        begun = Seating.objects.filter(round__section=section, round__number__gt=section.round_number)
        groups = set(begun.filter(board_group__gt=0).values_list("board_group", flat=True))
        boards = Board.objects.filter(board_set=section.board_set_id).order_by("number")
        for place, pk in enumerate(boards.values_list("pk", flat=True)):
            if place // section.boards_per_round + 1 in groups:
                due.add(pk)
    return due
