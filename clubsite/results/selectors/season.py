"""Over many nights: the table of a series, the club's ladder, its master points. From published results only."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.duplicate.models import Entry, EntryPerson, Session
from clubsite.results.models import Ladder, PointScheme, Series, SeriesNight, SeriesSubstitute
from clubsite.results.selectors.published import Published, fraction, newest
from scoring.figures import fixed_text
from scoring.handicap import Handicap, entry_handicap, player_handicap
from scoring.ladder import LadderRules, Rung, ladder
from scoring.masterpoints import Scheme, masterpoints, scheme_from_json
from scoring.ranking import Placed
from scoring.series import NightScore, SeriesPlace, SeriesRules, series_table


@dataclass(slots=True)
class Cell:
    """A night in a player's row: `state` is counted, dropped or none; `substitute` names who sat."""

    percentage: Fraction | None
    state: str
    substitute: str = ""


@dataclass(slots=True)
class SeriesRow:
    place: SeriesPlace
    name: str
    cells: list[Cell]


@dataclass(slots=True)
class SeriesPage:
    club: Club
    series: Series
    rules: SeriesRules
    nights: list[SeriesNight | None]
    """One each night of the series; None where it is still to come."""
    published: list[bool]
    """Whether each night's results are out."""
    rows: list[SeriesRow]

    @property
    def held(self) -> int:
        return sum(self.published)

    @property
    def left(self) -> int:
        return self.rules.nights - self.held


@dataclass(slots=True)
class LadderPage:
    club: Club
    ladder: Ladder
    rules: LadderRules
    sessions: int
    rungs: list[tuple[Rung, str]]

    @property
    def placed(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if row[0].place]

    @property
    def waiting(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if not row[0].place]


@dataclass(slots=True)
class PointsRow:
    name: str
    total: Fraction
    sessions: int
    best: Fraction


@dataclass(slots=True)
class PointsPage:
    club: Club
    scheme: Scheme
    since: datetime.date
    sessions: int
    rows: list[PointsRow]


@dataclass(slots=True)
class SeasonPage:
    club: Club
    series: list[SeriesPage]
    ladder: LadderPage | None
    points: PointsPage | None

    @property
    def empty(self) -> bool:
        return not (self.series or self.ladder or self.points)


def season_page(club: Club) -> SeasonPage:
    """Everything that runs over many nights of a club."""
    return SeasonPage(
        club,
        [series_page(series) for series in club.series.all()],
        ladder_page(club) if Ladder.objects.filter(club=club).exists() else None,
        points_page(club) if PointScheme.objects.filter(club=club).exists() else None,
    )


def series_of(club: Club) -> QuerySet[Series]:
    """A club's series, newest first."""
    return Series.objects.filter(club=club)


def series_for(club: Club, public_id: str) -> Series:
    """A series of the club. Raises Http404."""
    found = club.series.filter(public_id=public_id).first() if public_id.isalnum() else None
    if found is None:
        raise Http404("No such series")
    return found


def series_page(series: Series) -> SeriesPage:
    """The table as it stands after the nights that are published."""
    rules = SeriesRules.from_json(series.rules)
    nights: dict[int, SeriesNight] = {n.number: n for n in series.nights.select_related("session")}
    published = _published([night.session_id for night in nights.values()])
    scores, substitutes = _night_scores(nights, published)
    held = max((n for n, night in nights.items() if night.session_id in published), default=0)
    names = _names(score.player for score in scores)
    by_night: dict[tuple[Any, int], Fraction] = {
        (score.player, score.night): score.percentage for score in scores
    }
    rows = [
        SeriesRow(
            place,
            names[place.player],
            [_cell(place, n, by_night, substitutes) for n in range(1, rules.nights + 1)],
        )
        for place in series_table(rules, scores, held)
    ]
    every = range(1, rules.nights + 1)
    out = [n in nights and nights[n].session_id in published for n in every]
    return SeriesPage(series.club, series, rules, [nights.get(n) for n in every], out, rows)


def _cell(
    place: SeriesPlace,
    night: int,
    by_night: dict[tuple[Any, int], Fraction],
    substitutes: dict[tuple[Any, int], str],
) -> Cell:
    state = "counted" if night in place.counted else "dropped" if night in place.dropped else "none"
    key = (place.player, night)
    return Cell(by_night.get(key), state, substitutes.get(key, ""))


def _night_scores(
    nights: dict[int, SeriesNight], published: dict[int, Published]
) -> tuple[list[NightScore], dict[tuple[Any, int], str]]:
    """Everybody's score of each night, and whose name stands for (player, night)."""
    stands = SeriesSubstitute.objects.filter(night__in=nights.values()).select_related("stand_in")
    by_night: dict[int, list[SeriesSubstitute]] = defaultdict(list)
    for stand in stands:
        by_night[stand.night_id].append(stand)
    scores: list[NightScore] = []
    names: dict[tuple[Any, int], str] = {}
    for number, night in nights.items():
        if night.session_id not in published:
            continue
        own = percentages_of(published[night.session_id])
        for stand in by_night[night.pk]:
            if stand.stand_in_id in own and stand.player_id not in own:
                scores.append(NightScore(number, stand.player_id, own.pop(stand.stand_in_id), True))
                names[stand.player_id, number] = stand.stand_in.name
        scores += [NightScore(number, person, percentage) for person, percentage in own.items()]
    return scores, names


