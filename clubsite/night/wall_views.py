"""The leaderboard on the wall. Public while a director shows it; else it does not exist (404 from the selector)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.results.selectors import leaderboard_page


@require_safe
@never_cache
def leaderboard(request: HttpRequest, session_id: str) -> HttpResponse:
    """The whole wall."""
    page = leaderboard_page(session_id)
    return render(
        request, "night/leaderboard.html", {"page": page, "session": page.session, "club": page.session.club}
    )


@require_safe
@never_cache
def places(request: HttpRequest, session_id: str) -> HttpResponse:
    """What moves of it: the script asks when it hears that something has changed."""
    page = leaderboard_page(session_id)
    return render(request, "night/_leaderboard.html", {"page": page, "session": page.session})
