"""The list of events for everybody, and pages on which directors find events to join, and plan their club's heats."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.core.idempotency import idempotency_key
from clubsite.core.public_pages import public_page
from clubsite.core.refused import attempt, attempt_form
from clubsite.events.forms import HeatPlanForm
from clubsite.events.selectors.events import event_to_join, events_listed, events_of_club, heat_of_club, take_part_page
from clubsite.events.services.heats import heat_join, heat_leave, heat_plan, invitation_end

TAKE_PART_PAGE = "events_director:take-part"


@public_page
def events(request: HttpRequest) -> HttpResponse:
    """Show the announced events of this site, and the latest that are published."""
    announced, published = events_listed()
    return render(request, "events/events.html", {"announced": announced, "published": published})


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
    event = event_to_join(public_id)
    form = HeatPlanForm(request.POST if request.method == "POST" else None, event=event)
    made: list[Any] = []

    def join() -> None:
        key = idempotency_key(request)
        made.append(heat_join(event=event, club=club, user=request.user, idempotency_key=key, **form.cleaned_data))

    if attempt_form(request, form, join):
        messages.success(request, JOINED[made[0].status == "asked"].format(club))
        return redirect(TAKE_PART_PAGE, slug=club.slug, public_id=public_id)
    shown = {"club": club, "event": event, "page": take_part_page(club, event), "form": form}
    return render(request, "events/director/take_part.html", shown, status=422 if form.errors else 200)


@for_club
def plan(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Change when a heat starts and how many tables it expects."""
    found = heat_of_club(club, public_id, heat_id)
    now = {"planned_at": found.planned_at, "tables": found.tables}
    form = HeatPlanForm(request.POST if request.method == "POST" else None, event=found.event, initial=now)
    if attempt_form(request, form, lambda: heat_plan(heat=found, user=request.user, **form.cleaned_data)):
        messages.success(request, "The plan of your heat is kept.")
        return redirect(TAKE_PART_PAGE, slug=club.slug, public_id=public_id)
    shown = {"club": club, "event": found.event, "heat": found, "form": form}
    return render(request, "events/director/plan.html", shown, status=422 if form.errors else 200)


@for_club
def leave(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Say what leaving an event means, and let the heat leave."""
    found = heat_of_club(club, public_id, heat_id)
    words = f"{club} has left the event with this heat."
    if request.method == "POST" and attempt(request, words, lambda: heat_leave(heat=found, user=request.user)):
        return redirect(TAKE_PART_PAGE, slug=club.slug, public_id=public_id)
    back = reverse(TAKE_PART_PAGE, args=[club.slug, public_id])
    shown = {"club": club, "event": found.event, "heat": found, "back": back}
    return render(request, "events/director/leave.html", shown)


@for_club
@require_POST
def decline(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    found = heat_of_club(club, public_id, heat_id)
    attempt(request, "The invitation is declined.", lambda: invitation_end(heat=found, user=request.user))
    return redirect("events_director:events", slug=club.slug)


JOINED = {
    False: "{} takes part. Under New night, choose the event’s boards for the night of the heat.",
    True: "{} asks to take part. You read the organiser’s answer here.",
}
