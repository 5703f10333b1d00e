"""Every address on the site, and what a stranger gets there. A test fails for any address missing from these lists."""

import re
from collections.abc import Iterator, Mapping

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver


def _under(before: str, rests: str = "") -> set[str]:
    """Return this address, and those that begin with it and go on in one of these ways."""
    return {before, *(before + rest for rest in rests.split())}


# Addresses that show results, or their players, to everybody. Each is read for a hidden name.
SHOWN = {
    *_under("", "me/ me/mistakes/ me/rating/ play/board/<str:public_id>/<str:key>/"),
    *_under("clubs/<slug:slug>/", "results/ results.atom embed/ privacy/ season/ ladder/ points/ records/ rivals/"),
    *_under("clubs/<slug:slug>/coming/", "<str:public_id>/ <str:public_id>.ics"),
    *_under("clubs/<slug:slug>/coming.ics"),
    *_under("clubs/<slug:slug>/series/", "<str:public_id>/"),
    *_under("clubs/<slug:slug>/players/<int:pk>/", "rating/"),
    *_under("clubs/<slug:slug>/me/<int:pk>/"),
    *_under(
        "results/<str:public_id>/",
        "player/<str:label>/ correction/ corrections/ proof/ looks/ picture.png boards/ boards.pbn hands/ embed/",
    ),
    *_under(
        "results/<str:public_id>/board/<str:key>/",
        "picture.png field/ replay/<int:table_board>/ replay/<int:table_board>/verdicts/",
    ),
    *_under("results/<str:public_id>/files/", "<str:name>"),
    *_under("leaderboard/<str:session_id>/", "places/"),
    *_under("watch/<str:session_id>/", "now/ now/<int:number>/"),
    *_under(
        "events/<str:public_id>/",
        "calendar.ics picture.png ranking/ heats/<str:heat_id>/ heats/<str:heat_id>/<str:label>/ boards/ "
        "boards/<int:number>/ booklet/ booklet.pdf proof/ proof.json log/ files/ files/<str:name>",
    ),
    *_under("api/v1/clubs/"),
    *_under("api/v1/clubs/<slug:slug>/", "sessions/ series/ series/<str:public_id>/ ladder/ points/ awards/"),
    *_under("api/v1/sessions/"),
    *_under("api/v1/sessions/<str:public_id>/", "ranking/ teams/ matches/ travellers/ boards/ proof/"),
    *_under("api/v1/sessions/<str:public_id>/boards/<str:key>/", "plays/<int:table_board>/"),
}
# What leaves the site is always a stranger's view, also for the club's own people.
FOR_STRANGERS = tuple(
    (
        "api/ clubs/<slug:slug>/results.atom clubs/<slug:slug>/embed/ "
        "results/<str:public_id>/embed/ results/<str:public_id>/picture.png "
        "results/<str:public_id>/board/<str:key>/picture.png"
    ).split()
)
FRAMED = {"clubs/<slug:slug>/embed/", "results/<str:public_id>/embed/"}
"""Addresses that a page of another site may show in a frame; nothing else."""
# Of these a club for its members only shows a stranger the address, and nothing more.
SHOWN_OF_MEMBERS_ONLY = {
    *_under("", "me/ me/mistakes/ me/rating/ results/<str:public_id>/proof/"),
    *_under("clubs/<slug:slug>/", "privacy/ coming/ coming.ics coming/<str:public_id>/ coming/<str:public_id>.ics"),
    *_under(
        "events/<str:public_id>/",
        "calendar.ics picture.png ranking/ heats/<str:heat_id>/ boards/ boards/<int:number>/ booklet/ booklet.pdf "
        "proof/ proof.json log/ files/ files/<str:name>",
    ),
    *_under("api/v1/clubs/", "<slug:slug>/"),
    *_under("api/v1/sessions/", "<str:public_id>/proof/"),
}
# Readers sign in here, sit at a table, hold a token or a link: a stranger gets no 200.
REFUSED_UNDER = tuple(
    (
        "director/ account/ admin/ seat/ slip/ clubs/<slug:slug>/facts/ clubs/<slug:slug>/club-file/ "
        "clubs/<slug:slug>/programs/ clubs/<slug:slug>/people/ clubs/<slug:slug>/accounts/ "
        "clubs/<slug:slug>/requests/ clubs/<slug:slug>/directors/ "
        "clubs/<slug:slug>/on-other-sites/ clubs/<slug:slug>/privacy/settings/ api/v1/nights/ api/v1/heats/ "
        "clubs/<slug:slug>/coming/answer/ clubs/<slug:slug>/coming/<str:public_id>/yours/ "
        "clubs/<slug:slug>/me/not/ me/mistakes/<int:table_board>/<int:seq>/ "
        "clubs/<slug:slug>/me/<int:pk>/ask/ results/<str:public_id>/waiting/ "
        "play/from/<str:public_id>/<int:table_board>/<int:seq>/ "
        "play/board/<str:public_id>/<str:key>/<str:player>/ results/<str:public_id>/event/"
    ).split()
)
# These know nothing about a club's people. A director's link, and the code on a table's card, are for the
# people who got them; a match at home shows what its two players typed themselves.
NO_PEOPLE_UNDER = tuple(
    (
        "manifest.webmanifest robots.txt sitemap.xml sitemap-<slug:section>.xml service-worker.js "
        "about/ offline/ page-fault/ login/ address/ logout/ signup/ forgotten/ health/ new-club/ join/ "
        "terminal/offline/ movements/ play/daily/ play/new/ play/now/ play/history/ play/match/ "
        "play/lobby/ play/wait/ play/blocked/ play/challenge/ play/<str:code>/ "
        "learn/ api/v1/events/ api/v1/schema.json api/v1/docs/ api/v1/^ clubs/<slug:slug>/way-in/ "
        "clubs/<slug:slug>/invitation/ clubs/<slug:slug>/mail/ mail/"
    ).split()
)


USUAL = {
    "batch": "x", "label": "1", "seq": 1, "at_once": 1, "name": "results.xml", "part": "results", "act": "end",
    "kind": "late", "player": "S", "letter": "A", "uidb64": "x", "token": "x", "code": "AAAAAA", "game": "solo",
    "day": "2026-11-17", "tables": 3, "rounds": 3, "section": "nights", "heat_id": "x", "rest": "x",
}  # fmt: skip
"""Values for the parts of an address that are the same for every night."""


def filled(address: str, values: Mapping[str, object]) -> str:
    """Return the address pattern with these values and the usual ones. Raise KeyError for a new converter."""
    plain = re.sub(r"\^?\(\?P<(\w+)>[^)]*\)\$?", r"<\1>", address).removesuffix("$")
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str({**USUAL, **values}[match[1]]), plain)


def every_address(*, admin: bool = False) -> Iterator[str]:
    """Yield the full pattern of every address. The addresses of Django's admin are left out unless `admin` is True."""
    yield from (address for address, _ in every_route(get_resolver(), admin=admin))


def every_route(resolver: URLResolver, *, admin: bool = False, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield the full pattern of every address, with its route."""
    for route in resolver.url_patterns:
        if isinstance(route, URLResolver):
            if admin or route.app_name != "admin":
                yield from every_route(route, admin=admin, before=before + str(route.pattern))
        else:
            yield before + str(route.pattern), route


def refused(address: str) -> bool:
    return address.startswith(REFUSED_UNDER)


def of_no_people(address: str) -> bool:
    return address in ("play/", "events/") or address.startswith(NO_PEOPLE_UNDER)
