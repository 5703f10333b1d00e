"""A club's standings over many sessions, and the choices made by its directors."""

from dataclasses import dataclass

from django.utils.formats import date_format

from clubsite.clubs.models import Club
from clubsite.core.responses import found_or_404
from clubsite.rankings.selectors.person_results import names_of_club
from clubsite.readers.visitor import ClubVisitor
from clubsite.season.models import Series
from clubsite.season.selectors.ladder import LadderPage, ladder_of
from clubsite.season.selectors.master_points import PointsPage, points_of
from clubsite.season.selectors.series import SeriesPage, series_of, series_pages

MAX_RECENT_RESULTS = 200
MAX_LEADING, MAX_LADDER_LEADERS = 3, 3
"""Number of the newest series that are shown with leaders, and of the leaders."""
MAX_OLDER = 10
"""Number of older series that are shown by name. All are on a page of their own."""


@dataclass(slots=True)
class SeasonPage:
    club: Club
    series: list[SeriesPage]
    older: list[Series]
    ladder: LadderPage | None
    points: PointsPage | None

    @property
    def empty(self) -> bool:
        return not (self.series or self.ladder or self.points)


def club_with_season(slug: str) -> Club:
    """Return a club with its ladder and master points in one query. Raise Http404 if there is no such club."""
    return found_or_404(Club.objects.filter(slug=slug).select_related("ladder", "point_scheme").first(), "No such club")


def season_page(visitor: ClubVisitor) -> SeasonPage:
    """Return the series, ladder and master points of the visitor's club.

    Raise MembersOnly if the visitor may not read the club's results.
    """
    club = visitor.require_access().club
    series, names = list(series_of(club)[: MAX_LEADING + MAX_OLDER]), names_of_club(visitor)
    ladder, points = getattr(club, "ladder", None), getattr(club, "point_scheme", None)
    return SeasonPage(
        club,
        series_pages(series[:MAX_LEADING], visitor, names, MAX_LADDER_LEADERS),
        series[MAX_LEADING:],
        ladder_of(visitor, ladder, names) if ladder else None,
        points_of(visitor, points, names=names) if points else None,
    )


def all_series(visitor: ClubVisitor) -> list[Series]:
    """Return every series of the visitor's club, newest first.

    Raise MembersOnly if the visitor may not read the club's results.
    """
    return list(series_of(visitor.require_access().club))


def session_choices(series: Series) -> dict[int, str]:
    """Return {session id: text in the list} for the club's latest sessions, newest first, and those of the series."""
    recent = series.club.sessions.order_by("-date", "-pk")[:MAX_RECENT_RESULTS]
    own = [row.session for row in series.sessions.select_related("session")]
    rows = {row.pk: row for row in [*recent, *own]}
    return {pk: f"{date_format(row.date, 'j F Y')}, {row.name}" for pk, row in rows.items()}
