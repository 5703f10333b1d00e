"""A board of a club's published night, played at home against the perfect robot: its cards, and the place that the
result would have had in the field of that night. It never counts in the night's results.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404

from clubsite.analysis.services.solving import scorer
from clubsite.core.not_found import found_or_404
from clubsite.duplicate.models import Board
from clubsite.lounge.models import HomeMatch
from clubsite.lounge.selectors import finished_plays
from clubsite.members.visitor import MembersOnly, Visitor
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.shapes import PublishedBoard
from games.players import PLAYERS
from games.turned import turned_setup
from games.wording import ordinal
from scoring.board import match_points


def club_board(published: Published, key: str, player: str) -> tuple[Board, dict[str, Any]]:
    """Return a board of a published session and its position before the first call, rotated so that `player`, S or N,
    sits South.

    Raise Http404 if there is no such board that may be seen, with known cards and a two-handed score.
    """
    lines = found_or_404(next((each for each in published.boards if each.key == key), None), "No such board")
    board = published.cards[lines.id]
    if player not in PLAYERS or not board.ordered or not _scores(lines):
        raise Http404("This board cannot be played again here")
    setup = board.setup()
    return board, {"setup": setup if player == "S" else turned_setup(setup), "log": []}


def _scores(board: PublishedBoard) -> list[int]:
    """Return the N/S scores of all two-handed plays of a board."""
    results = [line.result for line in board.lines if not line.four_handed and line.result is not None]
    return [result.ns_score for result in results if result.ns_score is not None]


@dataclass(frozen=True, slots=True)
class PlaceInField:
    """The place that a result would have had among those of a club's night. `share` is of the match points."""

    published: Published
    board: PublishedBoard
    points: int
    place: int
    equal: bool
    of: int
    share: Fraction

    @property
    def place_text(self) -> str:
        """The place, such as `4th` or `4th equal`."""
        return f"{ordinal(self.place)}{' equal' if self.equal else ''}"


def place_in_field(match: HomeMatch, visitor: Visitor) -> PlaceInField | None:
    """Return the place of a finished match at home with a club's board in that night's field.

    The match itself counts in the field. Return None for any other match, before its deal is over, and as long as
    this visitor may not see the results of the board.
    """
    deals = finished_plays(match) if match.club_board is not None else []
    if match.club_board is None or not deals:
        return None
    try:
        published = published_or_404(match.club_board.board_set.session.public_id, visitor)
    except (Http404, MembersOnly):
        return None
    board = next((each for each in published.boards if each.id == match.club_board_id), None)
    if board is None or not (scores := _scores(board)):
        return None
    turned = deals[0].setup["hands"]["S"] != published.cards[board.id].hands["S"]
    return _place(
        published, board, [-score for score in scores] if turned else scores, deals[0].setup["vul"], deals[0].outcome
    )


def _place(
    published: Published, board: PublishedBoard, scores: list[int], vul: str, outcome: Mapping[str, Any] | None
) -> PlaceInField:
    came = outcome or {}
    points = scorer(vul)(came["contract"], came["declarer"], came["tricks"]) if came["declarer"] else 0
    return PlaceInField(
        published=published,
        board=board,
        points=points,
        place=1 + sum(score > points for score in scores),
        equal=points in scores,
        of=len(scores) + 1,
        share=Fraction(match_points([points, *scores])[0] * 100, 2 * len(scores)),
    )
