"""Robots beside a published ranking: what each robot would have scored on the same boards. Nobody's points change."""

from fractions import Fraction
from typing import Any

from clubsite.analysis.models import RobotPlay
from clubsite.analysis.selectors.robots_asked import ROBOTS_OPPONENT, SEATS_TO_PLAY, robot_boards, robots_asked
from clubsite.play.robot_names import STRENGTHS
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import PublishedBoard, RankingList
from games.players import PLAYERS
from games.wording import ordinal
from solver.thread_engines import solves_whole_deals

PLAYERS_OF = {"NS": ("S",), "EW": ("N",)}
Field = dict[int, list[int]]
"""By board, South's points at every table that a list compares."""
Scores = dict[tuple[int, str, str], int]
"""By board, strength and seat, South's points in the robot's play."""


def robots_beside(published: Published, lists: list[RankingList]) -> dict[str, Any] | None:
    """Return the context for the robots beside these lists: `rows`, strongest first, from `boards` of the session's
    `of` boards. There are no rows until the robots have made all `plays`; `made` counts the finished plays.

    Return None if no director asked for the robots, if no board can be compared, or if plays are missing and this
    server cannot make them.
    """
    if published.imps or not robots_asked(published.session):
        return None
    known = set(robot_boards(published.session).values_list("pk", flat=True))
    seen = [board for board in published.boards if board.id in known]
    ranked = [ranking for ranking in lists if ranking.whole and not ranking.four_handed]
    fields = [(ranking, field) for ranking in ranked if (field := _field(seen, ranking))]
    boards = {board for _, field in fields for board in field}
    rows = RobotPlay.objects.filter(board__in=boards).values_list("board", "strength", "player", "ns_score")
    scores: Scores = {(board, strength, player): score for board, strength, player, score in rows}
    plays = len(boards) * len(SEATS_TO_PLAY)
    whole = len(scores) == plays
    if not boards or not (whole or solves_whole_deals()):
        return None
    return {
        "lists": [ranking for ranking, _ in fields],
        "rows": [(STRENGTHS[robot], _beside(robot, scores, fields)) for robot in reversed(STRENGTHS)] if whole else [],
        "boards": len(boards),
        "of": len({board for ranking in ranked for board in _field(published.every_board, ranking)}),
        "made": len(scores),
        "plays": plays,
        "opponent": STRENGTHS[ROBOTS_OPPONENT],
    }


def _field(boards: list[PublishedBoard], ranking: RankingList) -> Field:
    """Return South's points at the tables whose players are in this list, for each board that has any."""
    field: Field = {}
    for board in boards:
        for line in board.lines:
            compared = not line.four_handed and (not ranking.sections or line.section in ranking.sections)
            if compared and line.result is not None and line.result.ns_score is not None:
                field.setdefault(board.id, []).append(line.result.ns_score)
    return field


def _share(score: int, field: list[int], player: str) -> Fraction:
    """Return the share of the field that South's `score` beats, as this player sees it. Ties count half."""
    sign = 1 if player == "S" else -1
    beaten = sum(2 * (sign * score > sign * other) + (score == other) for other in field)
    return Fraction(beaten, 2 * len(field))


def _beside(strength: str, scores: Scores, fields: list[tuple[RankingList, Field]]) -> list[tuple[Fraction, str]]:
    """Return a robot's percentage in each list, and the place that it would have there, such as `2nd`. In a list of one
    direction, the robot's other seat does not count.
    """
    placed = []
    for ranking, field in fields:
        seats = PLAYERS_OF.get(ranking.direction, PLAYERS)
        shares = [
            _share(scores[board, strength, seat], results, seat) for board, results in field.items() for seat in seats
        ]
        percentage = 100 * sum(shares, Fraction(0)) / len(shares)
        better = sum(row.percentage > percentage for row in ranking.rows if row.place and row.percentage is not None)
        placed.append((percentage, ordinal(better + 1)))
    return placed
