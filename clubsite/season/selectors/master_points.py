"""The club's master points: each session's awards and everyone's total, from published results only."""

import datetime
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from django.db.models import Count, Max, QuerySet, Sum

from clubsite.clubs.models import Club
from clubsite.core.names import fold, name_order
from clubsite.core.responses import found_or_404
from clubsite.rankings.selectors.person_results import Names, names_of_club, person_names
from clubsite.rankings.selectors.published import published_sessions
from clubsite.readers.visitor import ClubVisitor
from clubsite.season.models import MasterPointAward, PointScheme
from scoring.masterpoints import Scheme, scheme_from_json
from scoring.ranking import Standing, rank

ONE = Fraction(1)


@dataclass(slots=True)
class PointsRow:
    place: str
    person: int
    name: str
    total: Fraction
    sessions: int
    best: Fraction
    decimals: int

    @property
    def shown(self) -> tuple[Fraction, int]:
        """The total and the number of decimals to show."""
        return self.total, self.decimals


@dataclass
class PointsPage:
    """Everyone's total points, with the highest first and ties by name.

    `known` has the ids of people whom the visitor can recognise from session to session.
    """

    club: Club
    scheme: Scheme
    since: datetime.date
    until: datetime.date | None
    rows: list[PointsRow]
    known: set[int]

    @cached_property
    def sessions(self) -> int:
        """The number of published sessions in the period shown."""
        return published_sessions(self.club, since=self.since, until=self.until).count()


@dataclass(slots=True)
class _Won:
    """A person's awards: their sum, their number, and the highest for one session."""

    total: Fraction
    sessions: int
    best: Fraction


def points_kept(club: Club) -> PointScheme | None:
    """Return the club's master point scheme, or None if the club awards no points."""
    return PointScheme.objects.filter(club=club).first()


def points_page(
    visitor: ClubVisitor, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> PointsPage:
    """Return everyone's master points in the visitor's club, limited to a period if `since` or `until` is given.

    Raise MembersOnly if the visitor may not read the club's results, or Http404 if the club awards no points.
    """
    return points_of(visitor, _kept_or_404(visitor.require_access().club), since=since, until=until)


def points_of(
    visitor: ClubVisitor,
    kept: PointScheme,
    *,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    names: Names | None = None,
) -> PointsPage:
    """Return everyone's master points under the scheme of `kept`. Pass `names` if they have already been read."""
    club = visitor.club
    scheme, first = scheme_from_json(kept.scheme), max(kept.since, since or kept.since)
    won = _won(_awards(club, first, until))
    names = names or person_names(won, visitor)
    standings = (
        Standing(person, won[person].total, ONE, ONE)
        for person in sorted(won, key=lambda person: name_order(names[person]))
    )
    rows = []
    for row in rank(standings, "won"):
        person = int(str(row.entry))
        own = won[person]
        rows.append(PointsRow(row.place, person, names[row.entry], row.won, own.sessions, own.best, scheme.decimals))
    return PointsPage(club, scheme, first, until, rows, names.known)


def _won(awards: QuerySet[MasterPointAward]) -> dict[int, _Won]:
    """Return each person's awards. They are added as integers with a common denominator, so the sum is exact."""
    sums = {"total": Sum("points_num"), "best": Max("points_num"), "sessions": Count("*")}
    parts: Any = list(awards.order_by().values_list("person", "points_den").annotate(**sums))
    below = lcm(*(den for _, den, *_ in parts))
    totals, highest, times = Counter[int](), Counter[int](), Counter[int]()
    for person, den, total, best, sessions in parts:
        totals[person] += int(total) * (below // den)
        highest[person] = max(highest[person], best * (below // den))
        times[person] += sessions
    return {
        one: _Won(Fraction(total, below), times[one], Fraction(highest[one], below)) for one, total in totals.items()
    }


def _awards(club: Club, since: datetime.date, until: datetime.date | None) -> QuerySet[MasterPointAward]:
    awards = MasterPointAward.objects.filter(club=club, date__gte=since)
    return awards if until is None else awards.filter(date__lte=until)


def awards_page(
    visitor: ClubVisitor,
    *,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    name: str = "",
) -> QuerySet[MasterPointAward]:
    """Return every award above 0, without names, sorted by session (newest first) and then by place. `names_added`
    adds the names.

    With `name`, include only people whose name, in the form that the visitor may see, contains `name`. Raise
    MembersOnly if the visitor may not read the club's results, or Http404 if the club awards no points.
    """
    club = visitor.require_access().club
    kept = _kept_or_404(club)
    awards = _awards(club, max(kept.since, since or kept.since), until).filter(points_num__gt=0)
    if name:
        key = fold(name)
        meant = [pk for pk, called in names_of_club(visitor).items() if key in fold(called)]
        awards = awards.filter(person__in=meant)
    return awards.select_related("session", "person").order_by("-date", "-session", "pk")


def names_added(awards: list[MasterPointAward], visitor: ClubVisitor) -> list[dict[str, Any]]:
    """Return these awards with names as the visitor may read them."""
    return [{"award": award, "name": visitor.called_person(award.person)} for award in awards]


def _kept_or_404(club: Club) -> PointScheme:
    return found_or_404(points_kept(club), "This club gives no master points")
