"""Results shown in a frame on another site, and the code that a director copies to embed them.

Only these two pages may be framed. They use no scripts, forms or cookies, and show only what a stranger sees.
"""

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ResultsFor
from clubsite.core.links import base_of
from clubsite.core.public_pages import page_for_strangers
from clubsite.sharing.selectors import latest_sessions, shared_session

LATEST_SESSIONS = 5
ROWS_OF_LATEST, ROWS_OF_SESSION = ":5", ":10"
FRAMED = csp(
    {
        "default-src": [NONE],
        "style-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": ["*"],
    }
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
    shown = {
        "club": session.published.club,
        "sessions": [session],
        "most": ROWS_OF_SESSION,
        "base": base_of(request),
    }
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
