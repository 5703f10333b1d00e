"""Members' pages about one person. They are as public as the club and the person allow (`privacy/names`)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.clubs.selectors import club_by_slug
from clubsite.core.responses import fresh_page, public_page
from clubsite.history.pictures import rating_pictures, season_pictures
from clubsite.history.selectors.profile import profile
from clubsite.history.selectors.ratings import RatingShown, own_rating, person_rating
from clubsite.history.selectors.rivals import rival_matrix
from clubsite.readers.visitor import visitor_of


@public_page
def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show one year of a person (`?year=2026`): season curve, points given away, use of dummy, and opponents."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = profile(visitor, pk, request.GET.get("year", ""))
    context = {
        "page": page,
        "pictures": season_pictures(page["curve"].points),
        "club": visitor.club,
        "here": "season",
        "visitor": visitor,
    }
    return render(request, "history/player.html", context)


@public_page
def rivals(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a year's crosstable (`?year=2026`) of results between the people who met most often."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = rival_matrix(visitor, request.GET.get("year", ""))
    context = {"page": page, "club": visitor.club, "here": "season", "visitor": visitor}
    return render(request, "history/rivals.html", context)


@fresh_page
def rating_mine(request: HttpRequest) -> HttpResponse:
    """Show the reader's own rating, or how to get one."""
    page = own_rating(visitor_of(request))
    shown = page.get("account") or next((club["shown"] for club in page["clubs"] if club["shown"]), None)
    return render(request, "history/rating_mine.html", {"page": page, "shown": shown, "pictures": _pictures(shown)})


@public_page
def rating_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a person's rating at a club."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = person_rating(visitor, pk)
    context = {
        "page": page,
        "shown": page["shown"],
        "pictures": _pictures(page["shown"]),
        "club": visitor.club,
        "here": "season",
        "visitor": visitor,
    }
    return render(request, "history/rating.html", context)


def _pictures(shown: RatingShown | None) -> list[object]:
    return list(rating_pictures(shown.course, shown.robots)) if shown else []
