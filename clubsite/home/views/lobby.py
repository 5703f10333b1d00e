"""The lobby's pages: who waits for whoever comes, waiting oneself, and sitting down opposite a stranger."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.cookies import device_here, device_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.responses import found_or_404
from clubsite.home.models import Against
from clubsite.home.questions import GAMES
from clubsite.home.selectors.lobby import invitation_seen_by, lobby_for, may_invite, strength_here
from clubsite.home.selectors.matches import name_here
from clubsite.home.services.lobby import seat_take, table_counted
from clubsite.home.views.tables import opened_at_once, sit_down
from clubsite.readers.visitor import visitor_of

MEMBERS_ONLY = (
    "Here members of a club wait for a partner. Sign in if you are one, or send a friend the link of a table."
)


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """Return the lobby's part of the page, which fetches it again and again."""
    return render(request, "home/_lobby.html", {"lobby": lobby_for(visitor_of(request))})


@require_POST
def wait(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table for whoever comes, with all options at their defaults, in one tap."""
    if game not in GAMES or GAMES[game].alone:
        raise Http404("There is no such game for two here")
    if not may_invite(visitor_of(request)):
        messages.error(request, MEMBERS_ONLY)
        return redirect("home:lounge")
    device = device_here(request)
    if not name_here(device, request.user):  # strangers see the name
        return redirect(f"/play/new/{game}/?against={Against.ANYBODY}")
    strength = strength_here(game, device, request.user)
    return opened_at_once(request, game, against=Against.ANYBODY, strength=strength)


@require_POST
def take(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down opposite somebody who waits, in one tap. Ask for a name first if none is known."""
    match = found_or_404(invitation_seen_by(visitor_of(request), public_id), "Nobody waits for you here")
    name = name_here(device_here(request), request.user)
    if not name:
        return redirect("home:come-in", code=match.code)
    device, token = device_of(request)
    try:
        table_counted(address_of(request))
        seat = seat_take(match=match, name=name, device=device, user=request.user)
    except Refused as stop:
        messages.error(request, str(stop))
        return redirect("home:lounge")
    return sit_down(request, seat, device, token)
