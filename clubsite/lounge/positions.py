"""Points in a club's play from which it can be replayed. Only closed boards allow this."""

from typing import Any

from django.http import Http404

from clubsite.analysis.judge import standing
from clubsite.analysis.selectors.verdicts import ANALYSED_GAME
from clubsite.core.not_found import found_or_404
from clubsite.duplicate.models import TableBoard
from clubsite.play.models import Play, PlayStatus
from clubsite.play.room_states import log_of
from clubsite.rankings.selectors.published import Published
from games.turned import turned_log, turned_setup

Json = dict[str, Any]


def position_at(published: Published, table_board: int, seq: int) -> tuple[Play, Json]:
    """Return a play and its `{"setup", "log"}` just before act `seq`, rotated so that S is the player who acted.

    Raise Http404 if there is no such play or act, if the play is not over or if its board is not closed.
    """
    row = TableBoard.objects.select_related("play").filter(pk=table_board).first()
    play = row.play if row is not None else None
    if row is None or play is None or play.game != ANALYSED_GAME or play.status != PlayStatus.OVER:
        raise Http404("No such play")
    if row.board_id not in published.board_ids or not _is_published(published, table_board):
        raise Http404("No such play")
    stood = standing(log_of(play))
    act = found_or_404(next((event for event in stood if event["seq"] == seq), None), "No such moment")
    before = [{"actor": event["actor"], "a": event["a"]} for event in stood if event["seq"] < seq]
    # For a claim and its answer the position is the one before the claim.
    log = [event for event in before if event["a"].startswith(("c:", "p:"))]
    if act["actor"] == "S":
        return play, {"setup": play.setup, "log": log}
    return play, {"setup": turned_setup(play.setup), "log": turned_log(log)}


def _is_published(published: Published, table_board: int) -> bool:
    return any(line.table_board == table_board for board in published.boards for line in board.lines)
