"""The points that calls and cards gave away, compared with perfect play.

The figures do not depend on other players' results, so sessions, clubs and the club's robots can be compared.
The figure is POINTS PER BOARD: the duplicate scoring points that all of a player's calls, cards, claims and
answers to claims on a board gave away, with best calls and play by both sides. It is a mean over boards. The
figure for bidding counts every board, the figure for declaring counts the boards that the player declared, and
the figure for defending counts the boards that the opponent declared. On each board, the three figures add up
to the total. Only plays with an analysis and a closed board count.
"""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from clubsite.clubs.models import Club
from clubsite.duplicate.models import SessionStatus
from clubsite.history.models import PlayFigures
from clubsite.play.robot_names import STRENGTHS, robot_name
from scoring.spread import Sample

ALL_BOARDS = Q(pk__isnull=False)
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
# For each kind: the boards, and the columns of decisions, of decisions without cost, of points and of tricks.
_SUMS: dict[AccuracyKind, tuple[Q, Any, Any, Any, Any]] = {
    AccuracyKind.ALL: (
        ALL_BOARDS,
        F("calls") + F("cards"),
        F("calls_free") + F("cards_free"),
        F("calls_points") + F("cards_points"),
        F("cards_tricks"),
    ),
    AccuracyKind.BIDDING: (ALL_BOARDS, F("calls"), F("calls_free"), F("calls_points"), None),
    **{
        kind: (Q(declaring=own), F("cards"), F("cards_free"), F("cards_points"), F("cards_tricks"))
        for kind, own in ((AccuracyKind.DECLARING, True), (AccuracyKind.DEFENDING, False))
    },
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
    return _accuracy("", PlayFigures.objects.filter(own).aggregate(**_aggregates()))


def robots_of(club: Club, since: datetime.date, until: datetime.date, leave: Collection[int]) -> list[Accuracy]:
    """Return the club's robots in sessions published between two dates, weakest first. Boards in `leave` do not
    count.
    """
    line = "play__table_board__published_line"
    rows: QuerySet[Any] = PlayFigures.objects.filter(
        ~Q(robot=""),
        club=club,
        **{
            f"{line}__published__date__range": (since, until),
            f"{line}__published__session__status": SessionStatus.ENDED,
        },
    )
    if leave:
        rows = rows.exclude(play__table_board__board__in=leave)
    found = {row["robot"]: row for row in rows.order_by().values("robot").annotate(**_aggregates())}
    order = list(STRENGTHS)
    strengths = sorted(found, key=lambda one: order.index(one) if one in order else len(order))
    return [_accuracy(robot_name(strength), found[strength]) for strength in strengths]


def _aggregates() -> dict[str, Any]:
    found: dict[str, Any] = {one: Sum(one) for one in CRAFT}
    found["played"] = Count("pk", filter=Q(declaring__isnull=False))
    for kind, (where, decisions, free, points, tricks) in _SUMS.items():
        found[f"{kind}_boards"] = Count("pk", filter=where)
        found[f"{kind}_decisions"] = Sum(decisions, filter=where)
        found[f"{kind}_free"] = Sum(free, filter=where)
        found[f"{kind}_points"] = Sum(points, filter=where)
        found[f"{kind}_squares"] = Sum(points * points, filter=where)
        if tricks is not None:
            found[f"{kind}_tricks"] = Sum(tricks, filter=where)
    return found


def _accuracy(name: str, sums: dict[str, Any]) -> Accuracy:
    figures = {kind: _figure(kind, sums) for kind in AccuracyKind}
    dummy = DummyFigures(sums["played"] or 0, *(sums[one] or 0 for one in CRAFT))
    return Accuracy(name, figures, dummy)


def _figure(kind: AccuracyKind, sums: dict[str, Any]) -> Figure:
    boards, decisions, free, points, squares = (
        sums[f"{kind}_{one}"] or 0 for one in ("boards", "decisions", "free", "points", "squares")
    )
    tricks = sums.get(f"{kind}_tricks")
    return Figure(
        kind,
        Sample(boards, Fraction(points), Fraction(squares)),
        decisions,
        free,
        Fraction(tricks, boards) if tricks is not None and boards else None,
    )
