"""Organisers' pages about heats of other servers: the sealed envelope with the key of the boards."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.event_documents.envelopes import envelope_sheets, outside_words
from clubsite.event_documents.services.release import envelope_key
from clubsite.pdf.response import pdf_answer, size_asked
from clubsite.simultaneous.models import Heat
from clubsite.simultaneous.selectors.events import heat_organised


@for_club
def envelope(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Say what a sealed envelope is. A POST prints it."""
    heat = heat_organised(club, public_id, heat_id)
    if request.method == "POST":
        return _printed(request, club, heat)
    shown = {"club": club, "event": heat.event, "heat": heat, "outside": outside_words(heat)}
    return render(request, "event_documents/envelope.html", shown)


@confirmed
def _printed(request: SignedInRequest, club: Club, heat: Heat) -> HttpResponse:
    try:
        key = envelope_key(event=heat.event, heat=heat, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect(request.path)
    return pdf_answer(envelope_sheets(heat, key, size_asked(request, club.paper)), f"envelope-{heat.public_id}.pdf")
