"""Winners of published sessions, a club's records, and a year's honour board, from published results only."""

import datetime
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from django.db.models import CharField, Count, Max, Min, QuerySet
from django.db.models.functions import Cast, Substr

from clubsite.clubs.models import Club
from clubsite.core.templatetags.bridge import fixed, imps, pct
from clubsite.nights.selectors.movements import team_with_players
from clubsite.rankings.models import PublishedResult, PublishedSession
from clubsite.rankings.models.published import BY_PERCENTAGE, PlayerRole, PublishedDirection
from clubsite.rankings.selectors.person_results import Names, counted, names_of_club
from clubsite.rankings.selectors.published import published_sessions
from clubsite.rankings.shapes import RankingList
from clubsite.readers.visitor import ClubVisitor, names_shown
from clubsite.season.selectors.series import SeriesPage, SeriesRow, series_pages
from clubsite.season.selectors.standings import PointsRow, points_of
from games.wording import seat_name
from scoring.series import SeriesRules

MIN_SHOWN = 5
"""Places of a record. People level with the last of them are shown too."""
MOST_SHOWN = 12
"""Rows of a record. Of more level ones the newest sessions, or the first by name, are shown."""
SESSION_COLUMNS = ("session__public_id", "session__name", "date", "players")
"""The columns of a `ShownSession`."""


class ShownSession(NamedTuple):
    """A published session as a record shows it."""

    public_id: str
    name: str
    date: datetime.date
    players: int


@dataclass(slots=True)
class RecordRow:
    """A row of a record. `person` is an id, or None for the largest field. `session` is set for a single session."""

    place: str
    person: int | None
    name: str
    figure: str
    session: ShownSession | None = None


@dataclass(slots=True)
class Record:
    """A record. `what` says what is counted, and `unit` is the unit of the figures."""

    title: str
    what: str
    unit: str
    rows: list[RecordRow]


def records_page(visitor: ClubVisitor, year: int = 0) -> dict[str, Any]:
    """Return the context for the club's records in this year, or for all time if the year has none.

    `year` is then 0. The records cover `sessions` sessions, the first of them on `first`. `board_year` is the year of
    the honour board. Raise MembersOnly if the visitor may not read the club's results.
    """
    club = visitor.require_access().club
    by_year = _by_year(club)
    year = year if year in by_year else 0
    sessions, names = _in_year(published_sessions(club), year), names_of_club(visitor)
    totals = [by_year[year]] if year else list(by_year.values())
    board_year = year or max(by_year, default=0)
    return {
        "years": sorted(by_year, reverse=True),
        "year": year,
        "sessions": sum(sessions for sessions, _ in totals),
        "first": min((first for _, first in totals), default=None),
        "records": [record for record in _records(club, year, sessions, names) if record.rows],
        "known": names.known,
        "board_year": board_year,
        "series": _series_won(visitor, board_year, names),
        "points": _most_points(visitor, board_year, names),
    }


def _by_year(club: Club) -> dict[int, tuple[int, datetime.date]]:
    """Return, for each year, the number of sessions and the date of the first. SQLite has no function for the year of a
    date, and Python's is slow for hundreds of rows.
    """
    year = Substr(Cast("date", CharField()), 1, 4)
    rows: Any = PublishedSession.objects.filter(club=club).order_by().values_list(year)
    return {int(year): (sessions, first) for year, sessions, first in rows.annotate(Count("pk"), Min("date"))}


def _in_year(rows: QuerySet[Any], year: int) -> QuerySet[Any]:
    return rows.filter(date__year=year) if year else rows


def _records(club: Club, year: int, sessions: QuerySet[PublishedSession], names: Names) -> Iterable[Record]:
    results = _in_year(PublishedResult.objects.filter(club=club, person__isnull=False), year).order_by()
    first = results.filter(honours=True, place=1, handicap=False, stratum="").exclude(role=PlayerRole.ROBOT)
    won: Any = first.values_list("person").annotate(Count("published", distinct=True))
    played: Any = results.filter(counts=True).values_list("person").annotate(Count("pk"))
    yield Record("Best nights", "The highest percentages of a night", "%", _best_sessions(club, year, names))
    yield Record("Most wins", "First in a list of a night, alone or level", "wins", _most(dict(won), names))
    yield Record("Most nights", "Nights played from the first round on", "sessions", _most(dict(played), names))
    yield Record("Largest fields", "Players or pairs of a night", "players", _largest(sessions))


def _best_sessions(club: Club, year: int, names: Names) -> list[RecordRow]:
    """Return the best results. The query selects them by floats, and exact fractions determine their order."""
    rows = _in_year(counted().filter(club=club), year).order_by(BY_PERCENTAGE, "-date", "pk")
    shown = PublishedResult.objects.filter(pk__in=rows.values("pk")[: 3 * MOST_SHOWN]).order_by("-date", "pk")
    columns = ("person", "percentage_num", "percentage_den", *(f"published__{name}" for name in SESSION_COLUMNS))
    values: Any = shown.values_list(*columns)
    best = [(Fraction(num, den), person, session) for person, num, den, *session in values]
    best.sort(key=lambda row: row[0], reverse=True)
    return [
        RecordRow(place, person, names[person], pct(percentage), ShownSession(*session))
        for place, (percentage, person, session) in _placed(best, [row[0] for row in best])
    ]


