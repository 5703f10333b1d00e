"""When a deal of a club is closed: the one rule for whatever tells more about it than its scores.

A board is CLOSED when its session has ended (it cannot go on), its results are published and not withdrawn, the board
is among them, and nobody is still to play it, at a table or as a late play (SOLO-31). What the solver found of a board
and what its plays cost are shown of closed boards only; they are worked out before, once the session has ended.
"""

from clubsite.duplicate.models import Board, SessionStatus, TableBoard, TableBoardState
from clubsite.results.models import ScoreStatus
from clubsite.results.selectors.entries import latest_entries
from clubsite.results.selectors.published import Published, newest

OWED = (TableBoardState.WAITING, TableBoardState.LIVE)


def is_closed(board: Board) -> bool:
    """Whether this board is closed. Ask this before anything of it leaves the server."""
    publication = newest().filter(session=board.board_set.session_id).first()
    return publication is not None and board.pk in closed_boards(Published(publication))


def closed_boards(published: Published) -> set[int]:
    """The published boards that are closed, by id."""
    if published.session.status != SessionStatus.ENDED:
        return set()
    shown = {board["id"] for board in published.boards}
    return shown - still_to_play(shown)


def still_to_play(boards: set[int]) -> set[int]:
    """Those of the boards that somebody has before him: at a table, or as a late play."""
    owed = TableBoard.objects.filter(board__in=boards, state__in=OWED).values_list("board", flat=True)
    return set(owed) | still_late(boards)


def still_late(boards: set[int]) -> set[int]:
    """Those of the boards that somebody is to play after the session's end."""
    of_row = dict(
        TableBoard.objects.filter(board__in=boards)
        .exclude(state=TableBoardState.VOID)
        .values_list("pk", "board")
    )
    latest = latest_entries(of_row)
    return {of_row[pk] for pk, entry in latest.items() if entry.status == ScoreStatus.LATE}
