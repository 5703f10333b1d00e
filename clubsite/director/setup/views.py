"""A director's clubs with their sessions, and the six steps of setting up a session."""

import json
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import SignedInRequest, signed_in
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import clubs_directed_by, corrections_waiting
from clubsite.core.forms import lines_sent
from clubsite.core.origins import base_of, only_here
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.core.request_limits import takes_files
from clubsite.core.second_place import second_place
from clubsite.core.tokens import idempotency_key
from clubsite.director.links import page_url
from clubsite.director.scores.travellers import publishing_of
from clubsite.director.setup import dummy_slips, movement_options
from clubsite.director.setup.forms import (
    MOST_PLAN_BYTES,
    PLAY_FIELDS,
    DetailsForm,
    LostSlipForm,
    MovementForm,
    NewForm,
    PlanForm,
    RobotForm,
    WishForm,
    play_initial,
    play_set,
)
from clubsite.director.setup.movement_editor import hidden_fields
from clubsite.director.setup.own_movements import robots_for
from clubsite.director.setup.sections import is_large
from clubsite.director.setup.steps import DRAFT, gaps_of, next_step, page, rows_of
from clubsite.events.selectors.events import invitations_of
from clubsite.events.selectors.heats import heat_of
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Section, Session, SessionStatus
from clubsite.nights.selectors.movements import kept_movements
from clubsite.nights.selectors.sessions import IN_PLAY, sessions_of
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import (
    options_choose,
    options_fixed,
    options_of,
    robot_ask,
    session_create,
    session_discard,
    session_update,
)
from clubsite.nights.services.tables import SESSION_GAME
from clubsite.pdf.response import size_asked
from clubsite.play.game_options import SOLO_OPTIONS, question_field
from clubsite.play.robot_names import STRENGTHS
from clubsite.rankings.selectors.published import publication_of
from clubsite.signups.selectors.nights import night_for
from games.option_questions import OptionQuestion
from games.options import usual
from games.registry import rules_for
from movements.aims import order_text
from movements.errors import MovementError
from movements.files import read_plan


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
        return {name: value for name, value in self.cleaned_data.items() if value}


ENDED_SHOWN = 20


def club_sessions_of(club: Club) -> dict[str, Any]:
    """Return a club's sessions and the waiting corrections. An ended session has its published version, or 0."""
    sessions = sessions_of(club)
    return {
        "running": list(sessions.filter(status__in=IN_PLAY)),
        "drafts": list(sessions.filter(status=SessionStatus.DRAFT)),
        "ended": [
            (session, _version(session)) for session in sessions.filter(status=SessionStatus.ENDED)[:ENDED_SHOWN]
        ],
        "waiting": corrections_waiting(club).count(),
    }


def _version(session: Session) -> int:
    publication = publication_of(session.pk)
    return 0 if publication is None or publication.withdrawn else publication.version


@signed_in
@never_cache
def index(request: SignedInRequest) -> HttpResponse:
    clubs = [(club, club_sessions_of(club), invitations_of(club)) for club in clubs_directed_by(request.user)]
    return render(request, "director/setup/index.html", {"clubs": clubs})


