"""Pages on which the results of a heat come from the file of a scoring program: for its club, and for the organiser."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.body_limits import takes_files
from clubsite.core.not_found import found_or_404
from clubsite.core.refused import Refused, attempt_form
from clubsite.events.heat_forms import HeatPlayersForm
from clubsite.events.models import Heat
from clubsite.events.results_file_forms import HeatResultsForm, look_into, refused_in_short, take
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.events import heat_organised
from clubsite.events.selectors.heats import heat_for_director
from clubsite.events.selectors.players import names_of_file
from clubsite.events.services.results_files import heat_players_set
from clubsite.exchange.services.file_reading import MOST_BYTES
from scoring.errors import FileError


@takes_files(MOST_BYTES)
@for_club
def of_own_heat(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Take the results of the club's own heat from a file."""
    return _page(request, club, heat_for_director(club, heat_id))


@takes_files(MOST_BYTES)
@for_club
def of_a_heat(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Take the results of a heat from a file, as the organiser on behalf of its club."""
    return _page(request, club, heat_organised(club, public_id, heat_id), organiser=True)


@for_club
def players(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Give names, and the event's strata, to the players of a heat whose results came from a file."""
    found = heat_for_director(club, heat_id)
    there = found_or_404(names_of_file(found) or None, "No players from a file")
    form = HeatPlayersForm(
        there, event_settings(found.event).strata, request.POST if request.method == "POST" else None
    )
    if attempt_form(request, form, lambda: heat_players_set(heat=found, names=form.names(), strata=form.strata())):
        messages.success(request, "The players are noted. The ranking follows in a moment.")
        return redirect("events_director:heat", slug=club.slug, heat_id=heat_id)
    shown = {"club": club, "heat": found, "event": found.event, "form": form}
    return render(request, "events/director/heat_players.html", shown, status=422 if form.errors else 200)


def _page(request: SignedInRequest, club: Club, heat: Heat, organiser: bool = False) -> HttpResponse:
    """Show the form, then what the file would do, and take it when that is confirmed."""
    posted = request.method == "POST"
    form = HeatResultsForm(request.POST, request.FILES) if posted else HeatResultsForm()
    shown: dict[str, Any] = {"club": club, "heat": heat, "event": heat.event, "form": form, "organiser": organiser}
    where = (club.slug, heat.event.public_id) if organiser else (club.slug, heat.public_id)
    shown["back"] = reverse(f"events_director:{'event' if organiser else 'heat'}", args=where)
    if not posted or not form.is_valid():
        return render(request, "events/director/results_file.html", shown, status=422 if posted else 200)
    asked = form.cleaned_data
    try:
        if asked["sealed"]:
            count, name = take(heat, asked["sealed"], request.user)
            messages.success(request, f"{count} result{'s are' if count != 1 else ' is'} in from {name}.")
            return redirect(shown["back"])
        shown["preview"] = look_into(heat, asked["file"], asked["kind"], request.user)
    except Refused as no:
        form.add_error("file", str(no))
    except FileError as no:
        shown["faults"] = no.sentences
        form.add_error("file", refused_in_short(no))
    if form.errors:
        return render(request, "events/director/results_file.html", shown, status=422)
    return render(request, "events/director/results_preview.html", shown)
