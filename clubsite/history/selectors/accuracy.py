"""The points that calls and cards gave away, compared with perfect play.

The figures do not depend on other players' results, so sessions, clubs and the club's robots can be compared.
The figure is POINTS PER BOARD: the duplicate scoring points that all of a player's calls, cards, claims and
answers to claims on a board gave away, with best calls and play by both sides. It is a mean over boards. The
figure for bidding counts every board, the figure for declaring counts the boards that the player declared, and
the figure for defending counts the boards that the opponent declared. On each board, the three figures add up
to the total. Only plays with an analysis and a closed board count.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from clubsite.clubs.models import Club
from clubsite.history.models import PlayFigures
from clubsite.nights.models import SessionStatus
from clubsite.play.robot_names import STRENGTHS, robot_name
from clubsite.rankings.models import PublishedLine
from scoring.spread import Sample

CRAFT = ("ends", "wrong_ends", "wrong_end_tricks", "buried", "blocked")


class AccuracyKind(StrEnum):
    ALL = "all"
    BIDDING = "bidding"
    DECLARING = "declaring"
    DEFENDING = "defending"


LABELS = {
    AccuracyKind.ALL: "All together",
    AccuracyKind.BIDDING: "Bidding",
    AccuracyKind.DECLARING: "Declaring",
    AccuracyKind.DEFENDING: "Defending",
}
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
        return LABELS[self.kind]

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
    """Totals of `history.dummy_craft.Craft` over the `boards` that were not passed out."""

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
    def lost_a_board(self) -> Fraction | None:
        """The number of tricks per board that playing the wrong END gave away."""
        return self._a_board(self.wrong_end_tricks)

    @property
    def buried_a_board(self) -> Fraction | None:
        return self._a_board(self.buried)

    @property
    def blocked_a_board(self) -> Fraction | None:
        return self._a_board(self.blocked)

    def _a_board(self, count: int) -> Fraction | None:
        return Fraction(count, self.boards) if self.boards else None


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

    @property
    def rows(self) -> Iterable[Figure]:
        return self.figures.values()


def accuracy_of(plays: dict[str, list[int]]) -> Accuracy:
    """Return the figures for a person's plays as S and as N. The caller leaves out boards that are not closed."""
    own = Q(player="S", play__in=plays["S"]) | Q(player="N", play__in=plays["N"])
    return _accuracy("", list(_sums(PlayFigures.objects.filter(own), "declaring")))


def robots_of(club: Club, since: datetime.date, until: datetime.date, leave: Collection[int]) -> list[Accuracy]:
    """Return the club's robots in sessions published between two dates, weakest first. Boards in `leave` do not
    count.
    """
    lines = PublishedLine.objects.filter(
        published__club=club,
        published__date__range=(since, until),
        published__session__status=SessionStatus.ENDED,
    ).exclude(board__in=leave)
    rows = PlayFigures.objects.exclude(robot="").filter(club=club, play__in=lines.values("table_board__play"))
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in _sums(rows, "robot", "declaring"):
        found[row["robot"]].append(row)
    order = list(STRENGTHS)
    strengths = sorted(found, key=lambda one: order.index(one) if one in order else len(order))
    return [_accuracy(robot_name(strength), found[strength]) for strength in strengths]


def _sums(rows: QuerySet[PlayFigures], *by: str) -> Any:
    """Return the totals of the rows for each value of the columns `by`."""
    sums: dict[str, Any] = {one: Sum(one) for one in (*CRAFT, "cards_tricks")}
    for column, (decisions, free, points) in _COLUMNS.items():
        sums |= {f"{column}_decisions": Sum(decisions), f"{column}_without_cost": Sum(free)}
        sums |= {f"{column}_cost": Sum(points), f"{column}_squares": Sum(points * points)}
    return rows.order_by().values(*by).annotate(boards=Count("pk"), **sums)


def _accuracy(name: str, rows: list[dict[str, Any]]) -> Accuracy:
    """Return the figures from totals for each value of `declaring`."""
    figures = {kind: _figure(kind, rows) for kind in AccuracyKind}
    played = [row for row in rows if row["declaring"] is not None]
    dummy = DummyFigures(*(sum(row[one] for row in played) for one in ("boards", *CRAFT)))
    return Accuracy(name, figures, dummy)


def _figure(kind: AccuracyKind, rows: list[dict[str, Any]]) -> Figure:
    column, declaring = _KINDS[kind]
    own = [row for row in rows if row["declaring"] in declaring]
    boards, decisions, free, points, squares, tricks = (
        sum(row[one] for row in own)
        for one in (
            "boards",
            *(f"{column}_{one}" for one in ("decisions", "without_cost", "cost", "squares")),
            "cards_tricks",
        )
    )
    return Figure(
        kind,
        Sample(boards, Fraction(points), Fraction(squares)),
        decisions,
        free,
        Fraction(tricks, boards) if boards and kind != AccuracyKind.BIDDING else None,
    )
