"""A director's clubs with their sessions, and the page for a new session."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import clubs_directed_by, corrections_waiting
from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm
from clubsite.core.idempotency import idempotency_key
from clubsite.core.refused import Refused, attempt
from clubsite.director.setup.forms import NewForm
from clubsite.events.selectors.events import invitations_of
from clubsite.nights.decorators import for_director, session_page
from clubsite.nights.models import Session, SessionStatus
from clubsite.nights.models.sessions import SESSION_GAME
from clubsite.nights.selectors.sessions import IN_PLAY, sessions_of
from clubsite.nights.services.setup import options_choose, options_fixed, options_of, session_create
from clubsite.play.game_options import SOLO_OPTIONS, question_field
from clubsite.rankings.selectors.published import publication_of
from clubsite.signups.selectors.nights import night_for
from games.option_questions import OptionQuestion
from games.options import usual
from games.registry import rules_for


class GameOptionsForm(forms.Form):
    """The options for a session's game. A question left unanswered keeps the default option."""

    def __init__(self, session: Session, data: Any = None) -> None:
        now = options_of(session)
        super().__init__(data, initial=now)
        as_usual = usual(rules_for(SESSION_GAME).options)
        for name, question in SOLO_OPTIONS.items():
            words = {**question.answers, as_usual[name]: f"{question.answers[as_usual[name]]} (usual)"}
            self.fields[name] = question_field(OptionQuestion(question.text, words), now[name])

    def chosen(self) -> dict[str, str]:
        """Return the chosen option by name, in the form that `options_choose` takes."""
        return {name: value for name, value in self.cleaned_data.items() if value}


ENDED_SHOWN = 20


@dataclass(slots=True)
class Ended:
    """A session that is over. `published` is the number of its published version, or 0 if members cannot see it."""

    session: Session
    published: int


@dataclass(slots=True)
class ClubSessions:
    running: list[Session] = field(default_factory=list)
    drafts: list[Session] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    waiting: int = 0
    """Requests for a correction without an answer."""

    @property
    def empty(self) -> bool:
        return not (self.running or self.drafts or self.ended)


def club_sessions_of(club: Club) -> ClubSessions:
    """Return the running sessions, the drafts, and the sessions that ended most recently."""
    sessions = sessions_of(club)
    ended = sessions.filter(status=SessionStatus.ENDED)[:ENDED_SHOWN]
    return ClubSessions(
        running=list(sessions.filter(status__in=IN_PLAY)),
        drafts=list(sessions.filter(status=SessionStatus.DRAFT)),
        ended=[Ended(session, _version(session)) for session in ended],
        waiting=corrections_waiting(club).count(),
    )


def _version(session: Session) -> int:
    publication = publication_of(session.pk)
    return 0 if publication is None or publication.withdrawn else publication.version


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
