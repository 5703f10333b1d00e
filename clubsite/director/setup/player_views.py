"""The names of a session in set-up: place by place, team by team, or those of the last session with a tap."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.coming.selectors.nights import nights_on
from clubsite.coming.services.filling import last_fill
from clubsite.core.refused import Refused, attempt
from clubsite.director.setup import steps
from clubsite.director.setup.player_forms import NamesForm, PickForm, PlaceForm, TeamNamesForm
from clubsite.director.setup.views import page
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors import person_search, player_lines
from clubsite.duplicate.services import player_assignment, player_picking, team_naming
from clubsite.duplicate.services.last_players import fill_from_last, together_pick

FOLDS = ("played", "members", "guests")
"""The lists of people on the page. The list that was tapped stays open."""


@for_director
def players(request: SignedInRequest, session: Session) -> HttpResponse:
    groups = player_lines.groups_of(session)
    if request.method == "POST":
        form = NamesForm(groups, request.POST)
        faults = team_naming.team_names_set(session=session, typed=form.names(), user=request.user)
        groups = player_assignment.save_all(session, form.people())
        player_lines.teams_refused(groups, form.names(), faults)
        if not faults and not any(line.fault for group in groups for line in group.lines):
            onward = "director:players" if form.sent["stay"] else "director:boards"
            return redirect(onward, session_id=session.public_id)
    lines = [line for group in groups for line in group.lines]
    context: dict[str, Any] = {
        "groups": groups,
        "lines": lines,
        "teams": any(unit.team for group in groups for unit in group.units),
        "pairs": any(line.pair for line in lines),
        "people": person_search.suggestions(session),
        "missing": player_lines.nameless(lines),
        "picks": player_picking.picks_of(session),
        "coming": nights_on(session.club, session.date),
        "filled": last_fill(session),
        "open": request.GET.get("open", ""),
    }
    return page(request, session, "players", **context)


@for_director
@require_POST
def player(request: SignedInRequest, session: Session, key: str) -> HttpResponse:
    """Set the player of one place. With htmx return the line, else the whole page."""
    form = PlaceForm(key, request.POST)
    guest, swap = form.sent["guest"], form.sent["swap"]
    try:
        line = player_assignment.try_place(session, key, form.name, guest=guest, swap=swap)
    except Refused as no:
        raise Http404(str(no)) from no
    if not request.headers.get("HX-Request"):
        if line.fault:
            messages.error(request, line.fault)
        return redirect("director:players", session_id=session.public_id)
    response = render(request, "director/setup/_line.html", _line(session, line, swap))
    if swap or (not line.fault and player_assignment.both_of_pair(session, key, form.name)):
        # Two lines have changed: fetch the whole list again.
        response["HX-Refresh"] = "true"
    return response


def _line(session: Session, line: Any, swapped: bool) -> dict[str, Any]:
    lines = player_lines.lines_of(session)
    return {
        "session": session,
        "line": line,
        "others": [other for other in lines if other.key == line.swap_with],
        "people": person_search.suggestions(session),
        "missing": player_lines.nameless(lines),
        "steps": steps.steps_of(session),
        "here": "players",
        "swapped": swapped,
    }


@for_director
@require_POST
def team(request: SignedInRequest, session: Session, key: str) -> HttpResponse:
    """Name one team. With htmx return its head, else the whole page."""
    typed = TeamNamesForm([key], request.POST).names() or {key: ""}
    try:
        faults = team_naming.team_names_set(session=session, typed=typed, user=request.user)
    except Refused as no:
        raise Http404(str(no)) from no
    if not request.headers.get("HX-Request"):
        for fault in faults.values():
            messages.error(request, fault)
        return redirect("director:players", session_id=session.public_id)
    groups = player_lines.groups_of(session)
    player_lines.teams_refused(groups, typed, faults)
    units = [unit for group in groups for unit in group.units]
    unit = next(unit for unit in units if unit.team and unit.team.key == key)
    return render(request, "director/setup/_team.html", {"session": session, "unit": unit})


@for_director
@require_POST
def players_fill(request: SignedInRequest, session: Session) -> HttpResponse:
    attempt(
        request,
        "The names of the last night are in.",
        lambda: fill_from_last(session=session, user=request.user),
    )
    return redirect("director:players", session_id=session.public_id)


@for_director
@require_POST
def players_pick(request: SignedInRequest, session: Session) -> HttpResponse:
    """Put a club person into the next empty place, or a whole team or pair of the last session, with one tap."""
    sent = PickForm(request.POST).sent
    person, together = sent["person"] or 0, sent["together"]
    if together is not None:
        attempt(request, "", lambda: together_pick(session=session, key=together, user=request.user))
    else:
        attempt(request, "", lambda: player_picking.player_pick(session=session, person_id=person))
    names = reverse("director:players", args=[session.public_id])
    fold = sent["fold"]
    return redirect(f"{names}?open={fold}#{fold}" if fold in FOLDS else names)
