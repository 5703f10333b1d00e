"""Pages where a club organises events: it sets one up, announces it, and watches its heats."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.decorators import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.origins import base_of, only_here, only_nearby
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.responses import found_or_404
from clubsite.core.tokens import idempotency_key
from clubsite.events.forms import EventForm, InvitationForm, PublicNumberForm, ServerInvitationForm
from clubsite.events.models import Event, EventAction
from clubsite.events.selectors.events import event_organised, events_of_club, heat_organised, organiser_page
from clubsite.events.services import hub_heats
from clubsite.events.services.events import (
    event_announce,
    event_cancel,
    event_create,
    event_publish,
    event_update,
    public_number_set,
)
from clubsite.events.services.heats import heat_answer, heat_close, heat_invite, heat_leave_out, invitation_end

EVENT_PAGE, HUB_HEAT_PAGE = "events_director:event", "events_director:hub-heat"
EVENT_ACTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "announce": ("The event is announced. Clubs can take part now.", event_announce),
    "cancel": ("The event is cancelled. Its page says so.", event_cancel),
    "publish": ("The ranking is published.", event_publish),
}
HEAT_ACTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "accept": ("{} takes part.", partial(heat_answer, accept=True)),
    "decline": ("{} does not take part.", partial(heat_answer, accept=False)),
    "withdraw": ("{} is not invited any more.", partial(invitation_end, action=EventAction.INVITATION_WITHDRAWN)),
    "close": ("The night of {} is ended. What was scored counts.", heat_close),
    "leave-out": ("{} is left out. Its scores do not count.", heat_leave_out),
    "by-hand": ("{} takes part. Give it the event as a file.", hub_heats.heat_by_hand),
    "take": ("The waiting results count now.", hub_heats.waiting_state_take),
    "refuse": ("The waiting results are refused. The earlier ones still count.", hub_heats.waiting_state_refuse),
    "revoke": ("The token opens nothing any more. What {} has sent stays.", hub_heats.token_revoke_of_heat),
}
ACTS_AFTER_A_QUESTION, ACTS_ELSEWHERE = ("close", "leave-out"), ("by-hand", "take", "refuse", "revoke")


@for_club
def events(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show the events that the club organises, those in which it takes part, and those that it may join."""
    return render(request, "events/director/events.html", {"club": club, "page": events_of_club(club)})


@for_club
def edit(request: SignedInRequest, club: Club, public_id: str = "") -> HttpResponse:
    """Create an event, or change those facts of an event that can still change."""
    event = event_organised(club, public_id) if public_id else None
    form = EventForm(request.POST if request.method == "POST" else None, event=event)
    make = partial(event_create, club=club, idempotency_key=idempotency_key(request))
    change, kept = partial(event_update, event=event) if event is not None else make, list[Event]()

    def keep() -> None:
        kept.append(change(user=request.user, **form.facts()))

    if attempt_form(request, form, keep):
        made = "The event is set up. Nobody else sees it until you announce it."
        messages.success(request, made if event is None else "Changes saved.")
        return redirect(EVENT_PAGE, club.slug, kept[0].public_id)
    shown = {"club": club, "form": form, "event": event}
    return render(request, "events/director/edit.html", shown, status=422 if form.errors else 200)


def event_page(request: SignedInRequest, club: Club, public_id: str, **refused: Any) -> HttpResponse:
    """Show an event to its organiser. `refused` has a submitted form with errors."""
    event = event_organised(club, public_id)
    forms = {"number_form": PublicNumberForm(event=event), "invitation": InvitationForm(event=event), **refused}
    shown = {"club": club, "page": organiser_page(event), "event": event, **links_shown(request)}
    shown |= {"server_invitation": ServerInvitationForm(), **forms}
    return render(request, "events/director/event.html", shown, status=422 if refused else 200)


event = for_club(event_page)


@for_club
def act(request: SignedInRequest, club: Club, public_id: str, act: str) -> HttpResponse:
    """Explain what announcing, publishing or cancelling an event means. POST does it."""
    event = event_organised(club, public_id)
    done, service = found_or_404(EVENT_ACTS.get(act), "No such act")
    if request.method == "POST" and attempt(request, done, lambda: service(event=event, user=request.user)):
        return redirect(EVENT_PAGE, club.slug, public_id)
    shown = {"club": club, "event": event, "page": organiser_page(event), **links_shown(request)}
    return render(request, f"events/director/{act}.html", shown)


@for_club
def heat_act(request: SignedInRequest, club: Club, public_id: str, heat_id: str, act: str) -> HttpResponse:
    """Explain what closing a heat, or leaving it out, means. POST performs the action of any heat's button."""
    heat, elsewhere = heat_organised(club, public_id, heat_id), act in ACTS_ELSEWHERE
    done, service = found_or_404(HEAT_ACTS.get(act) if heat.club_id is None or not elsewhere else None, "No such act")
    if request.method == "POST":
        attempt(request, done.format(heat.club_name), lambda: service(heat=heat, user=request.user))
        page = (HUB_HEAT_PAGE, club.slug, public_id, heat_id) if elsewhere else (EVENT_PAGE, club.slug, public_id)
        return redirect(*page)
    found_or_404(act in ACTS_AFTER_A_QUESTION or None, "This act has no page")
    shown = {"club": club, "event": heat.event, "heat": heat, "act": act}
    return render(request, "events/director/heat_sure.html", shown)


@for_club
@require_POST
def number(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    event = event_organised(club, public_id)
    form = PublicNumberForm(request.POST, event=event)
    store = partial(public_number_set, event=event, user=request.user)
    if attempt_form(request, form, lambda: store(text=form.cleaned_data["public_number"])):
        messages.success(request, "The public number is stored. Everybody reads it on the event’s page.")
        return redirect(EVENT_PAGE, club.slug, public_id)
    return event_page(request, club, public_id, number_form=form)


@for_club
@require_POST
def invite(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    event = event_organised(club, public_id)
    form = InvitationForm(request.POST, event=event)
    if attempt_form(request, form, lambda: heat_invite(event=event, user=request.user, **form.cleaned_data)):
        messages.success(request, f"{form.cleaned_data['club']} is invited. Its directors read it under Events.")
        return redirect(EVENT_PAGE, club.slug, public_id)
    return event_page(request, club, public_id, invitation=form)


def links_shown(request: SignedInRequest) -> dict[str, Any]:
    """Return the address with which links to an event begin, and who can open them."""
    base = base_of(request)
    reach = {"only_here": only_here(base), "only_nearby": only_nearby(base)}
    return {"base": base, "base_is_typed": not settings.PUBLIC_URL, **reach}
