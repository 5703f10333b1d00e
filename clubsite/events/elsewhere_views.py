"""Directors' pages for events of other servers: joining one, and what goes between a heat and its organiser."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.body_limits import takes_files
from clubsite.core.not_found import found_or_404
from clubsite.core.refused import attempt_form
from clubsite.events.heat_forms import EnvelopeKeyForm, InvitationElsewhereForm, OrganiserFileForm
from clubsite.events.heat_views import HEAT_PAGE, heat_answer_page
from clubsite.events.models import Heat
from clubsite.events.selectors.at_hub import state_file
from clubsite.events.selectors.heats import heat_for_director
from clubsite.events.services.at_hub_events import connection_end, heat_file_take, hub_join
from clubsite.events.services.at_hub_rankings import MAX_FILE_BYTES, organiser_file_take
from clubsite.events.services.at_hub_telling import (
    conflict_override,
    envelope_key_type,
    heat_send_now,
    state_taken_along,
)

HUB_ACTS: dict[str, tuple[type[Form], Callable[..., Any], str]] = {
    "key": (
        EnvelopeKeyForm,
        envelope_key_type,
        "The key opens the boards. The event’s log says that it was used.",
    ),
    "file": (OrganiserFileForm, organiser_file_take, "The organiser’s file is taken."),
    "send": (
        Form,
        lambda heat, user: heat_send_now(heat=heat),
        "It is being sent. Open this page again in a moment.",
    ),
    "send-over": (
        Form,
        conflict_override,
        "Your results were sent. This page says whether they were taken.",
    ),
    "end": (
        Form,
        connection_end,
        "The connection is ended. What the organiser’s server has stays there.",
    ),
}
"""The form of each button of a heat's page, the service that gets the fields' values, and the words after it."""


@takes_files(MAX_FILE_BYTES)
@for_club
def elsewhere(request: SignedInRequest, club: Club, by_file: bool = False) -> HttpResponse:
    """Join an event of another server, with the organiser's invitation or file."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = InvitationElsewhereForm(*(() if by_file else sent))
    file_form = OrganiserFileForm(*(sent if by_file else ()))
    used: Form = file_form if by_file else form
    found: list[Heat] = []

    def join() -> None:
        found.append((heat_file_take if by_file else hub_join)(club=club, user=request.user, **used.cleaned_data))

    if attempt_form(request, used, join):
        words = "{} takes part in “{}”. Under New night, choose the event’s boards for the night of the heat."
        messages.success(request, words.format(club, found[0].event))
        return redirect(HEAT_PAGE, slug=club.slug, heat_id=found[0].public_id)
    shown = {"club": club, "form": form, "file_form": file_form}
    return render(request, "events/director/elsewhere.html", shown, status=422 if used.errors else 200)


@require_POST
@for_club
def state(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Save everything of the heat as a file for the organiser, and note that it was taken along."""
    heat = _heat_elsewhere(club, heat_id)
    state_taken_along(heat=heat)
    headers = {"Content-Disposition": 'attachment; filename="heat-state.json"'}
    return JsonResponse(state_file(heat), headers=headers, json_dumps_params={"ensure_ascii": False})


@takes_files(MAX_FILE_BYTES)
@require_POST
@for_club
def act(request: SignedInRequest, club: Club, heat_id: str, act: str) -> HttpResponse:
    """Do what a button of a heat's page about the organiser's server says."""
    heat = _heat_elsewhere(club, heat_id)
    form_class, service, words = found_or_404(HUB_ACTS.get(act), "No such button")
    form = form_class(request.POST, request.FILES)
    if attempt_form(request, form, lambda: service(heat=heat, user=request.user, **form.cleaned_data)):
        messages.success(request, words)
    elif form.errors or form.fields:
        return heat_answer_page(request, club, heat, status=422, **{f"{act}_form": form})
    return redirect(HEAT_PAGE, slug=club.slug, heat_id=heat_id)


def _heat_elsewhere(club: Club, heat_id: str) -> Heat:
    heat = heat_for_director(club, heat_id)
    return found_or_404(heat if hasattr(heat, "at_hub") else None, "No such heat")
