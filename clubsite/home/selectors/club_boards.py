"""A board of a club's night played at home, outside its results, and a solitaire's deals beside a robot's."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from clubsite.core.responses import found_or_404
from clubsite.home.models import Against, HomeMatch, RobotDeal
from clubsite.home.selectors.matches import finished_plays
from clubsite.nights.models import Board
from clubsite.play.models import Play, PlayStatus
from clubsite.play.robot_names import STRENGTHS
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.shapes import PublishedBoard
from clubsite.readers.visitor import MembersOnly, Visitor
from games.players import PLAYERS
from games.registry import rules_for
from games.turned import turned_setup
from games.wording import ordinal, plain
from scoring.board import score_board
from scoring.lines import Line, parts_of
from scoring.result import BoardResult
from solver.verdicts.solution import scorer

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
    board = _seen(match, visitor) if deals else None
    player = next((player for player in PLAYERS if board is not None and _has_seat(deals[0], board, player)), None)
    return _place(board, player, deals[0]) if board is not None and player is not None else None


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


def _has_seat(play: Play, board: BoardToPlay, player: str) -> bool:
    return bool(play.setup["hands"] == _setup(board.board, player)["hands"])


def _place(board: BoardToPlay, player: str, play: Play) -> PlaceInField | None:
    """Score the result as one more line of the board, in the direction of `player`."""
    points = BoardResult.of_play(play.outcome or {}, play.setup["vul"]).ns_score or 0
    side = SIDE_OF[player]
    others = [line for line in board.lines.field if parts_of(line, side)]
    if not others:
        return None
    here = Line("here", ns_score=points if player == "S" else -points)
    scored = score_board([*others, here])
    points_of = {key: (row.ns if side == "NS" else row.ew) or Fraction(0) for key, row in scored.items()}
    mine = points_of.pop(here.key)
    theirs = list(points_of.values())
    return PlaceInField(
        published=board.published,
        board=board.lines,
        player=player,
        points=points,
        place=1 + sum(other > mine for other in theirs),
        equal=mine in theirs,
        of=len(others) + 1,
        share=100 * mine / scored[here.key].top,
    )


@dataclass(frozen=True, slots=True)
class DealSide:
    """A result in one deal, with its points for the player as on a duplicate board. `by` names the declarer."""

    contract: str
    by: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class SameDeal:
    """One deal: the player's result and the robot's, or None while the robot has still to play it."""

    number: int
    mine: DealSide
    robots: DealSide | None


@dataclass(frozen=True, slots=True)
class SameDeals:
    """The finished deals of a match, and the points of both in the deals that the robot has played too."""

    strength: str
    deals: list[SameDeal]

    @property
    def compared(self) -> list[tuple[DealSide, DealSide]]:
        return [(deal.mine, deal.robots) for deal in self.deals if deal.robots is not None]

    @property
    def waiting(self) -> bool:
        """True if the robot is still playing a deal."""
        return len(self.compared) < len(self.deals)

    @property
    def totals(self) -> tuple[int, int]:
        return sum(mine.points for mine, _ in self.compared), sum(robots.points for _, robots in self.compared)


def same_deals(match: HomeMatch) -> SameDeals | None:
    """Return the finished deals beside the robot's, or None if no robot plays this match's deals or none is over."""
    plays = finished_plays(match) if match.robot_plays_too else []
    if not plays:
        return None
    made = {row.play_id: row for row in RobotDeal.objects.filter(play__in=plays)}
    return SameDeals(STRENGTHS[match.strength], [_same_deal(play, made.get(play.pk)) for play in plays])


def _same_deal(play: Play, made: RobotDeal | None) -> SameDeal:
    outcome = play.outcome or {}
    mine = _side(play, outcome, "you")
    if made is None:
        return SameDeal(play.setup["board"], mine, None)
    played = {"contract": made.contract, "declarer": made.declarer, "tricks": made.tricks}
    return SameDeal(play.setup["board"], mine, _side(play, played, "the robot"))


def _side(play: Play, outcome: Mapping[str, Any], player: str) -> DealSide:
    result = rules_for(play.game).result(outcome)
    by = {"S": player, "N": "the stock"}[result.declarer]
    points = scorer(play.setup["vul"])(outcome["contract"], outcome["declarer"], outcome["tricks"])
    return DealSide(result.contract, by, plain(result.text), points)


def deals_to_play() -> QuerySet[Play]:
    """Return the finished deals of solitaires that a robot has still to play, oldest first."""
    return (
        Play.objects.filter(
            room__home_match__against=Against.NOBODY,
            room__home_match__repeats__isnull=True,
            room__home_match__position__isnull=True,
            status=PlayStatus.OVER,
            robot_deal=None,
        )
        .exclude(room__home_match__strength="")
        .order_by("pk")
    )
