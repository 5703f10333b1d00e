"""A club's standings: the ladder with everyone's average, handicaps, and master points, from published results only."""

import datetime
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby
from math import lcm
from operator import itemgetter
from typing import Any

from django.db.models import CharField, Count, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Cast, Coalesce

from clubsite.clubs.models import Club, Person
from clubsite.core.names import fold, name_order
from clubsite.core.responses import found_or_404
from clubsite.nights.models import Contestant, Session
from clubsite.rankings.selectors.person_results import (
    Names,
    counted,
    figures_in,
    names_of_club,
    people_of_contestants,
    person_names,
)
from clubsite.rankings.selectors.published import published_sessions
from clubsite.readers.visitor import ClubVisitor
from clubsite.season.models import Ladder, MasterPointAward, PointScheme
from clubsite.season.selectors.series import series_pages
from scoring.figures import fixed_text
from scoring.handicap import Handicap, entry_handicap, player_handicap
from scoring.ladder import LadderRules, Rung, ladder
from scoring.masterpoints import Scheme, scheme_from_json
from scoring.ranking import Standing, rank

DatedSession = tuple[str, int]
"""The date, in ISO form because thousands of dates are slow to read, and the session's id."""
Figure = tuple[Any, str, int, int, int]
"""Person id, the date and id of the session, numerator and denominator of the percentage."""
Figures = dict[Any, list[Figure]]
"""person id -> their figures, oldest first."""


@dataclass
class LadderPage:
    """The ladder. `rungs` has the best player first, ties sorted by name, and people not yet on the ladder last."""

    club: Club
    ladder: Ladder
    rules: LadderRules
    rungs: list[tuple[Rung, str]]
    known: set[Any]
    """The ids of people whom the visitor may follow."""

    @cached_property
    def _methods(self) -> Counter[bool]:
        """The number of sessions that were scored by match points (True) and in other ways (False)."""
        rows = published_sessions(self.club, since=self.ladder.since).order_by().values_list("method")
        counts: Counter[bool] = Counter()
        for method, number in rows.annotate(Count("pk")):
            counts[method == "match_points"] += number
        return counts

    @property
    def sessions(self) -> int:
        """The number of sessions with percentages."""
        return self._methods[True]

    @property
    def left_out(self) -> int:
        """The number of sessions scored by IMPs, which have no percentage."""
        return self._methods[False]

    @property
    def placed(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if row[0].place]

    @property
    def waiting(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if not row[0].place]


def ladder_kept(club: Club) -> Ladder | None:
    """Return the club's ladder, or None if the club has no ladder."""
    return Ladder.objects.filter(club=club).first()


def ladder_page(visitor: ClubVisitor) -> LadderPage:
    """Return the ladder of the visitor's club.

    Raise MembersOnly if the visitor may not read the club's results, or Http404 if the club has no ladder.
    """
    club = visitor.require_access().club
    kept = found_or_404(ladder_kept(club), "This club keeps no ladder")
    page = ladder_of(visitor, kept)
    played: Any = counted().filter(club=club, date__gte=kept.since).order_by().values_list("person")
    sessions = dict(played.annotate(Count("pk")))
    page.rungs = [(replace(rung, played=sessions.get(rung.player, rung.sessions)), name) for rung, name in page.rungs]
    return page


def ladder_of(visitor: ClubVisitor, kept: Ladder, names: Names | None = None) -> LadderPage:
    """Return the ladder under the rules of `kept`. `played` of its rungs counts only the sessions that were read.

    Pass `names` if they have already been read.
    """
    club = visitor.club
    rules = LadderRules.from_json(kept.rules)
    figures = _figures(club, kept, rules)
    rungs = ladder(rules, _sessions(rules, figures))
    names = names or person_names(figures, visitor)
    named = [(rung, names[rung.player]) for rung in rungs]
    placed = sorted((row for row in named if row[0].place), key=lambda row: (-row[0].average, name_order(row[1])))
    waiting = sorted((row for row in named if not row[0].place), key=lambda row: name_order(row[1]))
    return LadderPage(club, kept, rules, placed + waiting, names.known)


def _figures(club: Club, kept: Ladder, rules: LadderRules) -> Figures:
    """Return everyone's percentages in sessions since the ladder began. If the latest sessions count, return only each
    player's latest, so that the cost does not grow from year to year.
    """
    since: Any = kept.since
    if rules.sessions and rules.chosen == "last":
        own = counted().filter(club=club, date__gte=kept.since, person=OuterRef("pk")).order_by("-date")
        last = max(rules.sessions, rules.minimum, rules.within)
        since = Coalesce(Subquery(own.values("date")[last : last + 1]), kept.since)
    rows = Person.objects.filter(
        club=club,
        results__club=club,
        results__counts=True,
        results__percentage_num__isnull=False,
        results__date__gte=since,
    ).annotate(day=Cast("results__date", CharField()))
    columns = ("pk", "day", "results__published", "results__percentage_num", "results__percentage_den")
    facts: Any = rows.order_by("pk", "results__date", "results__published").values_list(*columns)
    return {person: list(own) for person, own in groupby(facts.iterator(chunk_size=2000), itemgetter(0))}


