"""A page's description for other sites (title, canonical address, Open Graph, Twitter cards), and its clock.

A page without a description (`base.html`) asks search engines not to list it. The description is the same for
every reader and never names a person.
"""

from typing import Any

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.safestring import mark_safe

from clubsite.clubs.models import Club, ResultsFor
from clubsite.clubs.time_zones import clock_of, zone_named
from clubsite.core.origins import base_of

register = template.Library()
SITE = "Two Handed Solo Bridge"
FEED = "/clubs/{}/results.atom"  # in an app above this one


@register.simple_tag
def clock() -> str:
    """Render the name of the clock for this page's times, such as "Auckland time"."""
    return clock_of(zone_named(str(timezone.get_current_timezone())))


@register.simple_block_tag(takes_context=True)
def page_meta(
    context: dict[str, Any],
    content: str,
    *,
    picture: str = "",
    picture_words: str = "",
    at: str = "",
    keep: str = "",
    feed: bool = False,
    results: bool = False,
    index: bool = True,
) -> str:
    """Render `{% page_meta %}`, whose first line is the title and whose other lines are the description.

    `picture` is the address of a PNG of 1200 by 630 pixels, and `picture_words` describe it; the default is the
    site's icon. `at` is the page's main path if it has several. `keep` lists, separated by spaces, the parameters
    that lead to a different page. `feed` adds a link to the club's feed. `results` says that the page shows results
    of `club`. If the results are for members only, or if `index` is False, there is no description and search
    engines are asked not to list the page.
    """
    request: HttpRequest | None = context.get("request")
    club: Club | None = context.get("club") or None
    everybody = club is None or club.results_for == ResultsFor.EVERYBODY
    if request is None or (results and not everybody):
        return str(render_to_string("clubs/_page_meta.html", {"index": False}))
    title, *more = [line.strip() for line in content.strip().splitlines() if line.strip()]
    base = base_of(request)
    shown = {
        "index": index,
        "title": mark_safe(title),
        "description": mark_safe(" ".join(more)),
        "site": club.name if club else SITE,
        "address": base + (at or canonical(request, keep.split())),
        "picture": base + (picture or static("img/icon-512.png")),
        "picture_words": picture_words,
        "wide": bool(picture),
        "feed": base + FEED.format(club.slug) if feed and club and everybody else "",
    }
    return str(render_to_string("clubs/_page_meta.html", shown))


def canonical(request: HttpRequest, keep: list[str]) -> str:
    """Return the page's path with only the request parameters that are listed in `keep`."""
    kept = request.GET.copy()
    for name in list(kept):
        if name not in keep or not kept[name]:
            del kept[name]
    return request.path + (f"?{kept.urlencode()}" if kept else "")
