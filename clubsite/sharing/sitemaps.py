"""Sitemaps for search engines, made with Django: the site's own pages, clubs' pages and published sessions."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import Max, QuerySet
from django.urls import reverse

from clubsite.clubs.models import ResultsFor
from clubsite.clubs.selectors import all_clubs
from clubsite.events.models import Event, EventStatus
from clubsite.home.lessons.lesson import lessons
from clubsite.rankings.models import PublishedSession
from clubsite.rankings.selectors.published import listed_sessions

A_PAGE = 200
"""Addresses on one page of a sitemap. The index names the pages."""


class AtPublicAddress(Sitemap):
    """A sitemap whose addresses begin with the value of the setting `PUBLIC_URL`, if it is set."""

    limit = A_PAGE

    def get_protocol(self, protocol: str | None = None) -> str:
        at, _, rest = settings.PUBLIC_URL.partition("://")
        return str(at) if rest else super().get_protocol(protocol)

    def get_domain(self, site: Any = None) -> str:
        return settings.PUBLIC_URL.partition("://")[2] or super().get_domain(site)

    def get_latest_lastmod(self) -> datetime | None:
        return None

    def location(self, item: Any) -> str:
        return str(item)


class SitePages(AtPublicAddress):
    """Pages that do not belong to a club."""

    def items(self) -> Sequence[str]:
        pages = [reverse("home:lesson", args=[game]) for game in lessons()]
        names = ("results:home", "home:overview", "home:lounge", "practice:today", "catalogue:index")
        return [*map(reverse, names), *pages]


class ClubPages(AtPublicAddress):
    """A club's front page and its list of coming nights, and its results and standings if everyone may read them."""

    def items(self) -> Sequence[str]:
        names = {club: ["results:club", "signups:coming"] for club in all_clubs()}
        for club in names:
            if club.results_for == ResultsFor.EVERYBODY:
                names[club] += ["results:club-results", "season:season"]
        return [reverse(name, args=[club.slug]) for club in names for name in names[club]]


class SessionSitemap(AtPublicAddress):
    """The sessions that everyone may read, newest first, with the time of their current publication."""

    def items(self) -> QuerySet[PublishedSession, tuple[str, datetime]]:
        return _open_sessions().order_by("-date", "-pk").values_list("session__public_id", "publication__at")

    def location(self, item: tuple[str, datetime]) -> str:
        return reverse("results:ranking", args=[item[0]])

    def lastmod(self, item: tuple[str, datetime]) -> datetime:
        return item[1]

    def get_latest_lastmod(self) -> datetime | None:
        latest: datetime | None = _open_sessions().aggregate(at=Max("publication__at"))["at"]
        return latest


def _open_sessions() -> QuerySet[PublishedSession]:
    return listed_sessions().filter(club__results_for=ResultsFor.EVERYBODY)


class EventSitemap(AtPublicAddress):
    """The events that have been announced, newest first."""

    def items(self) -> Sequence[str]:
        rows = Event.objects.filter(announced_at__isnull=False).exclude(status=EventStatus.CANCELLED)
        return list(rows.order_by("-window_opens", "-pk").values_list("public_id", flat=True))

    def location(self, item: str) -> str:
        return reverse("events:event", args=[item])


SITEMAPS: dict[str, type[AtPublicAddress]] = {
    "site": SitePages,
    "clubs": ClubPages,
    "nights": SessionSitemap,
    "events": EventSitemap,
}
