"""Pages about ratings: the reader's own, and that of a person at a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.clubs.selectors import club_by_slug
from clubsite.core.public_pages import fresh_page, public_page
from clubsite.readers.visitor import visitor_of
from clubsite.ratings.picture import rating_pictures
from clubsite.ratings.selectors.rating_pages import RatingShown, own_rating, person_rating


@fresh_page
def own_rating(request: HttpRequest) -> HttpResponse:
    """Show the reader's own rating, or how to get one."""
    page = own_rating(visitor_of(request))
    shown = page.account or next((one.shown for one in page.clubs if one.shown), None)
    return render(request, "ratings/mine.html", {"page": page, "shown": shown, "pictures": _pictures(shown)})


@public_page
def rating(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a person's rating at a club."""
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = person_rating(visitor, pk)
    context = {
        "page": page,
        "shown": page.shown,
        "pictures": _pictures(page.shown),
        "club": page.club,
        "here": "season",
        "visitor": visitor,
    }
    return render(request, "ratings/player.html", context)


def _pictures(shown: RatingShown | None) -> list[object]:
    return list(rating_pictures(shown.course, shown.robots)) if shown else []
