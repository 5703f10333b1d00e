"""Members' pages that cover many sessions. They are public and use only published results."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.clubs.selectors import club_by_slug
from clubsite.core.responses import public_page
from clubsite.readers.visitor import ClubVisitor, visitor_of
from clubsite.season.race import race_pictures, series_race
from clubsite.season.selectors.records import records_page
from clubsite.season.selectors.series import series_for, series_page
from clubsite.season.selectors.standings import club_with_season, ladder_page, points_page, season_page


def _visitor(request: HttpRequest, slug: str) -> ClubVisitor:
    return visitor_of(request).at(club_by_slug(slug))


@public_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's series, ladder and master points."""
    visitor = visitor_of(request).at(club_with_season(slug))
    return _page(request, "season/season.html", visitor, season_page(visitor))


@public_page
def every_series(request: HttpRequest, slug: str) -> HttpResponse:
    """List all series of the club, by the year in which they began."""
    visitor = _visitor(request, slug)
    return _page(request, "season/every_series.html", visitor, visitor.require_access().club.series.all())


@public_page
def series(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show one series: the sessions that count for each player, and what each player still needs."""
    visitor = _visitor(request, slug).require_access()
    page = series_page(series_for(visitor.club, public_id), visitor)
    race = series_race(page, visitor.pk)
    return _page(request, "season/series.html", visitor, page, race=race, pictures=race_pictures(race))


@public_page
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's ladder."""
    visitor = _visitor(request, slug)
    return _page(request, "season/ladder.html", visitor, ladder_page(visitor))


@public_page
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's master points."""
    visitor = _visitor(request, slug)
    return _page(request, "season/points.html", visitor, points_page(visitor))


@public_page
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """Show records for all time or for one year (`?year=2026`), and a year's honour board."""
    visitor = visitor_of(request).at(club_with_season(slug))
    year = request.GET.get("year", "")
    page = records_page(visitor, int(year) if year.isdecimal() and len(year) == 4 else 0)
    return _page(request, "season/records.html", visitor, page)


def _page(request: HttpRequest, template: str, visitor: ClubVisitor, page: object, **more: Any) -> HttpResponse:
    context = {"page": page, "club": visitor.club, "here": "season", "visitor": visitor, **more}
    return render(request, template, context)