@signed_in
@never_cache
def new(request: SignedInRequest) -> HttpResponse:
    """Show step 1 for a session that does not exist yet."""
    night = night_for(clubs_directed_by(request.user), lines_sent(request.GET, "coming")["coming"])
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
    form = GameOptionsForm(session, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        chosen = form.chosen()
        choose = partial(options_choose, session=session, user=request.user, chosen=chosen)
        attempt(request, "Game options saved.", choose)
        return redirect("director:options", session_id=session.public_id)
    return session_page(request, session, "director/setup/options.html", form=form, fixed=options_fixed(session))


@for_director
def first(request: SignedInRequest, session: Session) -> HttpResponse:
    if session.status != DRAFT:
        return redirect("director:monitor", session_id=session.public_id)
    return redirect(page_url(session, next_step(session)))


@for_director
def details(request: SignedInRequest, session: Session) -> HttpResponse:
    own = {name: getattr(session, name) for name in DetailsForm.base_fields if name not in PLAY_FIELDS}
    initial = {**own, **play_initial(session)}
    form = DetailsForm(request.POST or None, initial=initial)
    if form.is_bound and form.is_valid():

        def store() -> None:
            session_update(session=session, user=request.user, **form.facts())
            play_set(session, form, request.user)

        if attempt_form(request, form, store):
            return redirect("director:movement", session_id=session.public_id)
    return page(request, session, "details", form=form)


@takes_files(MOST_PLAN_BYTES)
@for_director
def movement(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every movement for a section's players, with its grid before it is accepted."""
    section = SectionForm(request.GET, session).chosen()
    sent = MovementForm(request.POST) if request.method == "POST" and "own" not in request.POST else None
    if sent and attempt_form(request, sent, lambda: movement_options.accept(section, sent, request.user)):
        without = next((section for section, chosen in rows_of(session) if chosen is None), None)
        onward = page_url(session, "movement", section=without.letter) if without else page_url(session, "players")
        return redirect(onward)
    context = {
        "section": section,
        "rows": rows_of(session),
        "large": is_large(session),
        "robots": robots_for(section),
        "form": sent,
        "alone": movement_options.alone(section),
        "kept": kept_movements(session.club),
        "own_form": PlanForm(),
        **_own(request, section, sent),
        **_choices(request, section, sent),
    }
    return page(request, session, "movement", **context)


def _choices(request: SignedInRequest, section: Section, sent: MovementForm | None) -> dict[str, Any]:
    """Return the options for the query in the address, filled in with submitted values (`sent`) that were refused."""
    wish_form = WishForm(request.GET)
    wish = wish_form.wish()
    if sent is not None:
        wish = replace(wish, look=sent.wish().look)
    try:
        choices = movement_options.choices_for(section, wish)
    except MovementError as no:
        return {"choices": [], "wish": wish, "asked": wish_form, "none_fits": str(no)}
    first = [choice for choice in choices if wish.more or not choice.more or choice.key == wish.look]
    form = sent or MovementForm()
    for choice in first:
        if choice.swiss:
            movement_options.ask_rounds(choice, form)
    hidden = len(choices) - len(first)
    return {"choices": first, "hidden": hidden, "wish": wish, "asked": wish_form, "order": order_text(wish.aim)}


def _own(request: SignedInRequest, section: Section, sent: MovementForm | None) -> dict[str, Any]:
    """Return the club's plan that was just uploaded, as shown before it is accepted, or the faults in it."""
    if request.method != "POST":
        return {}
    if sent is not None:
        return {"own_faults": sent.errors.get("plan", [])}
    form = PlanForm(request.POST, request.FILES)
    if not form.is_valid():
        return {"own_faults": form.errors["file"]}
    try:
        read = read_plan(form.cleaned_data["file"], form.stem)
    except MovementError as no:
        return {"own_faults": [str(no)]}
    text = json.dumps(read.to_json())
    choice, faults = movement_options.MovementOptions(section).own_plan(text)
    return {"own": choice, "own_text": text, "own_faults": faults, "own_fields": hidden_fields(read)}


@posted_by_director
def robot(request: SignedInRequest, session: Session) -> HttpResponse:
    """Let a robot, or nobody, take the empty seat in an odd field. The movements change accordingly."""
    form = RobotForm(request.POST, session)
    section = form.chosen()
    strength = form.sent["robot"]
    attempt(request, "", lambda: robot_ask(session=session, strength=strength, user=request.user))
    return redirect(page_url(session, "movement", section=section.letter))


@for_director
def printing(request: SignedInRequest, session: Session) -> HttpResponse:
    base = base_of(request)
    context: dict[str, Any] = {
        "have": dummy_slips.boards_known(session),
        "movements": [row for row in rows_of(session) if row[1] is not None],
        "base": base,
        "only_here": only_here(base),
        "lost_slip": LostSlipForm(),
        "why_not_cards": dummy_slips.cards_refusal(request.user, session),
        "running": session.status != DRAFT,
        "cards_to_come": dummy_slips.cards_to_come(session),
        "heat": heat_of(session),
        "in_play": session.status in IN_PLAY,
        "size": size_asked(request, session.club.paper),
        "sizes": session.club._meta.get_field("paper").choices,
        "publishing": publishing_of(session, request.user),
    }
    return page(request, session, "print", **context)


@for_director
def start(request: SignedInRequest, session: Session) -> HttpResponse:
    if request.method == "POST":
        done = "The night has begun. Players can sit down."
        begun = attempt(request, done, lambda: session_start(session=session, user=request.user))
        return redirect(page_url(session, "monitor" if begun else "start"))
    context: dict[str, Any] = {
        "gaps": gaps_of(session),
        "late_date": session.date < timezone.localdate(),
        "rows": rows_of(session),
        "robot": STRENGTHS.get(session.robot, ""),
        "second": second_place(),
    }
    return page(request, session, "start", **context)


@for_director
def discard(request: SignedInRequest, session: Session) -> HttpResponse:
    if request.method == "POST":
        if attempt(request, "The draft is deleted.", lambda: session_discard(session=session, user=request.user)):
            return redirect("director:index")
        return redirect("director:monitor", session_id=session.public_id)
    return page(request, session, "discard")