def _sessions(rules: LadderRules, figures: Figures) -> list[dict[Any, Fraction]]:
    """Return the sessions that `scoring.ladder` needs for the current and previous ladders, oldest first.

    For each player, they include one session more than the rules count or require, and their latest sessions, so that
    the club's latest sessions come with everyone's figures. All other results are left out, because exact fractions
    are slow and a club has thousands of results.
    """
    by_session: dict[DatedSession, dict[Any, Fraction]] = defaultdict(dict)
    for person, own in figures.items():
        for _, day, session, num, den in chain(_needed(rules, own), own[-rules.within - 1 :]):
            by_session[day, session][person] = Fraction(num, den)
    return [by_session[dated] for dated in sorted(by_session)]


def _needed(rules: LadderRules, own: list[Figure]) -> list[Figure]:
    """Return the figures needed for a player, and all figures equal to these as floats, to be compared exactly."""
    enough = max(rules.sessions, rules.minimum) + 1
    if rules.chosen != "best" or not rules.sessions or len(own) <= enough:
        return own
    least = sorted(num / den for *_, num, den in own)[-enough]
    return [figure for figure in own if figure[-2] / figure[-1] >= least]


def handicaps_for(session: Session, contestants: list[Contestant], scheme: Handicap) -> dict[int, Decimal]:
    """Return {contestant id: handicap}, computed by a scheme from the published sessions before `session`. Leave out
    contestants who have no handicap.
    """
    people = people_of_contestants([contestant.pk for contestant in contestants])
    everybody = {person for persons in people.values() for person in persons}
    earlier = counted().filter(club=session.club_id, person__in=everybody, date__lt=session.date)
    history: dict[int, list[Fraction]] = defaultdict(list)
    for figures in figures_in(earlier.order_by("date", "published")).values():
        for person, percentage in figures.items():
            history[person].append(percentage)
    handicaps: dict[int, Decimal] = {}
    for contestant, persons in people.items():
        own = [player_handicap(scheme, history[person]) for person in persons]
        if any(handicap is not None for handicap in own):
            handicaps[contestant] = Decimal(fixed_text(entry_handicap(own), 2))
    return handicaps


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
    people = sorted(won, key=lambda person: name_order(names[person]))
    placed = rank((Standing(person, won[person][0], ONE, ONE) for person in people), "won")
    ranked = [(row.place, int(str(row.entry))) for row in placed]
    rows = [PointsRow(place, person, names[person], *won[person], scheme.decimals) for place, person in ranked]
    return PointsPage(club, scheme, first, until, rows, names.known)


def _won(awards: QuerySet[MasterPointAward]) -> dict[int, tuple[Fraction, int, Fraction]]:
    """Return the sum, the number and the highest of each person's awards. They are added as integers with a common
    denominator, so the sum is exact.
    """
    sums = {"total": Sum("points_num"), "best": Max("points_num"), "sessions": Count("*")}
    parts: Any = list(awards.order_by().values_list("person", "points_den").annotate(**sums))
    below = lcm(*(den for _, den, *_ in parts))
    totals, highest, times = Counter[int](), Counter[int](), Counter[int]()
    for person, den, total, best, sessions in parts:
        totals[person] += int(total) * (below // den)
        highest[person] = max(highest[person], best * (below // den))
        times[person] += sessions
    return {pk: (Fraction(total, below), times[pk], Fraction(highest[pk], below)) for pk, total in totals.items()}


def _awards(club: Club, since: datetime.date, until: datetime.date | None) -> QuerySet[MasterPointAward]:
    awards = MasterPointAward.objects.filter(club=club, date__gte=since)
    return awards if until is None else awards.filter(date__lte=until)


def awards_page(
    visitor: ClubVisitor, *, since: datetime.date | None = None, until: datetime.date | None = None, name: str = ""
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


MAX_LEADING, MAX_LADDER_LEADERS = 3, 3
"""Number of the newest series that are shown with leaders, and of the leaders."""
MAX_OLDER = 10
"""Number of older series that are shown by name. All are on a page of their own."""


def club_with_season(slug: str) -> Club:
    """Return a club with its ladder and master points in one query. Raise Http404 if there is no such club."""
    return found_or_404(Club.objects.filter(slug=slug).select_related("ladder", "point_scheme").first(), "No such club")


def season_page(visitor: ClubVisitor) -> dict[str, Any]:
    """Return the context of the series, ladder and master points of the visitor's club.

    Raise MembersOnly if the visitor may not read the club's results.
    """
    club = visitor.require_access().club
    series, names = list(club.series.all()[: MAX_LEADING + MAX_OLDER]), names_of_club(visitor)
    ladder, points = getattr(club, "ladder", None), getattr(club, "point_scheme", None)
    return {
        "series": series_pages(series[:MAX_LEADING], visitor, names, MAX_LADDER_LEADERS),
        "older": series[MAX_LEADING:],
        "ladder": ladder_of(visitor, ladder, names) if ladder else None,
        "points": points_of(visitor, points, names=names) if points else None,
        "empty": not (series or ladder or points),
    }
