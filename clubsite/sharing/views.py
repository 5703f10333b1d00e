"""Views for programs on other sites. Every response shows only what a stranger sees."""

from collections.abc import Sequence

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.contrib.sites.requests import RequestSite
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from clubsite.accounts.decorators import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club, ResultsFor
from clubsite.core.origins import base_of
from clubsite.core.responses import page_for_strangers
from clubsite.events.selectors.event_field import EventPage
from clubsite.rankings.selectors.published import published_or_404
from clubsite.results.selectors.boards import board_page
from clubsite.sharing import pictures
from clubsite.sharing.selectors import SharedSession, latest_events, latest_sessions, shared_event, shared_session
from clubsite.sharing.sitemaps import SITEMAPS

MAX_ENTRIES = 20
"""The number of entries of a feed."""


def feed_of(club: Club, sessions: list[SharedSession], base: str, events: Sequence[EventPage] = ()) -> str:
    """Return the feed. `base` is the site's address. An entry is updated when its results are corrected."""
    feed = Atom1Feed(
        title=f"Results of {club.name}",
        link=base + reverse("results:club-results", args=[club.slug]),
        feed_url=base + reverse("sharing:feed", args=[club.slug]),
        description=f"The nights of {club.name}, as they are published.",
        author_name=club.name,
        language="en",
    )
    for shared in sessions:
        address = base + reverse("results:ranking", args=[shared.published.session.public_id])
        at = shared.published.publication.at
        feed.add_item(shared.title, address, _summary(shared), unique_id=address, updateddate=at, pubdate=None)
    for page in events:
        event, at = page.reader.event, page.versions[0].at
        address = base + reverse("events:event", args=[event.public_id])
        feed.add_item(event.name, address, _event_summary(page), unique_id=address, updateddate=at, pubdate=None)
    return feed.writeString("utf-8")


def _event_summary(page: EventPage) -> str:
    won = [
        f"{ranking.key.title}: {row.name} of {row.entrant.heat.club_name}, {page.figure(row)}"
        for ranking in page.lists
        for row in ranking.rows[:1]
    ]
    return ". ".join([page.size, *won]) + "."


def _summary(shared: SharedSession) -> str:
    won = [f"{ranking.lead}: {row.name}, {row.figure}" for ranking in shared.lists for row in ranking.rows]
    return ". ".join([shared.size, *won, f"Digest {shared.published.publication.short}"]) + "."


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
    pages = []
    for section, kind in SITEMAPS.items():
        sitemap = kind()
        address = base + reverse("sharing:sitemap", args=[section])
        latest = sitemap.get_latest_lastmod()
        pages += [
            {"location": address if page == 1 else f"{address}?p={page}", "last_mod": latest}
            for page in sitemap.paginator.page_range
        ]
    return render(request, "sitemap_index.xml", {"sitemaps": pages}, content_type=XML)


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
    return HttpResponse(pictures.ranking_png(pictures.ranking_picture(shared_session(public_id))), content_type=PNG)


@page_for_strangers
def event_png(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a picture of an event, with the first places once it is published."""
    return HttpResponse(pictures.ranking_png(pictures.event_picture(shared_event(public_id))), content_type=PNG)


@page_for_strangers
def board_png(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Return a picture of a board from a published session."""
    page = board_page(published_or_404(public_id), key.upper())
    return HttpResponse(pictures.board_png(pictures.board_picture(page)), content_type=PNG)


LATEST_SESSIONS = 5
ROWS_OF_LATEST, ROWS_OF_SESSION = ":5", ":10"
FRAMED = csp(
    {"default-src": [NONE], "style-src": [SELF], "base-uri": [NONE], "form-action": [NONE], "frame-ancestors": ["*"]}
)


@xframe_options_exempt
@FRAMED
@page_for_strangers
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's newest session and the names of earlier sessions."""
    club, sessions = latest_sessions(slug, LATEST_SESSIONS)
    shown = {"club": club, "sessions": sessions, "most": ROWS_OF_LATEST, "base": base_of(request)}
    return render(request, "sharing/embed.html", shown)


@xframe_options_exempt
@FRAMED
@page_for_strangers
def of_session(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the first places of one session."""
    session = shared_session(public_id)
    shown = {"club": session.published.club, "sessions": [session], "most": ROWS_OF_SESSION, "base": base_of(request)}
    return render(request, "sharing/embed.html", shown | {"only": public_id})


@for_club
@require_safe
def snippets(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show directors the code to paste into another site."""
    shown = club.results_for == ResultsFor.EVERYBODY
    newest = latest_sessions(club.slug, 1, winners=True)[1] if shown else []
    base, club_path = base_of(request), reverse("sharing:embed", args=[club.slug])
    context = {"club": club, "shown": shown, "club_path": club_path, "club_frame": base + club_path}
    for session in newest:
        at = reverse("sharing:session-embed", args=[session.published.session.public_id])
        context |= {"shared": session, "session_frame": base + at}
    return render(request, "sharing/snippets.html", context)
