"""Points in a finished play of Solo from which it can be played on, and what came of it beside the first result.

A club's play allows this once its board is closed, a play at home once it is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from clubsite.analysis.selectors.verdicts import ANALYSED_GAME, play_closed
from clubsite.core.responses import found_or_404
from clubsite.home.models import HomeMatch
from clubsite.nights.models import TableBoard
from clubsite.play.models import Play, PlayStatus
from clubsite.play.room_states import log_of
from clubsite.rankings.selectors.published import Published
from games.players import OPPONENT
from games.registry import rules_for
from games.turned import turned_log, turned_setup
from games.wording import signed
from solver.verdicts.judge import standing
from solver.verdicts.solution import scorer

Json = dict[str, Any]


def position_at(published: Published, table_board: int, seq: int) -> tuple[Play, Json]:
    """Return a club's play and its position just before act `seq` (see `position_before`).

    Raise Http404 if there is no such play or act, if the play is not over or if its board is not closed.
    """
    row = TableBoard.objects.select_related("play").filter(pk=table_board).first()
    play = row.play if row is not None else None
    if row is None or play is None:
        raise Http404("No such play")
    if row.board_id not in published.board_ids or not _is_published(published, table_board):
        raise Http404("No such play")
    return play, position_before(play, seq)


def position_before(play: Play, seq: int) -> Json:
    """Return `{"setup", "log"}` of a finished play just before act `seq`, rotated so that S is the player who acted.

    Raise Http404 if there is no such act, if the play is not over or if it is of a game that is not analysed.
    """
    if play.game != ANALYSED_GAME or play.status != PlayStatus.OVER:
        raise Http404("No such play")
    stood = standing(log_of(play))
    act = found_or_404(next((event for event in stood if event["seq"] == seq), None), "No such moment")
    before = [{"actor": event["actor"], "a": event["a"]} for event in stood if event["seq"] < seq]
    # For a claim and its answer the position is the one before the claim.
    log = [event for event in before if event["a"].startswith(("c:", "p:"))]
    if act["actor"] == "S":
        return {"setup": play.setup, "log": log}
    return {"setup": turned_setup(play.setup), "log": turned_log(log)}


def _is_published(published: Published, table_board: int) -> bool:
    return any(line.table_board == table_board for board in published.boards for line in board.lines)


@dataclass(frozen=True, slots=True)
class ResultFromHere:
    """A deal's result in words, and its points (of a duplicate board) to the player who plays on."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class BothResults:
    """The result of a play, and of the play that went on from one of its moments."""

    first: ResultFromHere
    now: ResultFromHere

    @property
    def words(self) -> str:
        """The points side by side, such as `For you −50 the first time, +420 now`."""
        return f"For you {signed(self.first.points)} the first time, {signed(self.now.points)} now"

    @property
    def gain(self) -> int:
        return self.now.points - self.first.points


def both_results(match: HomeMatch, outcome: Mapping[str, Any]) -> BothResults | None:
    """Return the outcome of a match that goes on from a position beside the outcome of the first play.

    Return None for any other match, and while the first play's board is not closed.
    """
    if match.position is None or match.repeats is None or not play_closed(match.repeats):
        return None
    setup, first = match.position["setup"], dict(match.repeats.outcome or {})
    if setup["hands"] != match.repeats.setup["hands"] and first["declarer"]:  # it was turned
        first["declarer"] = OPPONENT[first["declarer"]]
    return BothResults(_result(match.game, setup["vul"], first), _result(match.game, setup["vul"], outcome))


def _result(game: str, vul: str, outcome: Mapping[str, Any]) -> ResultFromHere:
    rules = rules_for(game)
    declarer = outcome["declarer"]
    points = scorer(vul)(outcome["contract"], declarer, outcome["tricks"]) if declarer else 0
    return ResultFromHere(rules.result(outcome).sentence({"S": "you", "N": "your opponent"}), points)
