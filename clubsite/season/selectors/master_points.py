"""The club's master points: what each night gave to whom, and everybody's total. From published results only."""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.duplicate.models import Session
from clubsite.rankings.selectors.person_results import people_of_contestants, person_names
from clubsite.rankings.selectors.published import Published, published_since
from clubsite.season.models import PointScheme
from scoring.masterpoints import Scheme, masterpoints, scheme_from_json
from scoring.ranking import Placed, Standing, rank

ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Award:
    """What one night gave to one person; each of a pair gets the pair's."""

    session: Session
    person: int
    place: str
    points: Fraction
    decimals: int
    name: str = ""

    @property
    def shown(self) -> tuple[Fraction, int]:
        """The points, and with how many decimals they are written."""
        return self.points, self.decimals


@dataclass(slots=True)
class PointsRow:
    place: str
    name: str
    total: Fraction
    sessions: int
    best: Fraction
    decimals: int

    @property
    def shown(self) -> tuple[Fraction, int]:
        """The total, and with how many decimals it is written."""
        return self.total, self.decimals


@dataclass(slots=True)
class PointsPage:
    club: Club
    scheme: Scheme
    since: datetime.date
    until: datetime.date | None
    sessions: int
    rows: list[PointsRow]


def points_kept(club: Club) -> PointScheme | None:
    """The club's master points, if it gives some."""
    return PointScheme.objects.filter(club=club).first()


def points_page(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> PointsPage:
    """Everybody's master points, from one day to another if asked. Raises Http404 where the club gives none."""
    kept = _kept_or_404(club)
    scheme = scheme_from_json(kept.scheme)
    first = max(kept.since, since or kept.since)
    nights = published_since(club, first, until)
    won: dict[Any, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for award in awards_of(nights, scheme):
        won[award.person][award.session.pk] += award.points
    names = person_names(won)
    totals = {
        person: sum(won[person].values(), Fraction(0))
        for person in sorted(won, key=lambda person: names[person])
    }
    rows = []
    for row in rank((Standing(person, total, ONE, ONE) for person, total in totals.items()), "won"):
        own = won[row.entry]
        best = max(own.values())
        rows.append(PointsRow(row.place, names[row.entry], row.won, len(own), best, scheme.decimals))
    return PointsPage(club, scheme, first, until, len(nights), rows)


def awards_page(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None, name: str = ""
) -> list[Award]:
    """Every award that is more than nothing, newest night first, by place; of those whose name holds `name`.

    Raises Http404 where the club gives none.
    """
    kept = _kept_or_404(club)
    scheme = scheme_from_json(kept.scheme)
    nights = published_since(club, max(kept.since, since or kept.since), until)
    awards = [award for award in awards_of(nights[::-1], scheme) if award.points]
    names = person_names(award.person for award in awards)
    named = [replace(award, name=names[award.person]) for award in awards]
    return [award for award in named if name.casefold() in award.name.casefold()]


def _kept_or_404(club: Club) -> PointScheme:
    kept = points_kept(club)
    if kept is None:
        raise Http404("This club gives no master points")
    return kept


def awards_of(nights: Sequence[Published], scheme: Scheme) -> list[Award]:
    """The master points of some nights, list by list. They go by places: a night by IMPs gives them too."""
    won = [
        (night.session, contestant, *facts)
        for night in nights
        for contestant, facts in _won(night, scheme).items()
    ]
    people = people_of_contestants([contestant for _, contestant, _, _ in won])
    return [
        Award(session, person, place, points, scheme.decimals)
        for session, contestant, place, points in won
        for person in people.get(contestant, ())
    ]


def _won(published: Published, scheme: Scheme) -> dict[int, tuple[str, Fraction]]:
    """contestant id -> its place and points on a night."""
    won: dict[int, tuple[str, Fraction]] = {}
    for section in published.sections:
        lists = section.rankings_of_all
        tables = -(-sum(len(ranking.rows) for ranking in lists) // 2)
        for ranking in lists:
            placed = [
                Placed(row.contestant, row.won, row.possible, row.possible, row.place_text)
                for row in ranking.rows
            ]
            points: dict[Any, Fraction] = masterpoints(scheme, placed, tables, len(lists))
            won |= {row.contestant: (row.place_text, points[row.contestant]) for row in ranking.rows}
    return won
