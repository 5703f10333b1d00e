"""The leaderboard. It is public while a director shows it; otherwise the selector raises Http404."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.core.public_pages import fresh_page
from clubsite.readers.visitor import visitor_of
from clubsite.results.selectors.standing import leaderboard_of


def _context(request: HttpRequest, session_id: str) -> dict[str, Any]:
    leaderboard = leaderboard_of(session_id, visitor_of(request))
    return {
        "page": leaderboard,
        "lists": leaderboard.lists,
        "session": leaderboard.session,
        "club": leaderboard.session.club,
    }


@fresh_page
def leaderboard(request: HttpRequest, session_id: str) -> HttpResponse:
    """Show the whole leaderboard."""
    return render(request, "results/leaderboard.html", _context(request, session_id))


@fresh_page
def places(request: HttpRequest, session_id: str) -> HttpResponse:
    """Show the part of the leaderboard that changes. The page's script fetches it when told about a change."""
    return render(request, "results/_leaderboard.html", _context(request, session_id))
