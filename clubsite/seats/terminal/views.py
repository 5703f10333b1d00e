"""A terminal's views. They are under the seat's own address, the only address to which the seat's cookie is sent.

The page is loaded once. All its data come as JSON, and each action is one request.
"""

from collections.abc import Callable
from functools import partial, wraps

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import AnyUser
from clubsite.core.refused import Refused
from clubsite.core.responses import fresh_page
from clubsite.core.views import worker_address
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE, SeatTaken, ticket_release, ticket_take, unsent_set
from clubsite.play.selectors import rev_of, ticket_ever, ticket_for, why_gone
from clubsite.play.views import moved_on, seat_response
from clubsite.scores.services.pending_scores import NotYet, act_once
from clubsite.seats.joining import NumberWanted, Taking
from clubsite.seats.seat_now import seat_now
from clubsite.seats.terminal import acts
from clubsite.seats.terminal.forms import DeviceSideForm, OrderForm, TypedDealForm, UnsentForm
from clubsite.seats.terminal.payload import is_disputed, payload_of

DEVICE_THERE = "Another device is there already. Ask the director."
SITS_NOWHERE = "You sit at no table now. Change it when the next round begins."


def device_change(ticket: SeatTicket, *, user: AnyUser, player: str = "") -> tuple[SeatTicket, str]:
    """Make a player's device stay at this table, or make a table's device follow `player` or the player on its side.

    Return the new ticket and its token. Raise Refused if the seat is not at a table, if another device holds the new
    seat, or if this device may not take it.
    """
    now = seat_now(ticket)
    player = player or (now.player if now else "")
    contestant = now.table.contestant_at(player) if now else None
    if now is None or contestant is None or contestant.robot:
        raise Refused(SITS_NOWHERE)
    table = now.table.seating.table
    try:
        with transaction.atomic():
            if now.of_table:
                taken = Taking(table, contestant, player, ticket.device, user).take()
            else:
                taken = ticket_take(device=ticket.device, seat=table.seat)
            ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    except (SeatTaken, NumberWanted):
        raise Refused(DEVICE_THERE) from None
    return taken


NOT_YOURS = "This seat is not yours"
NO_ID = "An act needs an id of letters and figures."
NOT_OPEN = "That round is not open yet."


def for_seat(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the ticket of the requesting device to the view. Raise Http404 if the device does not hold the ticket."""

    @wraps(view)
    def guarded(request: HttpRequest, ticket_id: str) -> HttpResponse:
        ticket = ticket_for(ticket_id, request.COOKIES.get(TICKET_COOKIE, ""))
        if ticket is None:
            raise Http404(NOT_YOURS)
        return view(request, ticket)

    return never_cache(ensure_csrf_cookie(guarded))


@fresh_page
@ensure_csrf_cookie
def page(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Show the page, which is the same for every seat. Its script reads the seat from the page's address."""
    if ticket_for(ticket_id, request.COOKIES.get(TICKET_COOKIE, "")) is None:
        return moved_on(request, ticket_id)
    return _rendered(request, worker_address())


def _rendered(request: HttpRequest, worker: str) -> HttpResponse:
    return render(request, "seats/terminal/page.html", {"worker": worker})


def unsent_heard(ticket: SeatTicket, sent: QueryDict) -> None:
    """Store the number of entries that are waiting on the device, if the device's page sends this number."""
    count = UnsentForm(sent).sent["unsent"]
    if count is not None:
        unsent_set(ticket=ticket, count=count)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the terminal's page for a device that cannot reach the site. It contains nothing about any seat."""
    return _rendered(request, worker="")


@require_safe
@for_seat
def state(request: HttpRequest, ticket: SeatTicket) -> HttpResponse:
    """Return everything that the page shows, or an empty response (204) if the page's `rev` is still current."""
    unsent_heard(ticket, request.GET)
    if request.GET.get("rev") == str(rev_of(ticket)):
        return HttpResponse(status=204)
    return JsonResponse(payload_of(seat_now(ticket)))


@require_POST
@never_cache
def send(request: HttpRequest, ticket_id: str, kind: str) -> HttpResponse:
    """Perform an action once, however often it is sent, even for a device that has since lost its seat. A 409 response
    means "not yet".

    The response has the action's outcome, and also the new state as long as the device still has the seat.
    """
    ticket = ticket_ever(ticket_id, request.COOKIES.get(TICKET_COOKIE, ""))
    if ticket is None or kind not in acts.ACTS:
        raise Http404(NOT_YOURS)
    form = acts.ACTS[kind][0](request.POST)
    if not form.sent["id"]:
        return JsonResponse({"words": NO_ID}, status=400)
    try:
        answer = partial(acts.act_answer, ticket, form, kind)
        act = act_once(ticket=ticket, client_id=form.sent["id"], kind=kind, values=form.sent, do=answer)
    except NotYet:
        return JsonResponse({"words": NOT_OPEN}, status=409)
    unsent_heard(ticket, request.POST)
    outcome = {"code": act.code, "words": act.words, "problems": act.problems}
    if ticket.revoked_at:
        return JsonResponse({**outcome, "gone": why_gone(ticket)})
    return JsonResponse({**outcome, "state": payload_of(seat_now(ticket))})


@require_POST
@for_seat
def order(request: HttpRequest, ticket: SeatTicket) -> HttpResponse:
    """Return both dummies of the board in play, with their cards in order, or the reason why they are not shown."""
    return JsonResponse(acts.order_asked(ticket, OrderForm(request.POST)))


@require_POST
@for_seat
def deal(request: HttpRequest, ticket: SeatTicket) -> HttpResponse:
    """Return the cards that were typed for a board, so that the typing can be corrected."""
    return JsonResponse(acts.deal_asked(ticket, TypedDealForm(request.POST)))


@require_POST
@for_seat
def device(request: HttpRequest, ticket: SeatTicket) -> HttpResponse:
    """Change whether this device stays at its table or follows a player, and redirect to the new seat's page.

    Return a 409 response with the reason if the change is not possible.
    """
    player = DeviceSideForm(request.POST).sent["player"]
    try:
        taken, token = device_change(ticket, user=request.user, player=player)
    except Refused as no:
        return JsonResponse({"words": str(no)}, status=409)
    return seat_response(taken, token)


@require_POST
@for_seat
def call(request: HttpRequest, ticket: SeatTicket) -> HttpResponse:
    """Call the director, or cancel the call if `off` was sent."""
    now = seat_now(ticket)
    acts.call(ticket, on="off" not in request.POST, disputed=now is not None and is_disputed(now))
    return JsonResponse(payload_of(seat_now(ticket)))
