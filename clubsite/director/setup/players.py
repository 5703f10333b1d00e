"""The forms on the page for entering names."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.decorators import SignedInRequest
from clubsite.core.forms import ButtonForm, LineField, PressedField, ShortNumberField
from clubsite.core.refused import Refused, attempt
from clubsite.director.links import page_url
from clubsite.director.setup.forms import ComingPlayersForm
from clubsite.director.setup.steps import page, steps_of
from clubsite.nights.decorators import for_director, posted_by_director
from clubsite.nights.models import Session
from clubsite.nights.selectors import drafts
from clubsite.nights.selectors.drafts import LineGroup
from clubsite.nights.services import last_players, movement, player_assignment
from clubsite.nights.services.last_players import fill_from_last, together_pick
from clubsite.signups.selectors.filling import rows_for
from clubsite.signups.selectors.nights import night_of, nights_on
from clubsite.signups.services.filling import fill_from_coming, fill_undo, last_fill


class PlaceForm(ButtonForm):
    """The player for one place: a name, entered as a new guest (`guest`) or by swapping places (`swap`)."""

    guest = PressedField()
    swap = PressedField()

    def __init__(self, key: str, data: Any) -> None:
        super().__init__(data)
        self.key = key
        self.fields[f"p-{key}"] = LineField(required=False)

    @property
    def name(self) -> str:
        return str(self.sent[f"p-{self.key}"])


class PickForm(ButtonForm):
    """A person in the club, or a pair or team from the last session, picked with a button in the list `fold`."""

    person = ShortNumberField("Choose somebody of the club.", digits=12, required=False)
    together = ShortNumberField("Choose a team or a pair.", digits=12, required=False)
    fold = LineField(required=False)


class TeamNamesForm(ButtonForm):
    """The names of teams, by team key."""

    def __init__(self, keys: list[str], data: Any) -> None:
        super().__init__(data)
        self.keys = keys
        for key in keys:
            self.fields[f"t-{key}"] = LineField(required=False)

    def names(self) -> dict[str, str]:
        return {key: self.sent[f"t-{key}"] for key in self.keys if f"t-{key}" in self.data}


class NamesForm(TeamNamesForm):
    """The players in every place that has no robot, and the names of the teams."""

    stay = PressedField()

    def __init__(self, groups: list[LineGroup], data: Any) -> None:
        units = [unit for group in groups for unit in group.units]
        super().__init__([unit.team.key for unit in units if unit.team], data)
        self.places = [line.key for unit in units for line in unit.lines if not line.robot]
        for key in self.places:
            self.fields[f"p-{key}"] = LineField(required=False)

    def people(self) -> dict[str, str]:
        return {key: self.sent[f"p-{key}"] for key in self.places}


FOLDS = ("played", "members", "guests")
"""The lists of people on the page. The list that was tapped stays open."""


@for_director
def players(request: SignedInRequest, session: Session) -> HttpResponse:
    groups = drafts.groups_of(session)
    if request.method == "POST":
        form = NamesForm(groups, request.POST)
        faults = movement.team_names_set(session=session, typed=form.names(), user=request.user)
        groups = player_assignment.save_all(session, form.people())
        drafts.teams_refused(groups, form.names(), faults)
        if not faults and not any(line.fault for group in groups for line in group.lines):
            onward = "director:players" if form.sent["stay"] else "director:boards"
            return redirect(onward, session_id=session.public_id)
    lines = [line for group in groups for line in group.lines]
    context: dict[str, Any] = {
        "groups": groups,
        "lines": lines,
        "teams": any(unit.team for group in groups for unit in group.units),
        "pairs": any(line.pair for line in lines),
        "people": drafts.suggestions(session),
        "missing": drafts.nameless(lines),
        "picks": last_players.picks_of(session),
        "coming": nights_on(session.club, session.date),
        "filled": last_fill(session),
        "open": request.GET.get("open", ""),
    }
    return page(request, session, "players", **context)


@posted_by_director
def player(request: SignedInRequest, session: Session, key: str) -> HttpResponse:
    """Set the player in one place. Return only the line for an htmx request, else the whole page."""
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
    lines = drafts.lines_of(session)
    return {
        "session": session,
        "line": line,
        "others": [other for other in lines if other.key == line.swap_with],
        "people": drafts.suggestions(session),
        "missing": drafts.nameless(lines),
        "steps": steps_of(session),
        "here": "players",
        "swapped": swapped,
    }


@posted_by_director
def team(request: SignedInRequest, session: Session, key: str) -> HttpResponse:
    """Name one team. Return only the team's heading for an htmx request, else the whole page."""
    typed = TeamNamesForm([key], request.POST).names() or {key: ""}
    try:
        faults = movement.team_names_set(session=session, typed=typed, user=request.user)
    except Refused as no:
        raise Http404(str(no)) from no
    if not request.headers.get("HX-Request"):
        for fault in faults.values():
            messages.error(request, fault)
        return redirect("director:players", session_id=session.public_id)
    groups = drafts.groups_of(session)
    drafts.teams_refused(groups, typed, faults)
    units = [unit for group in groups for unit in group.units]
    unit = next(unit for unit in units if unit.team and unit.team.key == key)
    return render(request, "director/setup/_team.html", {"session": session, "unit": unit})


@posted_by_director
def players_fill(request: SignedInRequest, session: Session) -> HttpResponse:
    done = "The names of the last night are in."
    attempt(request, done, lambda: fill_from_last(session=session, user=request.user))
    return redirect("director:players", session_id=session.public_id)


@posted_by_director
def players_pick(request: SignedInRequest, session: Session) -> HttpResponse:
    """Put a person in the club into the next empty place, or a whole team or pair from the last session, in one tap."""
    sent = PickForm(request.POST).sent
    person, together = sent["person"] or 0, sent["together"]
    if together is not None:
        attempt(request, "", lambda: together_pick(session=session, key=together, user=request.user))
    else:
        attempt(request, "", lambda: last_players.player_pick(session=session, person_id=person))
    names = page_url(session, "players")
    fold = sent["fold"]
    return redirect(f"{names}?open={fold}#{fold}" if fold in FOLDS else names)


@for_director
def coming(request: SignedInRequest, session: Session, public_id: str) -> HttpResponse:
    """Show everyone who is coming, with the people in the club that they could be. The director says who is who."""
    night = night_of(session.club, public_id)
    form = ComingPlayersForm(rows_for(night, session), request.POST if request.method == "POST" else None)
    if form.is_bound:
        chosen = form.chosen()

        def fill() -> None:
            placed, left = fill_from_coming(session=session, night=night, chosen=chosen, user=request.user)
            who = "1 player has a place" if placed == 1 else f"{placed} players have places"
            more = f" For {left} there was none: put the number of players up." if left else ""
            messages.success(request, f"{who}.{more}")

        if attempt(request, "", fill):
            return redirect("director:players", session_id=session.public_id)
    return page(request, session, "players", template="coming", night=night, form=form)


@posted_by_director
def coming_undo(request: SignedInRequest, session: Session) -> HttpResponse:
    attempt(request, "The players are removed again.", lambda: fill_undo(session=session, user=request.user))
    return redirect("director:players", session_id=session.public_id)
