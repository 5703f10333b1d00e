"""A director's clubs with their sessions, and the page for a new session."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm
from clubsite.core.idempotency import idempotency_key
from clubsite.core.refused import Refused, attempt
from clubsite.director.setup.forms import NewForm
from clubsite.director.setup.game_options import GameOptionsForm
from clubsite.director.setup.session_list import club_sessions_of
from clubsite.events.selectors.events import invitations_of
from clubsite.nights.decorators import for_director, session_page
from clubsite.nights.models import Session
from clubsite.nights.services.game_options import options_choose, options_fixed
from clubsite.nights.services.setup import session_create
from clubsite.signups.selectors.nights import night_for


class ComingNightForm(ButtonForm):
    """The coming night for which a session is made."""

    coming = LineField(required=False, max_length=12)


@signed_in
@never_cache
def index(request: SignedInRequest) -> HttpResponse:
    clubs = [(club, club_sessions_of(club), invitations_of(club)) for club in clubs_directed_by(request.user)]
    return render(request, "director/setup/index.html", {"clubs": clubs})


@signed_in
@never_cache
def new(request: SignedInRequest) -> HttpResponse:
    """Show step 1 for a session that does not exist yet."""
    night = night_for(clubs_directed_by(request.user), ComingNightForm(request.GET).sent["coming"])
    form = NewForm(request.POST or None, user=request.user, coming=night)
    if not form.clubs:
        return redirect("director:index")
    if form.is_bound and form.is_valid():
        try:
            session = session_create(user=request.user, idempotency_key=idempotency_key(request), **form.facts())
        except Refused as no:
            form.add_error(no.field or None, str(no))
        else:
            return redirect("director:movement", session_id=session.public_id)
    return render(request, "director/setup/new.html", {"form": form, "coming": night})


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every option of the game as a sentence."""
    form = GameOptionsForm(session, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        chosen = form.chosen()
        if attempt(request, "", lambda: options_choose(session=session, user=request.user, chosen=chosen)):
            messages.success(request, "The game is played as you see it here.")
        return redirect("director:options", session_id=session.public_id)
    return session_page(request, session, "director/setup/options.html", form=form, fixed=options_fixed(session))
