"""The papers to print, as PDF, and the link to a lost slip."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.links import base_of, qr_svg
from clubsite.core.refused import Refused
from clubsite.director.links import slip_url
from clubsite.director.prints.forms import LostSlipForm
from clubsite.director.prints.paper_size import size_asked
from clubsite.director.prints.papers import PAPERS, PrintOrder
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.services.slip_links import LINK_MINUTES, slip_link_make
from clubsite.pdf.response import pdf_answer


@for_director
def paper(request: SignedInRequest, session: Session, name: str, letter: str = "") -> HttpResponse:
    """Print one of the sheets, of the whole session or of a section. The print page shows a refusal."""
    found = PAPERS[name]
    if found.shows_cards and request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        made = found.make(PrintOrder(request, session, letter, size_asked(request, session)))
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    return pdf_answer(made, f"{found.name}.pdf")


@for_director
@require_POST
def lost_slip(request: SignedInRequest, session: Session) -> HttpResponse:
    """Make a link for a person who may see the board if this director may not. Nothing here shows a card."""
    number = LostSlipForm(request.POST).sent["number"]
    try:
        link, key = slip_link_make(session=session, number=number, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    url = slip_url(base_of(request), key)
    context = {"session": session, "club": session.club, "board": link.board, "url": url, "qr": qr_svg(url)}
    return render(request, "director/prints/lost_slip.html", context | {"minutes": LINK_MINUTES})
