"""Robots beside a published ranking: whether a director asked for them, which boards they play, and their progress."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from clubsite.analysis.models import RobotPlay, RobotsAsked
from clubsite.nights.models import Board, SectionKind, Session
from clubsite.play.robot_names import STRENGTHS
from clubsite.rankings.models import PublishedLine, PublishedSession
from clubsite.rankings.selectors.published import hidden_boards
from games.players import PLAYERS
from solver.thread_engines import solves_whole_deals

ROBOTS_OPPONENT = "club"
SEATS_TO_PLAY = [(strength, player) for strength in STRENGTHS for player in PLAYERS]
NOT_PUBLISHED = "Robots stand beside published results. Publish the results first."
NOT_IN_PERCENTAGES = "Robots are compared in percentages, and the published results of this night are in IMPs."
NO_CARDS = "Robots play boards whose cards the site knows, and it knows none of this night’s two-handed boards."
NO_COMPILED_SOLVER = (
    "Robots cannot play these boards on this server: its solver is not compiled, and without that one board takes"
    " minutes. Ask the keeper of the site to compile it."
)


def robots_asked(session: Session) -> bool:
    """True if a director asked for robots beside this session's ranking."""
    return RobotsAsked.objects.filter(session=session).exists()


def why_no_robots(session: Session) -> str:
    """Return a sentence that says why robots cannot play this session's boards, or "" if they can."""
    published = PublishedSession.objects.filter(session=session).first()
    if published is None:
        return NOT_PUBLISHED
    if published.imps:
        return NOT_IN_PERCENTAGES
    if not robot_boards(session).exists():
        return NO_CARDS
    return "" if solves_whole_deals() else NO_COMPILED_SOLVER


def robot_boards(session: Session) -> QuerySet[Board]:
    """Return the published two-handed boards whose cards the site knows, even if they may not be seen yet."""
    return _published_for_two(session).filter(known=True, ordered=True)


def _published_for_two(session: Session) -> QuerySet[Board]:
    lines = PublishedLine.objects.filter(published=session.pk, ns__section__kind=SectionKind.TWO_HANDED)
    return Board.objects.filter(pk__in=lines.values("board"))


def boards_left(session: Session) -> QuerySet[Board]:
    """Return the boards that some robot has not played yet, even if they may not be seen yet."""
    counted = robot_boards(session).annotate(played=Count("robot_plays"))
    return counted.filter(played__lt=len(SEATS_TO_PLAY)).select_related("board_set__session").order_by("pk")


def plays_left(board: Board) -> list[tuple[str, str]]:
    """Return the strengths and seats in which no robot has played this board."""
    made = set(board.robot_plays.values_list("strength", "player"))
    return [place for place in SEATS_TO_PLAY if place not in made]


@dataclass(frozen=True, slots=True)
class RobotsProgress:
    """The robots' progress with a published session's boards: `made` of `plays` plays are done.

    `why_not` says why they cannot play, or is "". The plays of `waiting` boards, which may not be seen yet, are not
    counted in `plays`. `unknown` boards are left out, because the site does not know their cards.
    """

    asked: bool
    why_not: str
    made: int
    plays: int
    waiting: int
    unknown: int


def robots_progress(session: Session) -> RobotsProgress:
    """Return the progress of the robots beside this session's ranking."""
    robots, why_not = robots_asked(session), why_no_robots(session)
    if not robots:
        return RobotsProgress(robots, why_not, 0, 0, 0, 0)
    boards = set(robot_boards(session).values_list("pk", flat=True))
    hidden = boards & hidden_boards(Board.objects.filter(pk__in=boards)).keys()
    return RobotsProgress(
        robots,
        why_not,
        made=RobotPlay.objects.filter(board__in=boards - hidden).count(),
        plays=len(boards - hidden) * len(SEATS_TO_PLAY),
        waiting=len(hidden),
        unknown=_published_for_two(session).exclude(pk__in=boards).count(),
    )
