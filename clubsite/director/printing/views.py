"""The papers to print as PDF, the movement page, and the link to a lost slip."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.links import base_of, qr_svg
from clubsite.core.refused import Refused
from clubsite.director.links import slip_url
from clubsite.director.printing.papers import PAPERS, PrintOrder, movement_for, movements_of
from clubsite.director.setup.forms import LostSlipForm
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Session
from clubsite.pdf.response import pdf_answer, size_asked
from clubsite.visibility.decorators import taking_cards
from clubsite.visibility.services import LINK_MINUTES, slip_link_make


@for_director
def paper(request: SignedInRequest, session: Session, name: str, letter: str = "") -> HttpResponse:
    """Print a sheet without cards, for the whole session or for a section."""
    return _printed(request, session, name, letter)


@taking_cards
def cards_on_paper(request: SignedInRequest, session: Session, name: str, letter: str = "") -> HttpResponse:
    return _printed(request, session, name, letter)


def _printed(request: SignedInRequest, session: Session, name: str, letter: str) -> HttpResponse:
    """Return one of the sheets as PDF. If it is refused, the print page says why."""
    found = PAPERS[name]
    try:
        made = found.make(PrintOrder(request, session, letter, size_asked(request, session.club.paper)))
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    return pdf_answer(made, f"{found.name}.pdf")


@posted_by_director
def lost_slip(request: SignedInRequest, session: Session) -> HttpResponse:
    """Make a link to the slip for someone who may see the board, if this director may not. Show no cards here."""
    number = LostSlipForm(request.POST).sent["number"]
    try:
        link, key = slip_link_make(session=session, number=number, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    url = slip_url(base_of(request), key)
    context = {"board": link.board, "url": url, "qr": qr_svg(url), "minutes": LINK_MINUTES}
    return session_page(request, session, "director/printing/lost_slip.html", **context)


@for_director
def movement(request: SignedInRequest, session: Session, letter: str = "") -> HttpResponse:
    try:
        shown = movement_for(session, letter)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:movement", session_id=session.public_id)
    return session_page(
        request, session, "director/printing/movement.html", movements=movements_of(session), shown=shown
    )
