"""The page of a session's movement."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import Refused
from clubsite.director.prints.movement import movement_for, movements_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session


@for_director
def movement(request: SignedInRequest, session: Session, letter: str = "") -> HttpResponse:
    """Show a section's rounds as a moving picture and as a grid."""
    try:
        shown = movement_for(session, letter)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:movement", session_id=session.public_id)
    context = {"session": session, "club": session.club, "movements": movements_of(session), "shown": shown}
    return render(request, "director/prints/movement.html", context)
