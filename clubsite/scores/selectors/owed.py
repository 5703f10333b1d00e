"""Which boards somebody is still to play: at a table, in a coming round, as a late play, or as the same deal in another
session."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubsite.duplicate.models import Board, Seating, Section, SessionStatus, TableBoard, TableBoardState
from clubsite.duplicate.selectors.boards import same_deals
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import latest_entries

OWED = (TableBoardState.WAITING, TableBoardState.LIVE)


def still_to_play(boards: set[int]) -> set[int]:
    """Those of the boards that somebody has still to play: at a table, or as a late play."""
    if not boards:
        return set()
    owed = TableBoard.objects.filter(board__in=boards, state__in=OWED).values_list("board", flat=True)
    return set(owed) | still_late(boards)


def still_late(boards: set[int]) -> set[int]:
    """Those of the boards that somebody is to play after the session's end."""
    once_late = ScoreEntry.objects.filter(status=ScoreStatus.LATE, table_board__board__in=boards)
    rows = once_late.exclude(table_board__state=TableBoardState.VOID)
    of_row = dict(rows.values_list("table_board", "table_board__board"))
    latest = latest_entries(of_row) if of_row else {}
    return {of_row[pk] for pk, entry in latest.items() if entry.status == ScoreStatus.LATE}


def perhaps_owed(boards: set[int]) -> set[int]:
    """Those of the boards that may be in `still_to_play` or `owed_elsewhere`; in one statement, most often none."""
    return (
        set(suspects(Board.objects.filter(pk__in=boards)).values_list("pk", flat=True)) if boards else set()
    )


def suspects(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Those of these boards that are owed at a table, were late once, or whose deal another board holds too."""
    owed = TableBoard.objects.filter(board=OuterRef("pk"), state__in=OWED)
    late = ScoreEntry.objects.filter(table_board__board=OuterRef("pk"), status=ScoreStatus.LATE)
    alike = Board.objects.filter(fingerprint=OuterRef("fingerprint")).exclude(pk=OuterRef("pk"))
    dealt_twice = ~Q(fingerprint="") & Exists(alike)
    return boards.filter(Exists(owed) | Exists(late) | dealt_twice).order_by()


def owed_elsewhere(boards: set[int]) -> set[int]:
    """Those of the boards whose deal another session holds, of whatever club, and has still to play.

    A session that has not ended has all its boards still to play.
    """
    if not boards:
        return set()
    rows = Board.objects.filter(pk__in=boards)
    others = same_deals(rows).values_list("pk", "fingerprint", "board_set__session__status")
    over: dict[int, str] = {}
    owed: set[str] = set()
    for pk, fingerprint, status in others:
        if status == SessionStatus.ENDED:
            over[pk] = fingerprint
        else:
            owed.add(fingerprint)
    if over:
        owed |= {over[pk] for pk in still_to_play(set(over))}
    return set(rows.filter(fingerprint__in=owed).values_list("pk", flat=True)) if owed else set()


def may_be_met(boards: Iterable[Board]) -> set[int]:
    """Those of the boards that somebody may still meet: now, in a coming round, late, or as the same deal in another
    session. A round that is still to be drawn plays a new set of boards."""
    found = list(boards)
    ids = {board.pk for board in found}
    if not ids:
        return set()
    return still_to_play(ids) | owed_elsewhere(ids) | (ids & _coming({board.board_set_id for board in found}))


def _coming(sets: set[int]) -> set[int]:
    """The boards of these sets that are due at a table in a round that has not begun."""
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
