"""The page of a heat for the directors of its club: its dealer, its cards, its scores and its confirmation."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.not_found import found_or_404
from clubsite.core.public_pages import public_page
from clubsite.core.refused import attempt, attempt_form
from clubsite.duplicate.selectors.sessions import session_by_id
from clubsite.events.elsewhere_forms import EnvelopeKeyForm, OrganiserFileForm
from clubsite.events.heat_forms import HeatDealerForm
from clubsite.events.models import Heat
from clubsite.events.selectors.heats import heat_for_director, heat_of, heat_page
from clubsite.events.services.heat_sessions import dealer_name, heat_release
from clubsite.events.services.heats import heat_confirm, heat_unconfirm

HEAT_PAGE = "events_director:heat"
HEAT_ACTS = {
    "release": (heat_release, "The cards are released. Everybody can read in the event’s log that you did this."),
    "confirm": (heat_confirm, "The heat is confirmed. Corrections of scores still count."),
    "unconfirm": (heat_unconfirm, "The heat is not confirmed any more. Confirm it again when all is right."),
}


@for_club
def heat(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Show a heat. A POST names its dealer."""
    found = heat_for_director(club, heat_id)
    form = HeatDealerForm(found, request.POST if request.method == "POST" else None)
    if attempt_form(request, form, lambda: dealer_name(heat=found, person=form.person, user=request.user)):
        return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)
    return heat_answer_page(request, club, found, form=form, status=422 if form.errors else 200)


def heat_answer_page(request: SignedInRequest, club: Club, heat: Heat, *, status: int, **forms: Any) -> HttpResponse:
    """Show the page of a heat. `forms` has those that were sent and may have errors."""
    every = {"form": HeatDealerForm(heat), "key_form": EnvelopeKeyForm(), "file_form": OrganiserFileForm(), **forms}
    shown = {"club": club, "heat": heat, "event": heat.event, "page": heat_page(heat), **every}
    return render(request, "events/director/heat.html", shown, status=status)


@for_club
@require_POST
def act(request: SignedInRequest, club: Club, heat_id: str, act: str) -> HttpResponse:
    """Release a heat's cards to its dealer, confirm the heat, or take its confirmation back."""
    found = heat_for_director(club, heat_id)
    service, words = found_or_404(HEAT_ACTS.get(act), "No such button")
    attempt(request, words, lambda: service(heat=found, user=request.user))
    return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)


@public_page
@require_safe
def event_of_night(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a reader of a night to the proof of the event whose boards it played."""
    found = found_or_404(heat_of(session_by_id(public_id)), "No event")
    return redirect("events:proof", public_id=found.event.public_id)
