"""The page for the projector. A director opens it on the computer at the projector and chooses what it shows."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.monitor.forms import ProjectorForm
from clubsite.director.monitor.projector import sections_on_screen
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.rankings.selectors.rankings import rankings_so_far


def _context(request: SignedInRequest, session: Session) -> dict[str, Any]:
    ranking = ProjectorForm(request.GET).sent["ranking"] == "yes"
    return {
        "session": session,
        "club": session.club,
        "sections": sections_on_screen(session),
        "ranking": ranking,
        "lists": rankings_so_far(session) if ranking else [],
    }


@for_director
def projector(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the whole page."""
    return render(request, "director/monitor/projector.html", _context(request, session))


@for_director
def part(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show its changing part. The script fetches it when something has changed."""
    return render(request, "director/monitor/_projector.html", _context(request, session))
