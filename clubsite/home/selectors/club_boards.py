"""A board of a club's published night, played at home against the perfect robot: its cards, and the place that the
result would have had in the field of that night. It never counts in the night's results.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404

from clubsite.core.responses import found_or_404
from clubsite.home.models import HomeMatch
from clubsite.home.selectors.matches import finished_plays
from clubsite.nights.models import Board
from clubsite.play.models import Play
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.shapes import PublishedBoard
from clubsite.readers.visitor import MembersOnly, Visitor
from games.players import PLAYERS
from games.turned import turned_setup
from games.wording import ordinal
from scoring.board import score_board
from scoring.lines import Line, parts_of
from scoring.result import BoardResult

SIDE_OF = {"S": "NS", "N": "EW"}


@dataclass(frozen=True, slots=True)
class BoardToPlay:
    """A board that a reader may play at home. Nothing in `lines` but its number is shown before."""

    published: Published
    lines: PublishedBoard
    board: Board

    @property
    def scores(self) -> int:
        """The number of scores that the result is compared with."""
        return len(self.lines.field)

    @property
    def played_by_reader(self) -> bool:
        """True if the reader played this board that night."""
        return any(line.side_of(self.published.visitor.contestant) for line in self.lines.lines)

    def position(self, player: str) -> dict[str, Any]:
        """Return the position before the first call, rotated so that `player`, S or N, sits South.

        Raise Http404 for any other player.
        """
        if player not in PLAYERS:
            raise Http404("No such seat")
        return {"setup": _setup(self.board, player), "log": []}


def board_to_play(published: Published, key: str) -> BoardToPlay:
    """Return a board of a published session by its key. Raise Http404 if it may not be seen, or cannot be played."""
    lines = found_or_404(next((each for each in published.boards if each.key == key), None), "No such board")
    if not published.can_be_played(lines):
        raise Http404("This board cannot be played again here")
    return BoardToPlay(published, lines, published.cards[lines.id])


def _setup(board: Board, player: str) -> dict[str, Any]:
    setup = board.setup()
    return setup if player == "S" else turned_setup(setup)


@dataclass(frozen=True, slots=True)
class PlaceInField:
    """The place that a result would have had among those of a club's night. `player` is S or N of that night, and
    `share` is of the match points.
    """

    published: Published
    board: PublishedBoard
    player: str
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

    The match itself counts in the field. Return None for any other match, before its deal is over, if the board's
    cards were typed again since, and as long as this visitor may not see the results of the board.
    """
    deals = finished_plays(match) if match.club_board is not None else []
    found = _seen(match, visitor) if deals else None
    player = next((player for player in PLAYERS if found is not None and _has_seat(deals[0], found, player)), None)
    return _place(found, player, deals[0]) if found is not None and player is not None else None


def may_play_again(match: HomeMatch, visitor: Visitor) -> bool:
    """True unless the match has a board of a club's night that this visitor may not see now."""
    return match.club_board is None or _seen(match, visitor) is not None


def _seen(match: HomeMatch, visitor: Visitor) -> BoardToPlay | None:
    """Return the board of a match as this visitor sees it today, or None if they may not see it."""
    assert match.club_board is not None
    try:
        published = published_or_404(match.club_board.board_set.session.public_id, visitor)
        [key] = [each.key for each in published.boards if each.id == match.club_board_id] or [""]
        return board_to_play(published, key)
    except (Http404, MembersOnly):
        return None


def _has_seat(play: Play, found: BoardToPlay, player: str) -> bool:
    return bool(play.setup["hands"] == _setup(found.board, player)["hands"])


def _place(found: BoardToPlay, player: str, play: Play) -> PlaceInField | None:
    """Score the result as one more line of the board, in the direction of `player`."""
    points = BoardResult.of_play(play.outcome or {}, play.setup["vul"]).ns_score or 0
    side = SIDE_OF[player]
    others = [line for line in found.lines.field if parts_of(line, side)]
    if not others:
        return None
    here = Line("here", ns_score=points if player == "S" else -points)
    scored = score_board([*others, here])
    points_of = {key: (row.ns if side == "NS" else row.ew) or Fraction(0) for key, row in scored.items()}
    mine = points_of.pop(here.key)
    theirs = list(points_of.values())
    return PlaceInField(
        published=found.published,
        board=found.lines,
        player=player,
        points=points,
        place=1 + sum(other > mine for other in theirs),
        equal=mine in theirs,
        of=len(others) + 1,
        share=100 * mine / scored[here.key].top,
    )
