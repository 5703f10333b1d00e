"""A person's profile: one year at a club, based on published results and analysed plays of closed boards."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum, TextChoices

from clubsite.clubs.models import Club
from clubsite.core.responses import found_or_404
from clubsite.history.models import PlayFigures
from clubsite.history.selectors.lines import PlayedSession, Year, boards_between, plays_on_screens, sessions_of, year_of
from clubsite.history.selectors.rivals import rivals_of
from clubsite.nights.models import SessionStatus
from clubsite.play.robot_names import STRENGTHS, robot_name
from clubsite.rankings.models import PublishedLine
from clubsite.rankings.selectors.person_results import person_with_results
from clubsite.rankings.selectors.published import hidden_boards
from clubsite.readers.visitor import ClubVisitor
from scoring.spread import MIN_FIGURES, Sample, compare, running
from solver.thread_engines import solves_whole_deals

CRAFT = ("ends", "wrong_ends", "wrong_end_tricks", "buried", "blocked")


class AccuracyKind(TextChoices):
    ALL = "all", "All together"
    BIDDING = "bidding", "Bidding"
    DECLARING = "declaring", "Declaring"
    DEFENDING = "defending", "Defending"


EVERY_BOARD = (True, False, None)
# For each kind: the column whose decisions count, and the values of `declaring` of its boards.
_KINDS: dict[AccuracyKind, tuple[str, tuple[bool | None, ...]]] = {
    AccuracyKind.ALL: ("both", EVERY_BOARD),
    AccuracyKind.BIDDING: ("calls", EVERY_BOARD),
    AccuracyKind.DECLARING: ("cards", (True,)),
    AccuracyKind.DEFENDING: ("cards", (False,)),
}
# For each column: decisions, decisions without cost, and points.
_COLUMNS: dict[str, tuple[Any, Any, Any]] = {
    "both": (F("calls") + F("cards"), F("calls_free") + F("cards_free"), F("calls_points") + F("cards_points")),
    "calls": (F("calls"), F("calls_free"), F("calls_points")),
    "cards": (F("cards"), F("cards_free"), F("cards_points")),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One kind of decision, with `points` per board, and `tricks` per board, which is None for bidding."""

    kind: AccuracyKind
    points: Sample
    decisions: int
    free: int
    tricks: Fraction | None

    @property
    def label(self) -> str:
        return str(self.kind.label)

    @property
    def band(self) -> tuple[Fraction, Fraction] | None:
        """The band for the points per board. It never goes below 0."""
        return self.points.band(0)

    @property
    def free_share(self) -> Fraction | None:
        """The percentage of decisions that cost nothing."""
        return Fraction(100 * self.free, self.decisions) if self.decisions else None


@dataclass(frozen=True, slots=True)
class DummyFigures:
    """Totals of `history.play_costs.craft_of` over the `boards` that were not passed out."""

    boards: int
    ends: int
    wrong_ends: int
    wrong_end_tricks: int
    buried: int
    blocked: int

    @property
    def right_share(self) -> Fraction | None:
        """The percentage of right choices between two ENDS, among the choices that mattered, or None."""
        return Fraction(100 * (self.ends - self.wrong_ends), self.ends) if self.ends else None

    @property
    def a_board(self) -> dict[str, Fraction | None]:
        """The number per board of tricks that the wrong END gave away, of buried honours and of blocked suits."""
        counts = {"lost": self.wrong_end_tricks, "buried": self.buried, "blocked": self.blocked}
        return {name: Fraction(count, self.boards) if self.boards else None for name, count in counts.items()}


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The figures for a person or a robot. The `name` of a robot is its strength."""

    name: str
    figures: dict[AccuracyKind, Figure]
    dummy: DummyFigures

    @property
    def points(self) -> Sample:
        """The total points given away per board."""
        return self.figures[AccuracyKind.ALL].points

    @property
    def boards(self) -> int:
        return self.points.number


def accuracy_of(plays: dict[str, list[int]]) -> Accuracy:
    """Return the figures for a person's plays as S and as N. The caller leaves out boards that are not closed."""
    own = Q(player="S", play__in=plays["S"]) | Q(player="N", play__in=plays["N"])
    return _accuracy("", list(_sums(PlayFigures.objects.filter(own), "declaring")))


def robots_of(club: Club, since: datetime.date, until: datetime.date, leave: Collection[int]) -> list[Accuracy]:
    """Return the club's robots in sessions published between two dates, weakest first. Boards in `leave` do not
    count.
    """
    lines = PublishedLine.objects.filter(
        published__club=club, published__date__range=(since, until), published__session__status=SessionStatus.ENDED
    ).exclude(board__in=leave)
    rows = PlayFigures.objects.exclude(robot="").filter(club=club, play__in=lines.values("table_board__play"))
    by_robot: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in _sums(rows, "robot", "declaring"):
        by_robot[row["robot"]].append(row)
    order = list(STRENGTHS)
    strengths = sorted(by_robot, key=lambda strength: order.index(strength) if strength in order else len(order))
    return [_accuracy(robot_name(strength), by_robot[strength]) for strength in strengths]


