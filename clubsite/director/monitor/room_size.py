"""How large the room's tables are drawn: with names and marks, or compactly with only number, board and state."""

from django.http import HttpRequest, HttpResponse

from clubsite.director.monitor.overview import Overview

ROOM_SIZE_COOKIE = "room_tables"
DENSE_FROM = 25
"""The number of tables from which the room is dense by default. Fewer fit on two screens of a tablet."""
ROOM_SIZES = ("dense", "large")
COOKIE_SECONDS = 365 * 24 * 3600


def is_dense(request: HttpRequest, overview: Overview) -> bool:
    """True if this device has asked for a compact room, or if it has asked for no size and there are many tables."""
    asked = request.GET.get("tables") or request.COOKIES.get(ROOM_SIZE_COOKIE, "")
    return asked == "dense" if asked in ROOM_SIZES else len(overview.tables) >= DENSE_FROM


def remember(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the size given in the address, for this device."""
    asked = request.GET.get("tables")
    if asked in ROOM_SIZES:
        response.set_cookie(
            ROOM_SIZE_COOKIE,
            asked,
            max_age=COOKIE_SECONDS,
            path="/director/",
            httponly=True,
            samesite="Lax",
        )
    return response
