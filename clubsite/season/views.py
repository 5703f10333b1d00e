"""Members' pages over many sessions. Public, and made from published results only."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.clubs.selectors import club_by_slug
from clubsite.clubs.shown_names import Reader
from clubsite.core.public_pages import public_page
from clubsite.duplicate.selectors.readers import asker_of
from clubsite.members.requests import viewer_here
from clubsite.season.race_picture import race_pictures
from clubsite.season.selectors.ladder import ladder_page
from clubsite.season.selectors.master_points import points_page
from clubsite.season.selectors.race import series_race
from clubsite.season.selectors.records import records_page
from clubsite.season.selectors.season import club_with_season, season_page
from clubsite.season.selectors.series import series_for, series_page


def _reader(request: HttpRequest, slug: str) -> Reader:
    return asker_of(request)(club_by_slug(slug))


@require_safe
@public_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's series, ladder and master points."""
    reader = asker_of(request)(club_with_season(slug))
    return _page(request, "season/season.html", reader, season_page(reader))


@require_safe
@public_page
def series(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show one series: who counts what, and who still needs what."""
    reader = _reader(request, slug).let_in()
    page = series_page(series_for(reader.club, public_id), reader)
    viewer = viewer_here(request, reader.club)
    race = series_race(page, viewer.pk)
    more = {"viewer": viewer, "race": race, "pictures": race_pictures(race)}
    return _page(request, "season/series.html", reader, page, more)


@require_safe
@public_page
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's ladder."""
    reader = _reader(request, slug)
    return _page(request, "season/ladder.html", reader, ladder_page(reader))


@require_safe
@public_page
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's master points."""
    reader = _reader(request, slug)
    return _page(request, "season/points.html", reader, points_page(reader))


@require_safe
@public_page
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """Show records of all time or of a year (`?year=2026`), and a year's honour board."""
    reader = asker_of(request)(club_with_season(slug))
    year = request.GET.get("year", "")
    page = records_page(reader, int(year) if year.isdecimal() and len(year) == 4 else 0)
    return _page(request, "season/records.html", reader, page)


def _page(
    request: HttpRequest, template: str, reader: Reader, page: object, more: dict[str, Any] | None = None
) -> HttpResponse:
    """Render a page. `more` may contain the viewer."""
    more = more or {"viewer": viewer_here(request, reader.club)}
    context = {"page": page, "club": reader.club, "here": "season", "reader": reader, **more}
    return render(request, template, context)
