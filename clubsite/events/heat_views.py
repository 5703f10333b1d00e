"""Pages for a club in events: its heats, their cards and results, and the organiser on another server.

Two more pages are for everybody: the list of events, and the link from a session to its event.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import SignedInRequest, signed_in
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.core.request_limits import takes_files
from clubsite.core.responses import attached_json, found_or_404, public_page
from clubsite.core.tokens import idempotency_key
from clubsite.events.forms import (
    EnvelopeKeyForm,
    HeatDealerForm,
    HeatPlanForm,
    HeatPlayersForm,
    HeatResultsForm,
    InvitationElsewhereForm,
    OrganiserFileForm,
)
from clubsite.events.models import Heat, HeatStatus
from clubsite.events.selectors.both_servers import state_file
from clubsite.events.selectors.event_reader import event_or_404
from clubsite.events.selectors.events import events_listed, events_of_club, take_part_page
from clubsite.events.selectors.heats import heat_for_director, heat_of, heat_page
from clubsite.events.selectors.players import names_of_file
from clubsite.events.services import heats
from clubsite.events.services.at_hub_events import connection_end, hub_file_take, hub_join
from clubsite.events.services.at_hub_rankings import MAX_FILE_BYTES, organiser_file_take
from clubsite.events.services.at_hub_telling import (
    conflict_override,
    envelope_key_type,
    heat_send_now,
    state_take_along,
)
from clubsite.events.services.heats import dealer_name, heat_release
from clubsite.events.services.results_files import heat_file_look, heat_file_take, heat_players_set
from clubsite.files.forms import in_short, sections_sealed, sections_unsealed, upload_name
from clubsite.files.services.import_results import MOST_BYTES
from clubsite.nights.selectors.sessions import session_by_id
from scoring.errors import FileError

TAKE_PART_PAGE, HEAT_PAGE = "events_director:take-part", "events_director:heat"
ACTS: dict[str, tuple[Callable[..., Any], str]] = {
    "release": (heat_release, "The cards are released. Everybody can read in the event’s log that you did this."),
    "confirm": (heats.heat_confirm, "The heat is confirmed. Corrections of scores still count."),
    "unconfirm": (heats.heat_unconfirm, "The heat is no longer confirmed. Confirm it again when everything is right."),
    "decline": (heats.invitation_end, "The invitation is declined."),
    "leave": (heats.heat_leave, "{} has left the event with this heat."),
}
HUB_ACTS: dict[str, tuple[type[Form], Callable[..., Any], str]] = {
    "key": (EnvelopeKeyForm, envelope_key_type, "The key opens the boards. The event’s log says that it was used."),
    "file": (OrganiserFileForm, organiser_file_take, "The organiser’s file is taken."),
    "send": (Form, lambda heat, user: heat_send_now(heat=heat), "It is being sent. Open this page again in a moment."),
    "send-over": (Form, conflict_override, "Your results were sent. This page says whether they were taken."),
    "end": (Form, connection_end, "The connection is ended. What the organiser’s server has stays there."),
}
"""The form of each button about the organiser's server, the service that gets its fields, and the words after it."""
SALT = "heat-results-4:{}"  # raise the number when FileLine changes: older previews expire
JOINED = "{} takes part. Under New night, choose the event’s boards for the night of the heat."
ASKED = "{} asks to take part. You read the organiser’s answer here."


@public_page
def events(request: HttpRequest) -> HttpResponse:
    """Show the announced events on this site, and the most recently published ones."""
    announced, published = events_listed()
    return render(request, "events/events.html", {"announced": announced, "published": published})


