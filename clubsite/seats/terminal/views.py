"""Views of a terminal. They are under the seat's own address, where its cookie is."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from clubsite.play.seat_tickets import COOKIE
from clubsite.play.selectors import ticket_for
from clubsite.scores.services.entries import ScoreRefused
from clubsite.scores.services.refused_leads import lead_refused
from clubsite.seats.terminal import acts, questions
from clubsite.seats.terminal.forms import LineForm
from clubsite.seats.terminal.state import terminal_of


def for_seat(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for the device that holds the ticket: to all others the seat does not exist. The view gets the terminal."""

    @wraps(view)
    def guarded(request: HttpRequest, ticket_id: str, **kwargs: Any) -> HttpResponse:
        ticket = ticket_for(ticket_id, request.COOKIES.get(COOKIE, ""))
        if ticket is None:
            raise Http404("This seat is not yours")
        return view(request, terminal_of(ticket), **kwargs)

    return never_cache(ensure_csrf_cookie(guarded))


@for_seat
def page(request: HttpRequest, terminal: Any) -> HttpResponse:
    """What there is to do now: type, confirm, wait, move."""
    context = {"t": terminal, "state": terminal.state, "session": acts.session_of(terminal)}
    context["late"] = late = questions.late_of(terminal, request.GET)
    if late is not None:
        return render(request, "seats/terminal/page.html", context)
    if terminal.state == "type" or (terminal.state == "round_done" and request.GET):
        context["q"] = question = questions.question_of(terminal, request.GET)
        if question.lead_refused and question.board is not None:
            lead_refused(table_board=question.board.row, actor=terminal.me)
    if terminal.pending is not None:
        context["pending"] = terminal.pending
    return render(request, "seats/terminal/page.html", context)


@for_seat
def mark(request: HttpRequest, terminal: Any) -> HttpResponse:
    """Whether the page that asks is still how it is; otherwise it is told to load again."""
    response = HttpResponse(status=204)
    if request.GET.get("mark") != terminal.mark:
        response["HX-Refresh"] = "true"
    return response


@for_seat
def places(request: HttpRequest, terminal: Any) -> HttpResponse:
    """The player's place so far, as a fragment; nothing of it while no director shows it."""
    return render(request, "seats/terminal/_places.html", {"t": terminal, "so_far": terminal.so_far})


@require_POST
@for_seat
def act(request: HttpRequest, terminal: Any, act: str) -> HttpResponse:
    """Type, confirm, refuse, take back, call the director."""
    action = acts.ACTS.get(act)
    if action is None:
        raise Http404("No such act")
    form = LineForm(request.POST)
    kept = ""
    try:
        action(terminal, form)
    except ScoreRefused as no:
        messages.error(request, str(no))
        kept = questions.asked_again(request.POST, no.problems)
    return redirect(resolve_url("seats:terminal", ticket_id=terminal.ticket.public_id) + kept)
