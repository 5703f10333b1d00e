"""Names from a coming night: shown first, filled in, and taken out again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.coming.selectors.filling import rows_for
from clubsite.coming.selectors.nights import night_of
from clubsite.coming.services.filling import fill_from_coming, fill_undo
from clubsite.core.refused import attempt
from clubsite.director.setup.forms import ComingPlayersForm
from clubsite.director.setup.views import page
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session


@for_director
def coming(request: SignedInRequest, session: Session, public_id: str) -> HttpResponse:
    """Show everybody who comes, with the persons they may be. The director says who plays as whom."""
    night = night_of(session.club, public_id)
    rows = rows_for(night, session)
    if request.method == "POST":
        chosen = ComingPlayersForm(rows, request.POST).chosen()

        def fill() -> None:
            placed, left = fill_from_coming(session=session, night=night, chosen=chosen, user=request.user)
            who = "1 player has a place" if placed == 1 else f"{placed} players have places"
            more = f" For {left} there was none: put the number of players up." if left else ""
            messages.success(request, f"{who}.{more}")

        if attempt(request, "", fill):
            return redirect("director:players", session_id=session.public_id)
    shown = {"night": night, "rows": rows}
    return page(request, session, "players", template="coming", **shown)


@for_director
@require_POST
def undo(request: SignedInRequest, session: Session) -> HttpResponse:
    """Take out the players who came from a coming night."""
    attempt(request, "They are taken out again.", lambda: fill_undo(session=session, user=request.user))
    return redirect("director:players", session_id=session.public_id)
