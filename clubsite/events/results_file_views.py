"""Pages on which the results of a heat come from the file of a scoring program, and its players get their names."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.body_limits import takes_files
from clubsite.core.not_found import found_or_404
from clubsite.core.refused import Refused, attempt_form
from clubsite.events.heat_forms import HeatPlayersForm, HeatResultsForm
from clubsite.events.models import Heat
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.heats import heat_for_director
from clubsite.events.selectors.players import names_of_file
from clubsite.events.services.results_files import heat_file_look, heat_file_take, heat_players_set
from clubsite.exchange.forms import sections_sealed, sections_unsealed, upload_name
from clubsite.exchange.services.file_reading import MOST_BYTES
from scoring.errors import MOST_FAULTS, FileError


@takes_files(MOST_BYTES)
@for_club
def results(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Take the results of a heat from a file, for its club or as the organiser, once its effect has been shown."""
    heat = heat_for_director(club, heat_id, organised=True)
    posted, organiser = request.method == "POST", heat.club_id != club.pk
    form = HeatResultsForm(request.POST, request.FILES) if posted else HeatResultsForm()
    where = ("event", heat.event.public_id) if organiser else ("heat", heat_id)
    back = reverse(f"events_director:{where[0]}", args=[club.slug, where[1]])
    shown = {"club": club, "heat": heat, "event": heat.event, "form": form, "organiser": organiser, "back": back}
    if posted and form.is_valid():
        try:
            if form.cleaned_data["sealed"]:
                messages.success(request, _take(heat, request, form.cleaned_data["sealed"]))
                return redirect(back)
            shown |= _look_into(heat, request, form.cleaned_data)
            return render(request, "events/director/results_preview.html", shown)
        except Refused as no:
            form.add_error("file", str(no))
        except FileError as no:
            shown["faults"] = no.sentences
            form.add_error("file", _in_short(no))
    return render(request, "events/director/results_file.html", shown, status=422 if posted else 200)


def _look_into(heat: Heat, request: SignedInRequest, typed: dict[str, Any]) -> dict[str, Any]:
    """Return a file's effect on a heat, and the signed text that the confirmation sends back."""
    name, kind = upload_name(typed["file"]), typed["kind"]
    data = typed["file"].read(MOST_BYTES + 1)
    look = heat_file_look(heat=heat, data=data, kind=kind, file_name=name, user=request.user)
    sealed = sections_sealed(_salt(heat), [name, kind], look.sections)
    return {"look": look, "file_name": name, "kind": kind, "sealed": sealed}


def _take(heat: Heat, request: SignedInRequest, sealed: str) -> str:
    """Take the lines of a file that was looked into. Return how many there are, in words."""
    (name, kind), sections = sections_unsealed(_salt(heat), sealed)
    found = heat_file_take(heat=heat, sections=sections, kind=kind, file_name=name, user=request.user)
    return f"{len(found.lines)} result{'s are' if len(found.lines) != 1 else ' is'} in from {name}."


def _in_short(no: FileError) -> str:
    """Return why a file was refused, for its field: the fault, or how many there are."""
    if len(no.sentences) == 1:
        return capfirst(no.sentences[0])
    count = "more than 100" if len(no.sentences) > MOST_FAULTS else len(no.sentences)
    return f"The file has {count} faults. They are listed above."


def _salt(heat: Heat) -> str:
    return f"heat-results-4:{heat.public_id}"  # raise the number when FileLine changes: older previews expire


@for_club
def players(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Give names, and the event's strata, to the players of a heat whose results came from a file."""
    heat = heat_for_director(club, heat_id)
    there = found_or_404(names_of_file(heat) or None, "No players from a file")
    form = HeatPlayersForm(there, event_settings(heat.event).strata, request.POST if request.method == "POST" else None)
    if attempt_form(request, form, lambda: heat_players_set(heat=heat, **form.cleaned_data)):
        messages.success(request, "The players are noted. The ranking follows in a moment.")
        return redirect("events_director:heat", slug=club.slug, heat_id=heat_id)
    shown = {"club": club, "heat": heat, "event": heat.event, "form": form}
    return render(request, "events/director/heat_players.html", shown, status=422 if form.errors else 200)