def _sums(rows: QuerySet[PlayFigures], *by: str) -> Any:
    """Return the totals of the rows for each value of the columns `by`."""
    sums: dict[str, Any] = {name: Sum(name) for name in (*CRAFT, "cards_tricks")}
    for column, (decisions, free, points) in _COLUMNS.items():
        sums |= {f"{column}_decisions": Sum(decisions), f"{column}_without_cost": Sum(free)}
        sums |= {f"{column}_cost": Sum(points), f"{column}_squares": Sum(points * points)}
    return rows.order_by().values(*by).annotate(boards=Count("pk"), **sums)


def _accuracy(name: str, rows: list[dict[str, Any]]) -> Accuracy:
    """Return the figures from totals for each value of `declaring`."""
    figures = {kind: _figure(kind, rows) for kind in AccuracyKind}
    played = [row for row in rows if row["declaring"] is not None]
    dummy = DummyFigures(*(sum(row[column] for row in played) for column in ("boards", *CRAFT)))
    return Accuracy(name, figures, dummy)


def _figure(kind: AccuracyKind, rows: list[dict[str, Any]]) -> Figure:
    column, declaring = _KINDS[kind]
    own = [row for row in rows if row["declaring"] in declaring]
    names = (f"{column}_{suffix}" for suffix in ("decisions", "without_cost", "cost", "squares"))
    boards, decisions, free, points, squares, tricks = (
        sum(row[name] for row in own) for name in ("boards", *names, "cards_tricks")
    )
    sample = Sample(boards, Fraction(points), Fraction(squares))
    a_board = Fraction(tricks, boards) if boards and kind != AccuracyKind.BIDDING else None
    return Figure(kind, sample, decisions, free, a_board)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A session. `boards` is the number of boards that count in its ranking, `mean` is the mean of the year's sessions
    up to this one, and `band` is that mean plus and minus t * s / sqrt(sessions) (`scoring.spread`), within 0 and
    100 per cent. The band is None for the first two sessions.
    """

    played: PlayedSession
    percentage: Fraction
    boards: int
    mean: Fraction
    band: tuple[Fraction, Fraction] | None


@dataclass(frozen=True, slots=True)
class SeasonCurve:
    """A year's curve. `points` are the sessions with a percentage that count for the person, oldest first. `imps` is
    how many sessions count but were scored by IMPs. In `helped` sessions, the person continued another player's
    result.
    """

    points: list[CurvePoint]
    imps: int
    helped: int

    @property
    def last(self) -> CurvePoint | None:
        return self.points[-1] if self.points else None

    @property
    def boards(self) -> int:
        return sum(point.boards for point in self.points)

    @property
    def missing(self) -> int:
        """The number of sessions still needed for a band."""
        return max(0, MIN_FIGURES - len(self.points))


def season_curve(year: Year) -> SeasonCurve:
    counting = [played for played in year.sessions if played.counts]
    rated = [(played, played.percentage) for played in counting if played.percentage is not None]
    samples = list(running(percentage for _, percentage in rated))[1:]
    points = [
        CurvePoint(played, percentage, year.counted[played.contestant], sample.mean or Fraction(0), sample.band(0, 100))
        for (played, percentage), sample in zip(rated, samples, strict=True)
    ]
    counted_sessions = {played.session for played in counting}
    helped = {played.session for played in year.sessions} - counted_sessions
    return SeasonCurve(points, len(counting) - len(rated), len(helped))


def profile(visitor: ClubVisitor, pk: int, year: str = "") -> dict[str, Any]:
    """Return the context of this person's profile in the visitor's club, for the newest year if no year is given.

    `boards` is the number of boards played in the year, and `screens` how many of them were played on screens and are
    closed; `accuracy` covers those that have been analysed. `robots` holds each robot and how the person compares.
    Raise Http404 for a person who has no published results (in that year), has been forgotten, or is not shown to
    this reader. Raise MembersOnly if the reader may not read the club's results.
    """
    person, called = person_with_results(visitor, pk)
    sessions = sessions_of(person)
    years = sorted({played.date.year for played in sessions}, reverse=True)
    chosen = found_or_404(
        next((each for each in years if str(each) == year or not year), None), "No results of that year"
    )
    season = year_of(person, [played for played in sessions if played.date.year == chosen])
    days = datetime.date(chosen, 1, 1), datetime.date(chosen, 12, 31)
    leave = set(hidden_boards(boards_between(visitor.club, *days)))
    closed = [entry for entry in season.boards if entry.played and entry.board not in leave]
    accuracy = accuracy_of(plays_on_screens(closed))
    robots = robots_of(visitor.club, *days, leave) if accuracy.boards else []
    return {
        "person": person,
        "called": called,
        "year": chosen,
        "years": years,
        "curve": season_curve(season),
        "boards": sum(entry.played for entry in season.boards),
        "screens": sum(board.play is not None for board in closed),
        "accuracy": accuracy,
        "robots": [(robot, compare(accuracy.points, robot.points)) for robot in robots],
        "rivals": rivals_of(season, visitor, leave),
        "solver": solves_whole_deals(),
    }
