"""Members' pages over many nights. Public, and made of published results only."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug
from clubsite.core.public_pages import public_page
from clubsite.members.requests import viewer_here
from clubsite.season.selectors.ladder import ladder_page
from clubsite.season.selectors.master_points import points_page
from clubsite.season.selectors.season import season_page
from clubsite.season.selectors.series import series_for, series_page


@require_safe
@public_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is: series, ladder, master points."""
    page = season_page(club_by_slug(slug))
    return _page(request, "season/season.html", page.club, page)


@require_safe
@public_page
def series(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """One series: who counts what, and who still needs what."""
    page = series_page(series_for(club_by_slug(slug), public_id))
    return _page(request, "season/series.html", page.club, page)


@require_safe
@public_page
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's ladder."""
    page = ladder_page(club_by_slug(slug))
    return _page(request, "season/ladder.html", page.club, page)


@require_safe
@public_page
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """Master points."""
    page = points_page(club_by_slug(slug))
    return _page(request, "season/points.html", page.club, page)


def _page(request: HttpRequest, template: str, club: Club, page: object) -> HttpResponse:
    context = {"page": page, "club": club, "here": "season", "viewer": viewer_here(request, club)}
    return render(request, template, context)
