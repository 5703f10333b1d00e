"""Boards that a table has called fouled because their dummies were not in order (SOLO-5c)."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import attempt
from clubsite.director.monitor.forms import FouledForm
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.scores.models import OrderAnswer, OrderCheck
from clubsite.scores.services.order_checks import fouling_change, fouling_leave, fouling_undo

ORDER_ACTS: dict[str, tuple[Callable[..., OrderCheck], str]] = {
    "leave": (fouling_leave, "The board stays fouled as the table said."),
    "undo": (fouling_undo, "The board is not fouled: all its scores are compared together again."),
    "played": (
        partial(fouling_change, answer=OrderAnswer.FOULED),
        "The board is fouled from that table on, their own score too.",
    ),
    "now": (
        partial(fouling_change, answer=OrderAnswer.FOULED_NEXT),
        "The board is fouled from the next table on. Their own score stands.",
    ),
}


@for_director
@require_POST
def fouled(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Leave it so, say which scores it fouls, or take it back. Return to the room, or to the table's page."""
    if act not in ORDER_ACTS:
        raise Http404("No such act")
    do, done = ORDER_ACTS[act]
    form = FouledForm(request.POST)
    if form.is_valid():
        pk = form.cleaned_data["check"]
        attempt(request, done, lambda: do(session=session, pk=pk, user=request.user))
    label = form.cleaned_data.get("table")
    if label:
        return redirect("director:table", session_id=session.public_id, number=label)
    return redirect("director:monitor", session_id=session.public_id)
