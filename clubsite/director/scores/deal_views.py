"""The page for typing the cards of a board that was dealt at the table."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import attempt_form
from clubsite.director.scores.deals import BoardDealForm, typed_cards
from clubsite.director.scores.travellers import board_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: SignedInRequest, session: Session, number: int) -> HttpResponse:
    """Show a field for each hand, or the cards to tap. Cards already stored are not shown: that would be a look."""
    own = request.GET.get("section", "")
    board = board_of(session, number, own)
    page = typed_cards(board, session, request.user)
    if page is None:
        raise Http404("The site dealt that board")
    back = reverse("director:traveller", args=[session.public_id, number])
    back += f"?{urlencode({'section': own})}" if own else ""
    if page.why_not or not page.can:
        messages.error(request, page.why_not or "Another table has played it since: its cards are fixed.")
        return redirect(back)
    form = BoardDealForm(board, request.POST if request.method == "POST" else None)
    if form.is_bound and attempt_form(request, form, lambda: form.store(request.user)):
        messages.success(request, f"The cards of board {number} are in.")
        return redirect(back)
    context = {"session": session, "club": session.club, "page": page, "form": form, "back": back}
    return render(request, "director/scores/deal.html", context)
