"""When a club board is closed: the one rule for showing anything about its deal beyond the scores.

A board is CLOSED when its session has ended (it cannot continue), its results are published and not withdrawn,
the board is among them, and nobody still has to play it (at a table or as a late play, SOLO-31) or to play the
same deal in another session on the site. The solver's results and the costs of plays are shown for closed
boards only. They are computed earlier, once the session has ended. If a board's deal still has to be played in
another session, no page and no file of published results shows the board or its scores (`Published.boards`).

A board at a table that may be watched is shown before its results are published, with the solver's results. It
must be PLAYED OUT: nobody in any field may still play it (`played_out`).
"""

from collections.abc import Iterable

from django.db.models import QuerySet

from clubsite.duplicate.models import Board, SessionStatus
from clubsite.rankings.models import PublishedLine
from clubsite.rankings.selectors.embargoes import may_be_met, owed_elsewhere
from clubsite.rankings.selectors.published import Published
from clubsite.scores.selectors.owed import still_to_play, suspects


def is_closed(board: Board) -> bool:
    """True if this board is closed. Check it before anything about the board leaves the server."""
    line = PublishedLine.objects.filter(board=board.pk, published__session__status=SessionStatus.ENDED)
    return line.exists() and not owed_elsewhere({board.pk}) and not still_to_play({board.pk})


def closed_boards(published: Published) -> set[int]:
    """Return the ids of published boards that are closed. They are computed once for each Published object."""
    if published.closed is None:
        ended = published.session.status == SessionStatus.ENDED
        shown = {board.id for board in published.boards} if ended else set()
        published.closed = shown - still_to_play(shown & published.doubted)
    return published.closed


def not_closed(boards: QuerySet[Board]) -> set[int]:
    """Return the ids of those published boards of ended sessions that are not closed, for pages about many sessions.

    One query finds the boards that may be open, usually none. Only these boards are then checked in full.
    """
    found = set(suspects(boards).values_list("pk", flat=True))
    return still_to_play(found) | owed_elsewhere(found) if found else set()


def played_out(boards: Iterable[Board]) -> set[int]:
    """Return the ids of the boards that nobody may still play: at a table, in a later round, as a late play, or in
    another session. Use this only for a table that may be watched.
    """
    found = list(boards)
    return {board.pk for board in found} - may_be_met(found)
