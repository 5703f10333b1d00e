"""Members' pages about one person. They are as public as the club and the person allow (`privacy/names`)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.clubs.selectors import club_by_slug
from clubsite.core.public_pages import public_page
from clubsite.history.picture import pictures
from clubsite.history.selectors.profile import profile
from clubsite.history.selectors.rival_matrix import rival_matrix
from clubsite.readers.visitor import visitor_of


@public_page
def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show one year of a person (`?year=2026`): season curve, points given away, use of dummy, and opponents."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = profile(visitor, pk, request.GET.get("year", ""))
    context = {
        "page": page,
        "pictures": pictures(page.curve),
        "club": page.club,
        "here": "season",
        "visitor": visitor,
    }
    return render(request, "history/player.html", context)


@public_page
def rivals(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a year's crosstable (`?year=2026`) of results between the people who met most often."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = rival_matrix(visitor, request.GET.get("year", ""))
    context = {"page": page, "club": page.club, "here": "season", "visitor": visitor}
    return render(request, "history/rivals.html", context)
