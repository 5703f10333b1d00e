"""What lies on the tables: score slips and travellers, a section at a time."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from clubsite import pdf
from clubsite.accounts.requests import SignedInRequest
from clubsite.director.prints.movement import movement_for
from clubsite.director.prints.paper_size import size_asked
from clubsite.director.prints.slips import score_slips_of, travellers_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.pdf.response import pdf_answer

NO_ROUND = "No table plays from that round on."


@for_director
def score_slips(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """One a table, round and board; `?from=4` leaves out the rounds before."""
    movement = movement_for(session, letter)
    first = request.GET.get("from", "")
    slips = score_slips_of(
        movement, int(first) if first.isascii() and first.isdigit() and len(first) < 4 else 1
    )
    if not slips:
        messages.error(request, NO_ROUND)
        return redirect("director:print", session_id=session.public_id)
    made = pdf.score_slips(movement.heading, slips, size_asked(request, session))
    return pdf_answer(made, "score-slips.pdf")


@for_director
def travellers(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """One a board, to go round with it."""
    movement = movement_for(session, letter)
    made = pdf.blank_travellers(movement.heading, travellers_of(movement), size_asked(request, session))
    return pdf_answer(made, "travellers.pdf")
