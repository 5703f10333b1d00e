"""The page of a seat, the same for a club night and for a table at home; all that is on it comes by its socket."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from clubsite.play.seat_resolvers import seats_of
from clubsite.play.seat_tickets import COOKIE
from clubsite.play.selectors import claim_for


def enter(request: HttpRequest, claim_id: str) -> HttpResponse:
    """A link with the claim's key (printed by the demo, or made by the director): keeps the cookie and goes in."""
    token = request.GET.get("key", "")
    claim = claim_for(claim_id, token)
    if claim is None:
        raise Http404("This seat link is no longer good")
    return seat_response(request, claim, token)


def seat_response(request: HttpRequest, claim: Any, token: str) -> HttpResponse:
    """To the page of a claim's seat, with its key in a cookie that only this seat's addresses see."""
    response = redirect("seat", claim_id=claim.public_id)
    response.set_cookie(
        COOKIE,
        token,
        max_age=seats_of(claim).keeps,
        path=f"/seat/{claim.public_id}/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


@never_cache
@ensure_csrf_cookie
def seat(request: HttpRequest, claim_id: str) -> HttpResponse:
    """The table page of a seat; everything on it comes through its socket."""
    claim = claim_for(claim_id, request.COOKIES.get(COOKIE, ""))
    if claim is None:
        raise Http404("This seat is not yours")
    page = seats_of(claim).page(claim)
    if page:
        return redirect(page)
    way_in = seats_of(claim).way_in
    return render(request, "play/seat.html", {"way_in": way_in, "socket_path": f"/seat/{claim_id}/socket/"})
