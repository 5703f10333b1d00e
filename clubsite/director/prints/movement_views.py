"""The movement of a night, looked at and printed."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.prints.movement import SectionMovement, movements_of
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
    shown = _of(movements, letter) if letter else movements[0]
    context = {"session": session, "club": session.club, "movements": movements, "shown": shown}
    return render(request, "director/prints/movement.html", context)


@for_director
def guides(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """A card for each contestant."""
    return pdf_answer(_of(movements_of(session), letter).guides(), "guide-cards.pdf")


@for_director
def at_tables(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """A card for each table: who sits there, round by round."""
    return pdf_answer(_of(movements_of(session), letter).at_tables(), "table-guides.pdf")


def _of(movements: list[SectionMovement], letter: str) -> SectionMovement:
    found = next((each for each in movements if each.section.name == letter), None)
    if found is None:
        raise Http404("No such section, or no movement yet")
    return found
