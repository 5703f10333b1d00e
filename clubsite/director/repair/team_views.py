"""The names of teams during the session, and corrections afterwards."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.setup.player_forms import TeamNamesForm
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.player_lines import TeamName, team_heads
from clubsite.duplicate.services.team_naming import team_names_set


@dataclass(frozen=True, slots=True)
class TeamLine:
    head: TeamName
    players: str


@for_director
def teams(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every team with its players and a field for its name. Raise Http404 if no teams play."""
    if session.status == "draft":
        return redirect("director:players", session_id=session.public_id)
    heads = team_heads(session)
    if not heads:
        raise Http404("No teams play")
    if request.method == "POST":
        typed = TeamNamesForm([head.key for head, _ in heads], request.POST).names()
        faults = team_names_set(session=session, typed=typed, user=request.user)
        if not faults:
            again = " Publish again for everybody to read them." if session.status == "ended" else ""
            messages.success(request, f"The names of the teams are kept.{again}")
            return redirect("director:teams", session_id=session.public_id)
        for head, _ in heads:
            head.typed, head.fault = typed.get(head.key), faults.get(head.key, "")
    names = names_of([pk for _, contestants in heads for pk in contestants])
    lines = [TeamLine(head, " and ".join(names[pk] for pk in pks)) for head, pks in heads]
    context = {"session": session, "club": session.club, "lines": lines}
    return render(request, "director/repair/teams.html", context)