def percentages_of(published: Published) -> dict[Any, Fraction]:
    """person id -> the percentage of the night, of whoever played most of it; none where it was scored by IMPs."""
    rows = {
        row["entry"]: fraction(row["percentage"])
        for section in published.sections
        for ranking in section["rankings"]
        for row in ranking["rows"]
        if not ranking.get("stratum") and not ranking.get("handicap") and not row.get("robot")
    }
    if published.imps:
        return {}
    return {
        person: percentage
        for entry, people in people_of_entries(list(rows)).items()
        for person in people
        if (percentage := rows[entry]) is not None
    }


def people_of_entries(entries: list[int]) -> dict[int, list[int]]:
    """entry id -> who counts as having played: both of a pair; of a player and a substitute whoever began it.

    A substitute from a later round helps out, the result stays with whom it began.
    """
    people: dict[int, list[int]] = defaultdict(list)
    first: dict[int, int] = {}
    rows = EntryPerson.objects.filter(entry__in=entries).order_by("entry", "from_round", "pk")
    for row in rows:
        if first.setdefault(row.entry_id, row.from_round) == row.from_round:
            people[row.entry_id].append(row.person_id)
    return people


def ladder_page(club: Club) -> LadderPage:
    """The club's ladder. Raises Http404 where it keeps none."""
    kept = Ladder.objects.filter(club=club).first()
    if kept is None:
        raise Http404("This club keeps no ladder")
    rules = LadderRules.from_json(kept.rules)
    sessions = [one for p in _since(club, kept.since) if (one := percentages_of(p))]
    rungs = ladder(rules, sessions)
    names = _names(rung.player for rung in rungs)
    return LadderPage(club, kept, rules, len(sessions), [(rung, names[rung.player]) for rung in rungs])


def points_page(club: Club) -> PointsPage:
    """Everybody's master points. Raises Http404 where the club gives none."""
    kept = PointScheme.objects.filter(club=club).first()
    if kept is None:
        raise Http404("This club gives no master points")
    scheme = scheme_from_json(kept.scheme)
    published = _since(club, kept.since)
    won: dict[int, list[Fraction]] = defaultdict(list)
    for night in published:
        for person, award in awards_of(night, scheme).items():
            won[person].append(award)
    names = _names(won)
    rows = [
        PointsRow(names[person], sum(awards, Fraction(0)), len(awards), max(awards))
        for person, awards in won.items()
    ]
    rows.sort(key=lambda row: (-row.total, row.name))
    return PointsPage(club, scheme, kept.since, len(published), rows)


def awards_of(published: Published, scheme: Scheme) -> dict[int, Fraction]:
    """person id -> master points of a night; each of a pair gets the pair's."""
    won: dict[int, Fraction] = {}
    for section in published.sections:
        lists = [r for r in section["rankings"] if not r.get("stratum") and not r.get("handicap")]
        tables = -(-sum(len(r["rows"]) for r in lists) // 2)
        for ranking in lists:
            won |= masterpoints(scheme, [_placed(row) for row in ranking["rows"]], tables, len(lists))  # type: ignore[arg-type]
    people = people_of_entries(list(won))
    return {person: won[entry] for entry, persons in people.items() for person in persons}


def _placed(row: dict[str, Any]) -> Placed:
    won, possible = Fraction(row["won"]), Fraction(row["possible"])
    return Placed(row["entry"], won, possible, possible, row["place"])


def _published(session_ids: list[int]) -> dict[int, Published]:
    return {row.session_id: Published(row) for row in newest().filter(session__in=session_ids)}


def _since(club: Club, day: datetime.date) -> list[Published]:
    """Published nights since a day, oldest first."""
    rows = newest().filter(session__club=club, session__date__gte=day)
    return [Published(row) for row in rows.order_by("session__date", "session__pk")]


def _names(people: Iterable[Any]) -> dict[Any, str]:
    return {pk: person.name for pk, person in Person.objects.in_bulk(list(set(people))).items()}


NightChoices = dict[int, str]
"""session id -> what a list of nights calls it."""


def night_choices(club: Club) -> NightChoices:
    """The club's nights for a list to choose from, newest first."""
    rows = club.sessions.order_by("-date", "-pk")[:200]
    return {row.pk: f"{row.date:%d.%m.%Y} {row.name}" for row in rows}


def people_choices(club: Club) -> list[tuple[int, str]]:
    """Everybody of the club, by name."""
    return [(person.pk, person.name) for person in people_of(club)]


def nights_of(series: Series) -> list[SeriesNight]:
    """The nights that have a session, by number, with their substitutes."""
    rows = series.nights.select_related("session", "series__club")
    return list(rows.prefetch_related("substitutes__player", "substitutes__stand_in"))


def ladder_kept(club: Club) -> Ladder | None:
    """The club's ladder, if it keeps one."""
    return Ladder.objects.filter(club=club).first()


def points_kept(club: Club) -> PointScheme | None:
    """The club's master points, if it gives some."""
    return PointScheme.objects.filter(club=club).first()


def handicaps_for(session: Session, entries: list[Entry], scheme: Handicap) -> dict[int, Decimal]:
    """entry id -> handicap by a scheme from the published nights before the session; only of who has one."""
    earlier = newest().filter(session__club=session.club_id, session__date__lt=session.date)
    history: dict[int, list[Fraction]] = defaultdict(list)
    for row in earlier.order_by("session__date", "session__pk"):
        for person, percentage in percentages_of(Published(row)).items():
            history[person].append(percentage)
    found: dict[int, Decimal] = {}
    for entry, people in people_of_entries([entry.pk for entry in entries]).items():
        own = [player_handicap(scheme, history[person]) for person in people]
        if any(one is not None for one in own):
            found[entry] = Decimal(fixed_text(entry_handicap(own), 2))
    return found
