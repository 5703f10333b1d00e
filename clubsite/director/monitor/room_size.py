"""How large the tables of the room are drawn: with names and marks, or dense, with number, board and state alone."""

from django.http import HttpRequest, HttpResponse

from clubsite.director.monitor.overview import Overview

COOKIE = "room_tables"
DENSE_FROM = 25
"""Tables from which the room is dense by itself; fewer fit on two screens of a tablet."""
KINDS = ("dense", "large")
YEAR = 365 * 24 * 3600


def is_dense(request: HttpRequest, overview: Overview) -> bool:
    """True if this device asked for a dense room, or for neither and there are many tables."""
    asked = request.GET.get("tables") or request.COOKIES.get(COOKIE, "")
    return asked == "dense" if asked in KINDS else len(overview.tables) >= DENSE_FROM


def remember(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Keep on this device what the address asks for."""
    asked = request.GET.get("tables")
    if asked in KINDS:
        response.set_cookie(
            COOKIE,
            asked,
            max_age=YEAR,
            path="/director/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response