@public_page
@require_safe
def event_of_night(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect a reader of a session to the proof of the event whose boards it played."""
    heat = found_or_404(heat_of(session_by_id(public_id)), "No event")
    return redirect("events:proof", public_id=heat.event.public_id)


@signed_in
@never_cache
def clubs(request: SignedInRequest) -> HttpResponse:
    """Show the events of each club that the user directs. If there is only one club, redirect to its page."""
    clubs = list(clubs_directed_by(request.user))
    if len(clubs) == 1:
        return redirect("events_director:events", slug=clubs[0].slug)
    shown = {"clubs": [(club, events_of_club(club)) for club in clubs]}
    return render(request, "events/director/clubs.html", shown)


@for_club
def take_part(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Show an event to a club, with its heats. POST takes part, or asks to take part."""
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
    heat = heat_for_director(club, heat_id)
    now = {"planned_at": heat.planned_at, "tables": heat.tables}
    form = HeatPlanForm(request.POST if request.method == "POST" else None, event=heat.event, initial=now)
    if attempt_form(request, form, lambda: heats.heat_plan(heat=heat, user=request.user, **form.cleaned_data)):
        messages.success(request, "The plan of your heat is saved.")
        return redirect(TAKE_PART_PAGE, club.slug, heat.event.public_id)
    shown = {"club": club, "event": heat.event, "heat": heat, "form": form}
    return render(request, "events/director/plan.html", shown, status=422 if form.errors else 200)


@for_club
def heat(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Show a heat. POST names its dealer."""
    heat = heat_for_director(club, heat_id)
    form = HeatDealerForm(heat, request.POST if request.method == "POST" else None)
    name = partial(dealer_name, heat=heat, user=request.user)
    if attempt_form(request, form, lambda: name(person=form.cleaned_data["dealer"])):
        return redirect(HEAT_PAGE, club.slug, heat_id)
    return heat_answer_page(request, club, heat, form=form, status=422 if form.errors else 200)


def heat_answer_page(request: SignedInRequest, club: Club, heat: Heat, *, status: int, **forms: Any) -> HttpResponse:
    """Show the page of a heat. `forms` has the submitted forms, which may have errors."""
    every = {"form": HeatDealerForm(heat), "key_form": EnvelopeKeyForm(), "file_form": OrganiserFileForm(), **forms}
    shown = {"club": club, "heat": heat, "event": heat.event, "page": heat_page(heat), **every}
    return render(request, "events/director/heat.html", shown, status=status)


@for_club
def act(request: SignedInRequest, club: Club, heat_id: str, act: str) -> HttpResponse:
    """Perform the action of a heat's button, or leave the event. GET explains what leaving means."""
    heat = heat_for_director(club, heat_id)
    service, done = found_or_404(ACTS.get(act), "No such button")
    before = reverse(TAKE_PART_PAGE, args=[club.slug, heat.event.public_id])
    if request.method != "POST":
        found_or_404(act == "leave" or None, "This act has no page")
        shown = {"club": club, "event": heat.event, "heat": heat, "back": before}
        return render(request, "events/director/leave.html", shown)
    attempt(request, done.format(club), lambda: service(heat=heat, user=request.user))
    return redirect(before if act in ("decline", "leave") else reverse(HEAT_PAGE, args=[club.slug, heat_id]))


@takes_files(MOST_BYTES)
@for_club
def results(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Take a heat's results from a file, for its club or as the organiser, after showing their effect."""
    heat = heat_for_director(club, heat_id, organised=True)
    posted, organiser = request.method == "POST", heat.club_id != club.pk
    form = HeatResultsForm(request.POST, request.FILES) if posted else HeatResultsForm()
    where = ("event", heat.event.public_id) if organiser else ("heat", heat_id)
    back = reverse(f"events_director:{where[0]}", args=[club.slug, where[1]])
    shown = {"club": club, "heat": heat, "event": heat.event, "form": form, "organiser": organiser, "back": back}
    if posted and form.is_valid():
        try:
            if form.cleaned_data["sealed"]:
                salt = SALT.format(heat.public_id)
                (name, kind), sections = sections_unsealed(salt, form.cleaned_data["sealed"])
                results = heat_file_take(heat=heat, sections=sections, kind=kind, file_name=name, user=request.user)
                are = "s are" if len(results.lines) != 1 else " is"
                messages.success(request, f"{len(results.lines)} result{are} in from {name}.")
                return redirect(back)
            shown |= _look_into(heat, request, form.cleaned_data)
            return render(request, "events/director/results_preview.html", shown)
        except Refused as no:
            form.add_error("file", str(no))
        except FileError as no:
            shown["faults"] = no.sentences
            form.add_error("file", in_short(no))
    return render(request, "events/director/results_file.html", shown, status=422 if posted else 200)


def _look_into(heat: Heat, request: SignedInRequest, typed: dict[str, Any]) -> dict[str, Any]:
    """Return a file's effect on a heat, and the signed text that the confirmation sends back."""
    name, kind = upload_name(typed["file"]), typed["kind"]
    data = typed["file"].read(MOST_BYTES + 1)
    look = heat_file_look(heat=heat, data=data, kind=kind, file_name=name, user=request.user)
    sealed = sections_sealed(SALT.format(heat.public_id), [name, kind], look.sections)
    return {"look": look, "file_name": name, "kind": kind, "sealed": sealed}


@for_club
def players(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Give names, and the event's strata, to the players of a heat whose results came from a file."""
    heat = heat_for_director(club, heat_id)
    there = found_or_404(names_of_file(heat) or None, "No players from a file")
    form = HeatPlayersForm(
        there, heat.event.scoring_settings.strata, request.POST if request.method == "POST" else None
    )
    if attempt_form(request, form, lambda: heat_players_set(heat=heat, **form.cleaned_data)):
        messages.success(request, "The players are noted. The ranking follows in a moment.")
        return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)
    shown = {"club": club, "heat": heat, "event": heat.event, "form": form}
    return render(request, "events/director/heat_players.html", shown, status=422 if form.errors else 200)


@takes_files(MAX_FILE_BYTES)
@for_club
def elsewhere(request: SignedInRequest, club: Club, by_file: bool = False) -> HttpResponse:
    """Join an event on another server, with the organiser's invitation or file."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = InvitationElsewhereForm(*(() if by_file else sent))
    file_form = OrganiserFileForm(*(sent if by_file else ()))
    used: Form = file_form if by_file else form
    service: Callable[..., Heat] = hub_file_take if by_file else hub_join
    new_heats: list[Heat] = []

    def join() -> None:
        new_heats.append(service(club=club, user=request.user, **used.cleaned_data))

    if attempt_form(request, used, join):
        words = "{} takes part in “{}”. Under New night, choose the event’s boards for the night of the heat."
        messages.success(request, words.format(club, new_heats[0].event))
        return redirect(HEAT_PAGE, slug=club.slug, heat_id=new_heats[0].public_id)
    shown = {"club": club, "form": form, "file_form": file_form}
    return render(request, "events/director/elsewhere.html", shown, status=422 if sent else 200)


@require_POST
@for_club
def hub_state(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Return the heat's whole state as a file for the organiser, and note that it was taken along."""
    heat = heat_for_director(club, heat_id)
    found_or_404(getattr(heat, "at_hub", None), "No such heat")
    state_take_along(heat=heat)
    return attached_json(state_file(heat), "heat-state.json")


@takes_files(MAX_FILE_BYTES)
@require_POST
@for_club
def hub_act(request: SignedInRequest, club: Club, heat_id: str, act: str) -> HttpResponse:
    """Perform the action of a button on a heat's page about the organiser's server."""
    heat = heat_for_director(club, heat_id)
    found_or_404(getattr(heat, "at_hub", None), "No such heat")
    form_class, service, words = found_or_404(HUB_ACTS.get(act), "No such button")
    form = form_class(request.POST, request.FILES)
    if attempt_form(request, form, lambda: service(heat=heat, user=request.user, **form.cleaned_data)):
        messages.success(request, words)
    elif form.errors or form.fields:
        return heat_answer_page(request, club, heat, status=422, **{f"{act}_form": form})
    return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)
