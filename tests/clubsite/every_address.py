"""Every address on the site, and what a stranger gets there. A test fails for any address missing from these lists."""

import re
from collections.abc import Iterator, Mapping

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

# Addresses that show results, or their players, to everybody. Each is read for a hidden name.
SHOWN = {
    "",
    "clubs/<slug:slug>/",
    "clubs/<slug:slug>/results/",
    "clubs/<slug:slug>/privacy/",
    "clubs/<slug:slug>/coming/",
    "clubs/<slug:slug>/coming.ics",
    "clubs/<slug:slug>/coming/<str:public_id>/",
    "clubs/<slug:slug>/coming/<str:public_id>.ics",
    "clubs/<slug:slug>/season/",
    "clubs/<slug:slug>/series/",
    "clubs/<slug:slug>/series/<str:public_id>/",
    "clubs/<slug:slug>/ladder/",
    "clubs/<slug:slug>/points/",
    "clubs/<slug:slug>/records/",
    "clubs/<slug:slug>/rivals/",
    "clubs/<slug:slug>/players/<int:pk>/",
    "clubs/<slug:slug>/players/<int:pk>/rating/",
    "clubs/<slug:slug>/results.atom",
    "clubs/<slug:slug>/embed/",
    "results/<str:public_id>/embed/",
    "me/",
    "me/mistakes/",
    "me/rating/",
    "clubs/<slug:slug>/me/<int:pk>/",
    "results/<str:public_id>/",
    "results/<str:public_id>/results.pdf",
    "results/<str:public_id>/player/<str:label>/",
    "results/<str:public_id>/correction/",
    "results/<str:public_id>/corrections/",
    "results/<str:public_id>/proof/",
    "results/<str:public_id>/looks/",
    "results/<str:public_id>/picture.png",
    "results/<str:public_id>/board/<str:key>/picture.png",
    "results/<str:public_id>/boards/",
    "results/<str:public_id>/hands/",
    "results/<str:public_id>/board/<str:key>/",
    "results/<str:public_id>/board/<str:key>/field/",
    "results/<str:public_id>/board/<str:key>/replay/<int:table_board>/",
    "results/<str:public_id>/board/<str:key>/replay/<int:table_board>/verdicts/",
    "results/<str:public_id>/files/",
    "results/<str:public_id>/files/<str:name>",
    "results/<str:public_id>/boards.pbn",
    "play/board/<str:public_id>/<str:key>/",
    "leaderboard/<str:session_id>/",
    "leaderboard/<str:session_id>/places/",
    "watch/<str:session_id>/",
    "watch/<str:session_id>/now/",
    "watch/<str:session_id>/now/<int:number>/",
    "events/<str:public_id>/",
    "events/<str:public_id>/calendar.ics",
    "events/<str:public_id>/picture.png",
    "events/<str:public_id>/ranking/",
    "events/<str:public_id>/heats/<str:heat_id>/",
    "events/<str:public_id>/heats/<str:heat_id>/<str:label>/",
    "events/<str:public_id>/boards/",
    "events/<str:public_id>/boards/<int:number>/",
    "events/<str:public_id>/booklet/",
    "events/<str:public_id>/booklet.pdf",
    "events/<str:public_id>/proof/",
    "events/<str:public_id>/proof.json",
    "events/<str:public_id>/log/",
    "events/<str:public_id>/files/",
    "events/<str:public_id>/files/<str:name>",
    "api/v1/clubs/",
    "api/v1/clubs/<slug:slug>/",
    "api/v1/clubs/<slug:slug>/sessions/",
    "api/v1/clubs/<slug:slug>/series/",
    "api/v1/clubs/<slug:slug>/series/<str:public_id>/",
    "api/v1/clubs/<slug:slug>/ladder/",
    "api/v1/clubs/<slug:slug>/points/",
    "api/v1/clubs/<slug:slug>/awards/",
    "api/v1/sessions/",
    "api/v1/sessions/<str:public_id>/",
    "api/v1/sessions/<str:public_id>/ranking/",
    "api/v1/sessions/<str:public_id>/teams/",
    "api/v1/sessions/<str:public_id>/matches/",
    "api/v1/sessions/<str:public_id>/travellers/",
    "api/v1/sessions/<str:public_id>/boards/",
    "api/v1/sessions/<str:public_id>/proof/",
    "api/v1/sessions/<str:public_id>/boards/<str:key>/",
    "api/v1/sessions/<str:public_id>/boards/<str:key>/plays/<int:table_board>/",
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
    "",
    "clubs/<slug:slug>/",
    "clubs/<slug:slug>/privacy/",
    "clubs/<slug:slug>/coming/",
    "clubs/<slug:slug>/coming.ics",
    "clubs/<slug:slug>/coming/<str:public_id>/",
    "clubs/<slug:slug>/coming/<str:public_id>.ics",
    "me/",
    "me/mistakes/",
    "me/rating/",
    "events/<str:public_id>/",
    "events/<str:public_id>/calendar.ics",
    "events/<str:public_id>/picture.png",
    "events/<str:public_id>/ranking/",
    "events/<str:public_id>/heats/<str:heat_id>/",
    "events/<str:public_id>/boards/",
    "events/<str:public_id>/boards/<int:number>/",
    "events/<str:public_id>/booklet/",
    "events/<str:public_id>/booklet.pdf",
    "events/<str:public_id>/proof/",
    "events/<str:public_id>/proof.json",
    "events/<str:public_id>/log/",
    "events/<str:public_id>/files/",
    "events/<str:public_id>/files/<str:name>",
    "api/v1/clubs/",
    "api/v1/clubs/<slug:slug>/",
    "api/v1/sessions/",
    "results/<str:public_id>/proof/",
    "api/v1/sessions/<str:public_id>/proof/",
}
# Readers sign in here, sit at a table, hold a token or a link: a stranger gets no 200.
REFUSED_UNDER = tuple(
    (
        "director/ account/ admin/ seat/ slip/ clubs/<slug:slug>/facts/ clubs/<slug:slug>/club-file/ "
        "clubs/<slug:slug>/programs/ clubs/<slug:slug>/people/ clubs/<slug:slug>/accounts/ "
        "clubs/<slug:slug>/requests/ clubs/<slug:slug>/directors/ "
        "clubs/<slug:slug>/on-other-sites/ clubs/<slug:slug>/privacy/settings/ api/v1/nights/ "
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
        "about/ offline/ login/ address/ logout/ signup/ forgotten/ health/ new-club/ join/ terminal/offline/ "
        "movements/ play/daily/ play/new/ play/now/ play/history/ play/match/ "
        "play/lobby/ play/wait/ play/blocked/ play/challenge/ play/<str:code>/ "
        "learn/ events/hub/ api/v1/schema.json api/v1/docs/ api/v1/^ clubs/<slug:slug>/way-in/ "
        "clubs/<slug:slug>/invitation/ clubs/<slug:slug>/mail/ mail/"
    ).split()
)


