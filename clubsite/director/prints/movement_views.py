"""The movement of a night, looked at and printed."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.prints.movement import Walk, walks_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.pdf.response import pdf_answer


@for_director
def walk(request: SignedInRequest, session: Session, letter: str = "") -> HttpResponse:
    """A section's rounds as a moving picture and as a grid."""
    walks = walks_of(session)
    if not walks:
        messages.error(request, "Choose a movement first.")
        return redirect("director:movement", session_id=session.public_id)
    shown = _of(walks, letter) if letter else walks[0]
    context = {"session": session, "club": session.club, "walks": walks, "walk": shown}
    return render(request, "director/prints/movement.html", context)


@for_director
def guides(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """A card for each contestant."""
    return pdf_answer(_of(walks_of(session), letter).guides(), "guide-cards.pdf")


@for_director
def at_tables(request: SignedInRequest, session: Session, letter: str) -> HttpResponse:
    """A card for each table: who sits there, round by round."""
    return pdf_answer(_of(walks_of(session), letter).at_tables(), "table-guides.pdf")


def _of(walks: list[Walk], letter: str) -> Walk:
    found = next((walk for walk in walks if walk.section.name == letter), None)
    if found is None:
        raise Http404("No such section, or no movement yet")
    return found
