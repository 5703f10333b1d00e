"""The doors of a player: the table's code, the name, the table page."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from clubsite.accounts.services import device_for, device_known
from clubsite.night import joining
from clubsite.play.consumers import COOKIE
from clubsite.play.seats import SeatTaken, claim_release
from clubsite.play.selectors import claim_for

DEVICE_COOKIE = "device"
YEAR = 365 * 24 * 3600
NIGHT = 18 * 3600


@ensure_csrf_cookie
def join(request: HttpRequest) -> HttpResponse:
    """Type the table's code (without a QR reader)."""
    form = joining.CodeForm(request.GET or None, address=joining.address_of(request))
    if form.is_bound and form.is_valid():
        return redirect("join-table", code=form.cleaned_data["code"])
    status = 429 if form.has_error("code", "too_many") else 200
    return render(request, "night/join.html", {"form": form}, status=status)


@never_cache
def join_table(request: HttpRequest, code: str) -> HttpResponse:
    """Pick your name for this round, then the seat is this device's."""
    address = joining.address_of(request)
    try:
        table = joining.table_for_code(code, address=address)
    except joining.TooManyTries:
        context = {"form": joining.CodeForm(address=address), "stopped": joining.TOO_MANY}
        return render(request, "night/join.html", context, status=429)
    if table is None:
        raise Http404("No table has that code now")
    if request.method == "POST":
        return _take(request, code, table)
    choices = joining.choices_at(table, device_known(request.COOKIES.get(DEVICE_COOKIE)))
    return render(request, "night/join_table.html", {"table": table, "choices": choices, "code": code})


def _take(request: HttpRequest, code: str, table: Any) -> HttpResponse:
    device, token = device_for(
        token=request.COOKIES.get(DEVICE_COOKIE), label=request.headers.get("User-Agent", "")[:80]
    )
    try:
        claim, claim_token = joining.seat_take(
            table=table, device=device, choice=request.POST.get("seat", "")
        )
    except joining.CannotSit as no:
        messages.error(request, str(no))
        response: HttpResponse = redirect("join-table", code=code)
    except SeatTaken as taken:
        joining.ask_for_seat(table=table, claim=taken.claim)
        messages.error(
            request,
            "Another device holds that seat. The director has been called and can free it.",
        )
        response = redirect("join-table", code=code)
    else:
        response = _enter_response(request, claim.public_id, claim_token)
    response.set_cookie(
        DEVICE_COOKIE, token, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


def enter(request: HttpRequest, claim_id: str) -> HttpResponse:
    """A link with the claim's key (printed by the demo, or made by the director): keeps the cookie and goes in."""
    token = request.GET.get("key", "")
    if claim_for(claim_id, token) is None:
        raise Http404("This seat link is no longer good")
    return _enter_response(request, claim_id, token)


def _enter_response(request: HttpRequest, claim_id: str, token: str) -> HttpResponse:
    response = redirect("seat", claim_id=claim_id)
    response.set_cookie(
        COOKIE,
        token,
        max_age=NIGHT,
        path=f"/seat/{claim_id}/",
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
    return render(request, "night/seat.html", {"claim": claim, "socket_path": f"/seat/{claim_id}/socket/"})


@require_POST
def leave(request: HttpRequest, claim_id: str) -> HttpResponse:
    """Give the seat up, so that another device can take it."""
    claim = claim_for(claim_id, request.COOKIES.get(COOKIE, ""))
    if claim is None:
        raise Http404("This seat is not yours")
    claim_release(claim=claim, why="You left this seat.")
    messages.success(request, "You have left the seat. Another device can take it now.")
    return redirect("join")