USUAL = {
    "batch": "x",
    "label": "1",
    "seq": 1,
    "at_once": 1,
    "name": "results.xml",
    "part": "results",
    "act": "end",
    "kind": "late",
    "player": "S",
    "letter": "A",
    "uidb64": "x",
    "token": "x",
    "code": "AAAAAA",
    "game": "solo",
    "day": "2026-11-17",
    "tables": 3,
    "rounds": 3,
    "section": "nights",
    "heat_id": "x",
    "rest": "x",
}
"""Values for the parts of an address that are the same for every night."""


def filled(address: str, values: Mapping[str, object]) -> str:
    """Return the address pattern with these values and the usual ones. Raise KeyError for a new converter."""
    plain = re.sub(r"\^?\(\?P<(\w+)>[^)]*\)\$?", r"<\1>", address).removesuffix("$")
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str({**USUAL, **values}[found[1]]), plain)


def every_address(*, admin: bool = False) -> Iterator[str]:
    """Yield the full pattern of every address. The addresses of Django's admin are left out unless `admin` is True."""
    yield from (address for address, _ in every_route(get_resolver(), admin=admin))


def every_route(resolver: URLResolver, *, admin: bool = False, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield the full pattern of every address, with its route."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            if admin or one.app_name != "admin":
                yield from every_route(one, admin=admin, before=before + str(one.pattern))
        else:
            yield before + str(one.pattern), one


def refused(address: str) -> bool:
    return address.startswith(REFUSED_UNDER)


def of_no_people(address: str) -> bool:
    return address in ("play/", "events/") or address.startswith(NO_PEOPLE_UNDER)
