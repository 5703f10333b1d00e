"""Pages on which a club organises events: setting one up, announcing it, and its heats as they come in."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.idempotency import idempotency_key
from clubsite.core.links import base_of, only_here, only_nearby
from clubsite.core.not_found import found_or_404
from clubsite.core.refused import attempt, attempt_form
from clubsite.events.forms import EventForm, InvitationForm, PublicNumberForm, ServerInvitationForm
from clubsite.events.selectors.events import (
    clubs_to_invite,
    event_organised,
    events_of_club,
    heat_organised,
    organiser_page,
)
from clubsite.events.services.events import event_announce, event_cancel, event_create, event_update, public_number_set
from clubsite.events.services.heats import heat_answer, heat_close, heat_invite, heat_leave_out, invitation_withdraw
from clubsite.events.services.publications import event_publish

EVENT_PAGE = "events_director:event"


@for_club
def events(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show the events that the club organises, those it takes part in, and those it may join."""
    return render(request, "events/director/events.html", {"club": club, "page": events_of_club(club)})


@for_club
def new(request: SignedInRequest, club: Club) -> HttpResponse:
    """Set an event up. Nobody else sees it until it is announced."""
    form = EventForm(request.POST if request.method == "POST" else None)
    made: list[Any] = []

    def make() -> None:
        key = idempotency_key(request)
        made.append(event_create(club=club, user=request.user, idempotency_key=key, **form.facts()))

    if attempt_form(request, form, make):
        messages.success(request, "The event is set up. Nobody else sees it until you announce it.")
        return redirect(EVENT_PAGE, slug=club.slug, public_id=made[0].public_id)
    return _edit(request, club, form)


@for_club
def event(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Show an event to its organiser."""
    return event_page(request, club, public_id)


@for_club
def change(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Change what may still be changed of an event."""
    found = event_organised(club, public_id)
    form = EventForm(request.POST if request.method == "POST" else None, event=found)
    if attempt_form(request, form, lambda: event_update(event=found, user=request.user, **form.facts())):
        messages.success(request, "The event is kept as you see it here.")
        return redirect(EVENT_PAGE, slug=club.slug, public_id=public_id)
    return _edit(request, club, form)


@for_club
def sure(request: SignedInRequest, club: Club, public_id: str, act: str) -> HttpResponse:
    """Say what announcing, publishing or cancelling an event means, and do it."""
    found = event_organised(club, public_id)
    words, service = found_or_404(EVENT_ACTS.get(act), "No such act")
    if request.method == "POST" and attempt(request, words, lambda: service(event=found, user=request.user)):
        return redirect(EVENT_PAGE, slug=club.slug, public_id=public_id)
    shown = {"club": club, "event": found, "page": organiser_page(found), **_address(request)}
    return render(request, f"events/director/{act}.html", shown)


@for_club
@require_POST
def number(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    found = event_organised(club, public_id)
    form = PublicNumberForm(request.POST, event=found)

    def store() -> None:
        public_number_set(event=found, user=request.user, text=form.cleaned_data["public_number"])

    if attempt_form(request, form, store):
        messages.success(request, "The public number is stored. Everybody reads it on the event’s page.")
        return redirect(EVENT_PAGE, slug=club.slug, public_id=public_id)
    return event_page(request, club, public_id, number_form=form)


@for_club
@require_POST
def invite(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    found = event_organised(club, public_id)
    form = InvitationForm(request.POST, clubs=clubs_to_invite(found))
    if attempt_form(request, form, lambda: heat_invite(event=found, club=form.chosen(), user=request.user)):
        messages.success(request, f"{form.chosen()} is invited. Its directors read it under Events.")
        return redirect(EVENT_PAGE, slug=club.slug, public_id=public_id)
    return event_page(request, club, public_id, invitation=form)


@for_club
@require_POST
def answer(request: SignedInRequest, club: Club, public_id: str, heat_id: str, act: str) -> HttpResponse:
    """Accept or decline a club that asks to take part, or take an invitation back."""
    found = heat_organised(club, public_id, heat_id)
    words, service = found_or_404(HEAT_ANSWERS.get(act), "No such act")
    attempt(request, words.format(found.club_name), lambda: service(heat=found, user=request.user))
    return redirect(EVENT_PAGE, slug=club.slug, public_id=public_id)


@for_club
def heat_sure(request: SignedInRequest, club: Club, public_id: str, heat_id: str, act: str) -> HttpResponse:
    """Say what closing a heat, or leaving it out, means, and do it."""
    found = heat_organised(club, public_id, heat_id)
    words, service = found_or_404(HEAT_ACTS.get(act), "No such act")
    done = words.format(found.club_name)
    if request.method == "POST" and attempt(request, done, lambda: service(heat=found, user=request.user)):
        return redirect(EVENT_PAGE, slug=club.slug, public_id=public_id)
    shown = {"club": club, "event": found.event, "heat": found, "act": act}
    return render(request, "events/director/heat_sure.html", shown)


HEAT_ACTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "close": ("The night of {} is ended. What was scored counts.", heat_close),
    "leave-out": ("{} is left out. Its scores do not count.", heat_leave_out),
}
EVENT_ACTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "announce": ("The event is announced. Clubs can take part now.", event_announce),
    "cancel": ("The event is cancelled. Its page says so.", event_cancel),
    "publish": ("The ranking is published.", event_publish),
}
HEAT_ANSWERS: dict[str, tuple[str, Callable[..., Any]]] = {
    "accept": ("{} takes part.", lambda heat, user: heat_answer(heat=heat, user=user, accept=True)),
    "decline": ("{} does not take part.", lambda heat, user: heat_answer(heat=heat, user=user, accept=False)),
    "withdraw": ("{} is not invited any more.", invitation_withdraw),
}


def _edit(request: SignedInRequest, club: Club, form: EventForm) -> HttpResponse:
    shown = {"club": club, "form": form, "event": form.event}
    return render(request, "events/director/edit.html", shown, status=422 if form.errors else 200)


def event_page(request: SignedInRequest, club: Club, public_id: str, **refused: Any) -> HttpResponse:
    """Show the organiser's page. `refused` has a form that was sent and has errors."""
    event = event_organised(club, public_id)
    forms = {
        "number_form": PublicNumberForm(event=event),
        "invitation": InvitationForm(clubs=clubs_to_invite(event)),
        "server_invitation": ServerInvitationForm(),
    }
    shown = {"club": club, "page": organiser_page(event), "event": event, **forms, **_address(request), **refused}
    return render(request, "events/director/event.html", shown, status=422 if refused else 200)


def _address(request: SignedInRequest) -> dict[str, Any]:
    """Return the address with which links to the event begin, and who can open it."""
    base = base_of(request)
    return {
        "base": base,
        "base_is_typed": not settings.PUBLIC_URL,
        "only_here": only_here(base),
        "only_nearby": only_nearby(base),
    }
