"""Queries for the cost of calls and cards. They return nothing about a play that is not closed.

A club play is closed when its board is closed (`clubsite.secrecy`), and a play at home after its last card.
Until then nobody even learns that an analysis is waiting.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any

from django.db.models import Q, QuerySet

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.closed_plays import closed_plays
from clubsite.nights.models import SessionStatus, TableBoard
from clubsite.play.models import Play, PlayStatus
from clubsite.rankings.selectors.published import Published
from clubsite.scores.selectors.owed import still_late
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import RESULTS_READER, SPECTATOR, may_see
from games.wording import SEAT_NAMES
from solver.thread_engines import solves_whole_deals
from solver.verdicts.verdict_text import VerdictWords, given_away

ANALYSED_GAME = "solo"


class VerdictState(StrEnum):
    """The state of the verdicts on a closed play."""

    READY = "ready"
    COMING = "coming"
    NEVER = "never"


NO_SOLVER = "no_solver"  # the reason for never: this server has no solver that is fast enough
PLAYER_OF = {"ns": "S", "ew": "N"}


def ended_of(plays: QuerySet[Play]) -> list[int]:
    """Return the ids of the plays in `plays` that may be analysed, in the same order.

    These plays are over, and at a club their session has ended and no late play of the board is still to come.
    Their analyses are shown only once the plays are closed.
    """
    ended = Q(table_board__isnull=True) | Q(table_board__round__section__session__status=SessionStatus.ENDED)
    rows = list(plays.filter(ended, status=PlayStatus.OVER).values_list("pk", "table_board__board_id"))
    late = still_late({board_id for _, board_id in rows if board_id is not None})
    return [pk for pk, board_id in rows if board_id not in late]


def play_closed(play: Play) -> bool:
    """True if the play is over and, at a club, its board is closed."""
    if play.status != PlayStatus.OVER:
        return False
    row = TableBoard.objects.filter(play=play).select_related("board").first()
    return row is None or may_see(RESULTS_READER, row.board, What.VERDICT)


def verdicts(play: Play, names: Mapping[str, str] = SEAT_NAMES, reader: str | None = None) -> dict[str, Any] | None:
    """Return a replay's verdicts in words: `{"state": "ready", ...}`, `{"state": "coming"}` before the analysis, or
    `{"state": "never", "why": NO_SOLVER}` if there will be none.

    Return None for another game or for a deal that is not closed.
    """
    if play.game != ANALYSED_GAME or not play_closed(play):
        return None
    return _worded(play, names, reader)


def commentary(play: Play, names: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the verdicts on a board that has been played out at a watched table. The caller has checked that the
    board may be seen.
    """
    row = TableBoard.objects.filter(play=play).select_related("board").first()
    if row is None or play.game != ANALYSED_GAME or play.status != PlayStatus.OVER:
        return None
    if not may_see(SPECTATOR, row.board, What.VERDICT):
        return None
    return _worded(play, names, None)


def _worded(play: Play, names: Mapping[str, str], reader: str | None) -> dict[str, Any]:
    found = PlayAnalysis.objects.filter(play=play).first()
    if found is None:
        if not solves_whole_deals():
            return {"state": VerdictState.NEVER, "why": NO_SOLVER}
        return {"state": VerdictState.COMING}
    words = VerdictWords((play.outcome or {})["declarer"], names, reader).page(found.calls, found.cards)
    return {"state": VerdictState.READY, **words}


def lost_at(published: Published, table_boards: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """Map each table_board id to the tricks and points that the given side ("ns" or "ew") gave away, for closed boards
    only.
    """
    return {
        pk: given_away(PLAYER_OF[table_boards[pk]], [*found.calls, *found.cards])
        for pk, found in closed_plays(published, table_boards).items()
    }


def moments_in_words(
    published: Published, wanted: Mapping[int, Collection[int]], readers: Mapping[int, str]
) -> dict[tuple[int, int], dict[str, str]]:
    """Map each (table_board, seq) to `text`, the action's cost, and `held`, the better choices. Closed boards only.

    `wanted` maps each table_board to the numbers of its actions, and `readers` to the player addressed (S or N).
    """
    found = {}
    for table_board, one in closed_plays(published, wanted).items():
        words = VerdictWords((one.play.outcome or {})["declarer"], reader=readers[table_board])
        page = words.page(one.calls, one.cards)
        for row in page["list"]:
            if row["seq"] in wanted[table_board]:
                held = page["moments"][str(row["seq"])]["held"]
                found[table_board, row["seq"]] = {"text": row["text"], "held": held}
    return found
