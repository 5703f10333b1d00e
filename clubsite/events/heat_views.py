"""Pages of a club that takes part in events and, for everybody, the list of events and the way to one from a night."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.core.idempotency import idempotency_key
from clubsite.core.not_found import found_or_404
from clubsite.core.public_pages import public_page
from clubsite.core.refused import attempt, attempt_form
from clubsite.duplicate.selectors.sessions import session_by_id
from clubsite.events.forms import HeatPlanForm
from clubsite.events.heat_forms import EnvelopeKeyForm, HeatDealerForm, OrganiserFileForm
from clubsite.events.models import Heat, HeatStatus
from clubsite.events.selectors.event_reader import event_or_404
from clubsite.events.selectors.events import events_listed, events_of_club, take_part_page
from clubsite.events.selectors.heats import heat_for_director, heat_of, heat_page
from clubsite.events.services import heats
from clubsite.events.services.heat_sessions import dealer_name, heat_release

TAKE_PART_PAGE, HEAT_PAGE = "events_director:take-part", "events_director:heat"
ACTS: dict[str, tuple[Callable[..., Any], str]] = {
    "release": (heat_release, "The cards are released. Everybody can read in the event’s log that you did this."),
    "confirm": (heats.heat_confirm, "The heat is confirmed. Corrections of scores still count."),
    "unconfirm": (heats.heat_unconfirm, "The heat is not confirmed any more. Confirm it again when all is right."),
    "decline": (heats.invitation_end, "The invitation is declined."),
    "leave": (heats.heat_leave, "{} has left the event with this heat."),
}
JOINED = "{} takes part. Under New night, choose the event’s boards for the night of the heat."
ASKED = "{} asks to take part. You read the organiser’s answer here."


@public_page
def events(request: HttpRequest) -> HttpResponse:
    """Show the announced events of this site, and the latest that are published."""
    announced, published = events_listed()
    return render(request, "events/events.html", {"announced": announced, "published": published})


@public_page
@require_safe
def event_of_night(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a reader of a night to the proof of the event whose boards it played."""
    found = found_or_404(heat_of(session_by_id(public_id)), "No event")
    return redirect("events:proof", public_id=found.event.public_id)


@signed_in
@never_cache
def clubs(request: SignedInRequest) -> HttpResponse:
    """Show the events of each club that the user directs. With one club, go to its page."""
    found = list(clubs_directed_by(request.user))
    if len(found) == 1:
        return redirect("events_director:events", slug=found[0].slug)
    shown = {"clubs": [(club, events_of_club(club)) for club in found]}
    return render(request, "events/director/clubs.html", shown)


@for_club
def take_part(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Show an event to a club, with its heats. A POST takes part, or asks to."""
    event = event_or_404(public_id)
    form = HeatPlanForm(request.POST if request.method == "POST" else None, event=event)
    made: list[Heat] = []

    def join() -> None:
        key = idempotency_key(request)
        joined = partial(heats.heat_join, event=event, club=club, user=request.user, idempotency_key=key)
        made.append(joined(**form.cleaned_data))

    if attempt_form(request, form, join):
        messages.success(request, (ASKED if made[0].status == HeatStatus.ASKED else JOINED).format(club))
        return redirect(TAKE_PART_PAGE, club.slug, public_id)
    shown = {"club": club, "event": event, "page": take_part_page(club, event), "form": form}
    return render(request, "events/director/take_part.html", shown, status=422 if form.errors else 200)


@for_club
def plan(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Change when a heat starts and how many tables it expects."""
    found = heat_for_director(club, heat_id)
    now = {"planned_at": found.planned_at, "tables": found.tables}
    form = HeatPlanForm(request.POST if request.method == "POST" else None, event=found.event, initial=now)
    if attempt_form(request, form, lambda: heats.heat_plan(heat=found, user=request.user, **form.cleaned_data)):
        messages.success(request, "The plan of your heat is kept.")
        return redirect(TAKE_PART_PAGE, club.slug, found.event.public_id)
    shown = {"club": club, "event": found.event, "heat": found, "form": form}
    return render(request, "events/director/plan.html", shown, status=422 if form.errors else 200)


@for_club
def heat(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Show a heat. A POST names its dealer."""
    found = heat_for_director(club, heat_id)
    form = HeatDealerForm(found, request.POST if request.method == "POST" else None)
    name = partial(dealer_name, heat=found, user=request.user)
    if attempt_form(request, form, lambda: name(person=form.cleaned_data["dealer"])):
        return redirect(HEAT_PAGE, club.slug, heat_id)
    return heat_answer_page(request, club, found, form=form, status=422 if form.errors else 200)


def heat_answer_page(request: SignedInRequest, club: Club, heat: Heat, *, status: int, **forms: Any) -> HttpResponse:
    """Show the page of a heat. `forms` has those that were sent and may have errors."""
    every = {"form": HeatDealerForm(heat), "key_form": EnvelopeKeyForm(), "file_form": OrganiserFileForm(), **forms}
    shown = {"club": club, "heat": heat, "event": heat.event, "page": heat_page(heat), **every}
    return render(request, "events/director/heat.html", shown, status=status)


@for_club
def act(request: SignedInRequest, club: Club, heat_id: str, act: str) -> HttpResponse:
    """Do what a button of a heat says, or leave the event. A GET says what leaving means."""
    found = heat_for_director(club, heat_id)
    service, done = found_or_404(ACTS.get(act), "No such button")
    before = reverse(TAKE_PART_PAGE, args=[club.slug, found.event.public_id])
    if request.method != "POST":
        found_or_404(act == "leave" or None, "This act has no page")
        shown = {"club": club, "event": found.event, "heat": found, "back": before}
        return render(request, "events/director/leave.html", shown)
    attempt(request, done.format(club), lambda: service(heat=found, user=request.user))
    return redirect(before if act in ("decline", "leave") else reverse(HEAT_PAGE, args=[club.slug, heat_id]))
