"""The options of the game: a form until the first cards are shown, afterwards a list."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import attempt
from clubsite.director.setup.game_options import GameOptionsForm
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.services.game_options import options_choose, options_fixed


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every option in words."""
    form = GameOptionsForm(session, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        chosen = form.chosen()
        if attempt(request, "", lambda: options_choose(session=session, user=request.user, chosen=chosen)):
            messages.success(request, "The game is played as you see it here.")
        return redirect("director:options", session_id=session.public_id)
    context = {"session": session, "club": session.club, "form": form, "fixed": options_fixed(session)}
    return render(request, "director/setup/options.html", context)
