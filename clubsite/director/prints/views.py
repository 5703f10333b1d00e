"""The PDFs: slips of the dummies, curtain cards, table cards, the movement."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite import pdf
from clubsite.accounts.requests import SignedInRequest
from clubsite.catalogue.grid import grid_of
from clubsite.core.links import base_of, qr_svg
from clubsite.director.links import join_url, slip_url
from clubsite.director.prints.forms import LostSlipForm, SlipsForm
from clubsite.director.prints.paper_size import size_asked
from clubsite.director.setup import dummy_slips, plans
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.boards import boards_of
from clubsite.duplicate.selectors.movements import movement_of, plan_of
from clubsite.duplicate.selectors.sessions import section_for
from clubsite.duplicate.selectors.tables import tables_of
from clubsite.duplicate.services.slip_links import LINK_MINUTES, slip_link_make
from clubsite.pdf.response import pdf_answer


@for_director
@require_POST
def slips(request: SignedInRequest, session: Session) -> HttpResponse:
    """Shows cards, so it is asked for by POST, noted in the audit log, and refused to a director who plays."""
    try:
        only = SlipsForm(request.POST).sent["board"]
        boards = dummy_slips.slips_taken(request.user, session, only)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    made = pdf.slips(_heading(session), [board.setup() for board in boards], size_asked(request, session))
    return pdf_answer(made, "slips.pdf")


@for_director
@require_POST
def curtain_cards(request: SignedInRequest, session: Session) -> HttpResponse:
    """Shows cards, as the slips do: asked for by POST, noted, and refused to a director who plays."""
    try:
        only = SlipsForm(request.POST).sent["board"]
        cards = dummy_slips.curtain_cards_taken(request.user, session, only)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    made = pdf.curtain_cards(_heading(session), cards, size_asked(request, session))
    return pdf_answer(made, "curtain-cards.pdf")


@for_director
@require_POST
def lost_slip(request: SignedInRequest, session: Session) -> HttpResponse:
    """A link for somebody who may see the board, where this director may not. Nothing here shows a card."""
    number = LostSlipForm(request.POST).sent["number"]
    try:
        link, key = slip_link_make(session=session, number=number, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:print", session_id=session.public_id)
    url = slip_url(base_of(request), key)
    context = {"session": session, "club": session.club, "board": link.board, "url": url, "qr": qr_svg(url)}
    return render(request, "director/prints/lost_slip.html", context | {"minutes": LINK_MINUTES})


@for_director
def cards(request: SignedInRequest, session: Session) -> HttpResponse:
    """One card a table: QR code, short code, address."""
    base = base_of(request)
    tables = [(t.label, t.code, join_url(base, t.code)) for t in tables_of(session)]
    if not tables:
        messages.error(request, "Choose a movement first: it says how many tables there are.")
        return redirect("director:print", session_id=session.public_id)
    return pdf_answer(
        pdf.table_cards(
            session.club.name,
            f"{session.name}, {session.date:%d %B %Y}",
            tables,
            size_asked(request, session),
        ),
        "table-cards.pdf",
    )


@for_director
def movement(request: SignedInRequest, session: Session) -> HttpResponse:
    """Every round's seating, and the players."""
    section = section_for(session, request.GET.get("section", ""))
    plan, chosen = plan_of(section), movement_of(section)
    if plan is None or chosen is None:
        messages.error(request, "Choose a movement first.")
        return redirect("director:print", session_id=session.public_id)
    names = plans.names_by_number(section)
    grid = grid_of(plan, section.boards_per_round, [b.number for b in boards_of(section)], names)
    title = f"Section {section.name}: {chosen.title}" if section.lettered else chosen.title
    return pdf_answer(
        pdf.movement_sheet(_heading(session), title, grid, names, size_asked(request, session)),
        "movement.pdf",
    )


def _heading(session: Session) -> str:
    return f"{session.club.name}, {session.name}, {session.date:%d %B %Y}"
