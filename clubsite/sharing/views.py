"""Views for programs on other sites. Every response shows only what a stranger sees."""

from django.contrib.sites.requests import RequestSite
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubsite.core.links import base_of
from clubsite.core.public_pages import page_for_strangers
from clubsite.rankings.selectors.published import published_or_404
from clubsite.results.selectors.boards import board_page
from clubsite.sharing import board_picture
from clubsite.sharing.event_picture import event_picture
from clubsite.sharing.feed import MAX_ENTRIES, feed_of
from clubsite.sharing.ranking_picture import ranking_picture, ranking_png
from clubsite.sharing.selectors import latest_events, latest_sessions, shared_event, shared_session
from clubsite.sharing.sitemaps import SITEMAPS

ATOM, XML, PNG = "application/atom+xml; charset=utf-8", "application/xml", "image/png"


@require_safe
@cache_control(max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    """Ask search engines to skip the pages of players, directors and accounts, and addresses meant for programs."""
    context = {"sitemap": base_of(request) + reverse("sharing:sitemap-index")}
    return render(request, "sharing/robots.txt", context, content_type="text/plain; charset=utf-8")


@page_for_strangers
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """Return the index that lists the pages of every sitemap."""
    base = base_of(request)
    found = []
    for section, kind in SITEMAPS.items():
        sitemap = kind()
        address = base + reverse("sharing:sitemap", args=[section])
        latest = sitemap.get_latest_lastmod()
        found += [
            {"location": address if page == 1 else f"{address}?p={page}", "last_mod": latest}
            for page in sitemap.paginator.page_range
        ]
    return render(request, "sitemap_index.xml", {"sitemaps": found}, content_type=XML)


@page_for_strangers
def sitemap(request: HttpRequest, section: str) -> HttpResponse:
    """Return one page of a sitemap (`?p=2`)."""
    if section not in SITEMAPS:
        raise Http404("No such sitemap")
    try:
        urls = SITEMAPS[section]().get_urls(request.GET.get("p", "1"), RequestSite(request), request.scheme or "http")
    except (EmptyPage, PageNotAnInteger):
        raise Http404("No such page") from None
    return render(request, "sitemap.xml", {"urlset": urls}, content_type=XML)


@page_for_strangers
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a feed of a club's newest sessions, to which programs can subscribe."""
    club, sessions = latest_sessions(slug, MAX_ENTRIES, winners=True)
    events = latest_events(club, MAX_ENTRIES)
    return HttpResponse(feed_of(club, sessions, base_of(request), events), content_type=ATOM)


@page_for_strangers
def session_png(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a picture of the first places of a published session."""
    return HttpResponse(ranking_png(ranking_picture(shared_session(public_id))), content_type=PNG)


@page_for_strangers
def event_png(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a picture of an event, with the first places once it is published."""
    return HttpResponse(ranking_png(event_picture(shared_event(public_id))), content_type=PNG)


@page_for_strangers
def board_png(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Return a picture of a board from a published session."""
    page = board_page(published_or_404(public_id), key.upper())
    return HttpResponse(board_picture.board_png(board_picture.board_picture(page)), content_type=PNG)
