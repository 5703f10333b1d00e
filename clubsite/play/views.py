"""A seat's page, which is the same in a session and at home. Its socket sends everything that the page shows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from clubsite.core.responses import found_or_404
from clubsite.core.views import worker_address
from clubsite.play.seat_resolvers import resolver_of
from clubsite.play.seat_tickets import TICKET_COOKIE, moved_ticket_take
from clubsite.play.selectors import ticket_ever, ticket_for
from clubsite.staticfiles import version


def enter(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Accept a link with the ticket's key (printed by the demo or made by a director): set the cookie and redirect."""
    token = request.GET.get("key", "")
    ticket = found_or_404(ticket_for(ticket_id, token), "This seat link is no longer good")
    return seat_response(ticket, token)


def seat_response(ticket: Any, token: str) -> HttpResponse:
    """Redirect to the page of a ticket's seat, with the key in a cookie sent only to this seat's addresses."""
    response = redirect("play:seat", ticket_id=ticket.public_id)
    response.set_cookie(
        TICKET_COOKIE,
        token,
        max_age=resolver_of(ticket).keeps,
        path=f"/seat/{ticket.public_id}/",
        httponly=True,
        samesite="Lax",
    )
    return response


def moved_on(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Redirect to the device's new seat if a director has moved the device. Raise Http404 for other ended tickets."""
    old = ticket_ever(ticket_id, request.COOKIES.get(TICKET_COOKIE, ""))
    taken = found_or_404(moved_ticket_take(old) if old is not None else None, "This seat is not yours")
    return seat_response(*taken)


@never_cache
@ensure_csrf_cookie
def seat(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Show the table page of a seat. The seat's socket sends everything that the page shows."""
    ticket = ticket_for(ticket_id, request.COOKIES.get(TICKET_COOKIE, ""))
    if ticket is None:
        return moved_on(request, ticket_id)
    page = resolver_of(ticket).page(ticket)
    if page:
        return redirect(page)
    context = {
        "join_path": resolver_of(ticket).join_path,
        "socket_path": f"/seat/{ticket_id}/socket/",
        "version": version(),
        "worker": worker_address(),
    }
    return render(request, "play/seat.html", context)
