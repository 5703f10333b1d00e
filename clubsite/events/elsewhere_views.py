"""Directors' pages for events of other servers: joining one, and what goes between a heat and its organiser."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.body_limits import takes_files
from clubsite.core.not_found import found_or_404
from clubsite.core.refused import attempt, attempt_form
from clubsite.events.elsewhere_forms import EnvelopeKeyForm, InvitationElsewhereForm, OrganiserFileForm
from clubsite.events.heat_views import HEAT_PAGE, heat_answer_page
from clubsite.events.models import Heat
from clubsite.events.selectors.at_hub_pages import state_file
from clubsite.events.selectors.heats import heat_for_director
from clubsite.events.services.at_hub_joining import heat_file_take, hub_join
from clubsite.events.services.at_hub_keys import envelope_key_type
from clubsite.events.services.at_hub_rankings import MAX_FILE_BYTES, organiser_file_take
from clubsite.events.services.at_hub_sweep import connection_end, heat_send_now
from clubsite.events.services.at_hub_telling import conflict_override, state_taken_along

TAKES_PART = "{} takes part in “{}”. Under New night, choose the event’s boards for the night of the heat."
HUB_ACTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "send": ("It is being sent. Open this page again in a moment.", lambda heat, user: heat_send_now(heat=heat)),
    "send-over": ("Your results were sent. This page says whether they were taken.", conflict_override),
    "end": ("The connection is ended. What the organiser’s server has stays there.", connection_end),
}


@for_club
def elsewhere(request: SignedInRequest, club: Club) -> HttpResponse:
    """Join an event of another server with the organiser's invitation."""
    form = InvitationElsewhereForm(request.POST or None)

    def join() -> Heat:
        said = {name: form.cleaned_data[name] for name in ("hub", "letters", "planned_at", "tables")}
        return hub_join(club=club, user=request.user, **said)

    return _joining(request, club, form, join, form=form)


@takes_files(MAX_FILE_BYTES)
@require_POST
@for_club
def by_file(request: SignedInRequest, club: Club) -> HttpResponse:
    """Join an event of another server with the organiser's file."""
    form = OrganiserFileForm(request.POST, request.FILES)

    def join() -> Heat:
        return heat_file_take(club=club, user=request.user, data=form.cleaned_data["file"])

    return _joining(request, club, form, join, file_form=form)


def _joining(request: SignedInRequest, club: Club, sent: Form, join: Callable[[], Heat], **forms: Form) -> HttpResponse:
    found: list[Heat] = []
    if attempt_form(request, sent, lambda: found.append(join())):
        messages.success(request, TAKES_PART.format(club, found[0].event))
        return redirect(HEAT_PAGE, slug=club.slug, heat_id=found[0].public_id)
    shown = {"club": club, "form": InvitationElsewhereForm(), "file_form": OrganiserFileForm(), **forms}
    return render(request, "events/director/elsewhere.html", shown, status=422 if sent.errors else 200)


@require_POST
@for_club
def key(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Use a key that was typed from a sealed envelope."""
    heat, form = _heat_elsewhere(club, heat_id), EnvelopeKeyForm(request.POST)

    def use() -> None:
        envelope_key_type(heat=heat, text=form.cleaned_data["key"], user=request.user)

    if not attempt_form(request, form, use):
        return heat_answer_page(request, club, heat, status=422, key_form=form)
    messages.success(request, "The key opens the boards. The event’s log says that it was used.")
    return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)


@takes_files(MAX_FILE_BYTES)
@require_POST
@for_club
def file(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Take a file of the organiser: about the heat, or the ranking."""
    heat, form = _heat_elsewhere(club, heat_id), OrganiserFileForm(request.POST, request.FILES)

    def take() -> None:
        organiser_file_take(heat=heat, data=form.cleaned_data["file"], user=request.user)

    if not attempt_form(request, form, take):
        return heat_answer_page(request, club, heat, status=422, file_form=form)
    messages.success(request, "The organiser’s file is taken.")
    return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)


@require_POST
@for_club
def state(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Save everything of the heat as a file for the organiser, and note that it was taken along."""
    heat = _heat_elsewhere(club, heat_id)
    state_taken_along(heat=heat)
    headers = {"Content-Disposition": 'attachment; filename="heat-state.json"'}
    return JsonResponse(state_file(heat), headers=headers, json_dumps_params={"ensure_ascii": False})


@require_POST
@for_club
def act(request: SignedInRequest, club: Club, heat_id: str, act: str) -> HttpResponse:
    """Send what is new now, or results over others, or end the connection."""
    heat = _heat_elsewhere(club, heat_id)
    if act not in HUB_ACTS:
        raise Http404("No such button")
    words, service = HUB_ACTS[act]
    attempt(request, words, lambda: service(heat=heat, user=request.user))
    return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)


def _heat_elsewhere(club: Club, heat_id: str) -> Heat:
    heat = heat_for_director(club, heat_id)
    return found_or_404(heat if hasattr(heat, "at_hub") else None, "No such heat")