def _most(sessions: dict[int, int], names: Names) -> list[RecordRow]:
    """Return the people with the highest numbers. Ties are sorted by name."""
    most = sorted(sessions.items(), key=lambda row: (-row[1], names[row[0]]))
    return [
        RecordRow(place, person, names[person], str(number))
        for place, (person, number) in _placed(most, [number for _, number in most])
    ]


def _largest(sessions: QuerySet[PublishedSession]) -> list[RecordRow]:
    values = sessions.order_by("-players", "-date").values_list(*SESSION_COLUMNS)
    rows = [ShownSession(*row) for row in values[: MOST_SHOWN + 1]]
    return [
        RecordRow(place, None, row.name, str(row.players), row)
        for place, row in _placed(rows, [row.players for row in rows])
    ]


def _placed(rows: list[Any], figures: list[Any]) -> list[tuple[str, Any]]:
    """Return the first `MIN_SHOWN` rows, and any rows tied with the last of these, with places (`=` if shared)."""
    if not rows:
        return []
    last = figures[min(MIN_SHOWN, len(rows)) - 1]
    shown = list(takewhile(lambda pair: pair[1] >= last, zip(rows, figures, strict=True)))[:MOST_SHOWN]
    places = [f"{figures.index(figure) + 1}{'=' if figures.count(figure) > 1 else ''}" for _, figure in shown]
    return list(zip(places, (row for row, _ in shown), strict=True))


def _series_won(visitor: ClubVisitor, year: int, names: Names) -> list[tuple[SeriesPage, list[SeriesRow]]]:
    """Return the series that ended in this year and whose sessions are all published, most recently ended first, each
    with the rows of its winners.
    """
    out = "sessions__session__published"
    series = visitor.club.series.annotate(out=Count(out), last=Max(f"{out}__date"))
    rows = series.filter(last__year=year).order_by("-last", "-pk") if year else ()
    over = [row for row in rows if row.out == SeriesRules.from_json(row.rules).sessions]
    won = []
    for page in series_pages(over, visitor, names, MIN_SHOWN) if over else ():
        first = [row for row in page.rows if row.place.place.rstrip("=") == "1"]
        if first and not page.left:
            won.append((page, first))
    return won


def _most_points(visitor: ClubVisitor, year: int, names: Names) -> list[PointsRow]:
    kept = getattr(visitor.club, "point_scheme", None)
    if kept is None or not year:
        return []
    since, until = datetime.date(year, 1, 1), datetime.date(year, 12, 31)
    return [] if kept.since > until else points_of(visitor, kept, since=since, until=until, names=names).rows[:3]


LEADS = {"NS": seat_name("S"), "EW": seat_name("N"), "ALL": "Winner", PublishedDirection.TEAMS: "Team"}


@dataclass(slots=True)
class Honour:
    """A place, with the figure achieved as a string: "55.56 %", "+12 IMPs" or "15.40 VPs"."""

    place: str
    name: str
    figure: str
    people: frozenset[int] = frozenset()
    """The ids of the people who played as these contestants."""


@dataclass(slots=True)
class HonourList:
    """A list of honours. `lead`, shown before the first name, says which list was won, such as South's."""

    title: str
    lead: str
    rows: list[Honour]


def honours(sessions: Collection[int], visitor: ClubVisitor, *, winners: bool = False) -> dict[int, list[HonourList]]:
    """Return {session id: lists} for published sessions, best first. With `winners`, each list has only its first row.

    All sessions must belong to the visitor's club, and names are shown as the visitor may see them. Members of a
    winning team are not also ranked as individuals.
    """
    rows = PublishedResult.objects.filter(published__in=sessions, honours=True).exclude(role=PlayerRole.ROBOT)
    rows = rows.filter(position=1) if winners else rows
    results = list(rows.order_by("published", "list", "position", "pk"))
    names = names_shown([row.contestant_id for row in results], visitor)
    lists: dict[int, list[HonourList]] = {pk: [] for pk in sessions}
    for (pk, _), group in groupby(results, key=lambda row: (row.published_id, row.list)):
        lists[pk].append(_list(list(group), names))
    return lists


def _list(rows: list[PublishedResult], names: dict[int, str]) -> HonourList:
    columns = ("direction", "four_handed", "stratum", "handicap", "imps")
    sections = tuple(rows[0].sections.split(",")) if rows[0].sections else ()
    ranking = RankingList(**{name: getattr(rows[0], name) for name in columns}, sections=sections, rows=())
    return HonourList(ranking.title, LEADS[ranking.direction], list(_honours(rows, names)))


def _honours(rows: list[PublishedResult], names: dict[int, str]) -> Iterator[Honour]:
    """Yield an honour for each place. A team is shown with its name and the names of both contestants."""
    for _, group in groupby(rows, key=lambda row: row.position):
        first, *others = group
        contestants = dict.fromkeys(row.contestant_id for row in (first, *others))
        people = frozenset(row.person_id for row in (first, *others) if row.person_id)
        players = " and ".join(names[pk] for pk in contestants)
        yield Honour(first.place_text, team_with_players(first.team_name, players), figure_of(first), people)


def figure_of(row: PublishedResult) -> str:
    """Return the figure by which a row is ranked, as a string with its unit, or a dash if no board counts."""
    if row.vps is not None:
        return f"{fixed(row.vps, 2)} VPs"
    if row.imps:
        return f"{imps(row.won)} IMPs"
    percentage = pct(row.listed_percentage)
    return percentage if row.percentage is None else f"{percentage}\N{NO-BREAK SPACE}%"
