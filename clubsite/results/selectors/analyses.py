"""Reads of what calls and cards cost. Of a play that is not closed there is nothing to read, not even that it waits."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from clubsite.duplicate.models import SessionStatus, TableBoard
from clubsite.play.models import Play, PlayStatus
from clubsite.results.models import PlayAnalysis, ScoreStatus
from clubsite.results.selectors.entries import latest_entries
from clubsite.results.verdict_words import Words, given_away
from games.players import PLAYER_NAME

ANALYSED = "solo"
PLAYER_OF = {"ns": "S", "ew": "N"}


def is_closed(play: Play) -> bool:
    """Whether nobody can still play these cards: over, and of a club's board the whole session too (SOLO-31)."""
    if play.status != PlayStatus.OVER:
        return False
    row = TableBoard.objects.filter(play=play).select_related("round__section__session").first()
    if row is None:
        return True
    ended = row.round.section.session.status == SessionStatus.ENDED
    return ended and not still_late({row.board_id})


def closed_of(plays: QuerySet[Play]) -> list[int]:
    """The ids of the closed ones among finished plays, in their order."""
    ended = Q(table_board__isnull=True) | Q(table_board__round__section__session__status=SessionStatus.ENDED)
    rows = list(plays.filter(ended, status=PlayStatus.OVER).values_list("pk", "table_board__board_id"))
    late = still_late({board_id for _, board_id in rows if board_id is not None})
    return [pk for pk, board_id in rows if board_id not in late]


def still_late(board_ids: set[int]) -> set[int]:
    """Those of the boards that somebody is to play after the session's end."""
    rows = {row.pk: row.board_id for row in TableBoard.objects.filter(board_id__in=board_ids)}
    latest = latest_entries(rows)
    return {rows[pk] for pk, entry in latest.items() if entry.status == ScoreStatus.LATE}


def verdicts(play: Play, names: Mapping[str, str] = PLAYER_NAME) -> dict[str, Any] | None:
    """A replay's verdicts in words, `{"ready": true, ...}`; `{"ready": false}` while they are worked out.

    None for another game or a deal that is not closed.
    """
    if play.game != ANALYSED or not is_closed(play):
        return None
    found = PlayAnalysis.objects.filter(play=play).first()
    if found is None:
        return {"ready": False}
    return {"ready": True, **Words((play.outcome or {})["declarer"], names).page(found.calls, found.cards)}


def lost_at(table_boards: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """table_board id -> tricks and points that the side ("ns" or "ew") asked for gave away; closed plays only."""
    analyses = PlayAnalysis.objects.filter(
        play__table_board__in=table_boards,
        play__table_board__round__section__session__status=SessionStatus.ENDED,
    ).select_related("play__table_board")
    rows = [(found, found.play.table_board) for found in analyses]
    late = still_late({row.board_id for _, row in rows})
    return {
        row.pk: given_away(PLAYER_OF[table_boards[row.pk]], [*found.calls, *found.cards])
        for found, row in rows
        if row.board_id not in late
    }
