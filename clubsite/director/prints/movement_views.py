"""The movement of a night, looked at and printed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.prints.movement import movement_for, movements_of
from clubsite.director.prints.paper_size import size_asked
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.pdf.response import pdf_answer


@for_director
def movement(request: SignedInRequest, session: Session, letter: str = "") -> HttpResponse:
    """A section's rounds as a moving picture and as a grid."""
    movements = movements_of(session)
    if not movements:
        messages.error(request, "Choose a movement first.")
        return redirect("director:movement", session_id=session.public_id)
    shown = movement_for(session, letter) if letter else movements[0]
    context = {"session": session, "club": session.club, "movements": movements, "shown": shown}
    return render(request, "director/prints/movement.html", context)


@for_director
def guides(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """A card for each contestant."""
    return pdf_answer(movement_for(session, letter).guides(size_asked(request, session)), "guide-cards.pdf")


@for_director
def at_tables(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """A card for each table: who sits there, round by round."""
    return pdf_answer(
        movement_for(session, letter).at_tables(size_asked(request, session)), "table-guides.pdf"
    )
