"""Setting up a session: six steps that are always shown and can be revisited until the start."""

import json
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.body_limits import takes_files
from clubsite.core.links import base_of, only_here
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.second_place import second_place
from clubsite.director.embargo_words import embargo_sentences, known_boards
from clubsite.director.links import page_url
from clubsite.director.scores.publishing import publishing_of
from clubsite.director.setup import dealing, dummy_slips, movement_options, plans, sections, steps
from clubsite.director.setup.former_boards import FormerBoardsForm
from clubsite.director.setup.forms import (
    MOST_PLAN_BYTES,
    BoardsForm,
    DetailsForm,
    LostSlipForm,
    MovementForm,
    PlanForm,
    RobotForm,
    WishForm,
)
from clubsite.director.setup.movement_editor import hidden_fields
from clubsite.director.setup.own_movements import own_plan
from clubsite.director.setup.played_with import PLAY_FIELDS, play_initial, play_set
from clubsite.director.setup.solving_status import solving_of, solving_told
from clubsite.events.heat_forms import HeatBoardsForm
from clubsite.events.selectors.events import game_words
from clubsite.events.selectors.heats import heat_of, heat_of_day, heats_to_choose, start_gaps
from clubsite.events.services.heat_sessions import heat_session_choose
from clubsite.files.selectors import pending_of
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.movements import boards_needed, kept_movements
from clubsite.nights.selectors.sessions import IN_PLAY, board_groups_of
from clubsite.nights.services.boards import MOST_BYTES, boards_again
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import robot_ask, session_discard, session_update
from clubsite.pdf.response import size_asked
from clubsite.play.robot_names import STRENGTHS
from games.notation.faults import DealFileError
from movements.aims import order_text
from movements.errors import MovementError
from movements.files import read_plan

DRAFT = "draft"


def page(request: SignedInRequest, session: Session, slug: str, template: str = "", **context: Any) -> HttpResponse:
    """Show a step's page next to the list of all steps. A session that has started can no longer be set up."""
    if session.status != DRAFT and slug != "print":
        return redirect("director:monitor", session_id=session.public_id)
    context |= {"steps": steps.steps_of(session), "here": slug}
    return session_page(request, session, f"director/setup/step_{template or slug}.html", **context)


@for_director
def first(request: SignedInRequest, session: Session) -> HttpResponse:
    """Redirect to the first unfinished step."""
    if session.status != DRAFT:
        return redirect("director:monitor", session_id=session.public_id)
    return redirect(page_url(session, steps.next_step(session)))


@for_director
def details(request: SignedInRequest, session: Session) -> HttpResponse:
    own = {name: getattr(session, name) for name in DetailsForm.base_fields if name not in PLAY_FIELDS}
    initial = {**own, **play_initial(session)}
    form = DetailsForm(request.POST or None, initial=initial)
    if form.is_bound and form.is_valid():
        facts = {
            **{name: value for name, value in form.cleaned_data.items() if name not in PLAY_FIELDS},
            "name": form.cleaned_data["name"].strip() or f"{form.cleaned_data['date']:%A}",
        }
        if attempt_form(request, form, lambda: _details_set(session, request, form, facts)):
            return redirect("director:movement", session_id=session.public_id)
    return page(request, session, "details", form=form)


def _details_set(session: Session, request: SignedInRequest, form: DetailsForm, facts: dict[str, Any]) -> None:
    session_update(session=session, user=request.user, **facts)
    play_set(session, form, request.user)


@takes_files(MOST_PLAN_BYTES)
@for_director
def movement(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every movement for a section's players, with its grid before it is accepted."""
    section = SectionForm(request.GET, session).chosen()
    sent = MovementForm(request.POST) if request.method == "POST" and "own" not in request.POST else None
    if sent and attempt_form(request, sent, lambda: movement_options.accept(section, sent, request.user)):
        return redirect(_after_movement(session))
    context = {
        "section": section,
        "rows": sections.rows_of(session),
        "large": sections.large(session),
        "robots": plans.robots_for(section),
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
    asked = WishForm(request.GET)
    wish = asked.wish()
    if sent is not None:
        wish = replace(wish, look=sent.wish().look)
    try:
        found = movement_options.choices_for(section, wish)
    except MovementError as no:
        return {"choices": [], "wish": wish, "asked": asked, "none_fits": str(no)}
    first = [choice for choice in found if wish.more or not choice.more or choice.key == wish.look]
    first = movement_options.with_questions(first, sent or MovementForm())
    hidden = len(found) - len(first)
    return {"choices": first, "hidden": hidden, "wish": wish, "asked": asked, "order": order_text(wish.aim)}


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
    choice, faults = own_plan(section, text, alone=movement_options.alone(section))
    return {"own": choice, "own_text": text, "own_faults": faults, "own_fields": hidden_fields(read)}


def _after_movement(session: Session) -> str:
    """Return the address of the next section without a movement, or of the names page."""
    without = next((section for section, chosen in sections.rows_of(session) if chosen is None), None)
    return page_url(session, "movement", section=without.letter) if without else page_url(session, "players")


@posted_by_director
def robot(request: SignedInRequest, session: Session) -> HttpResponse:
    """Let a robot, or nobody, take the empty seat in an odd field. The movements change accordingly."""
    form = RobotForm(request.POST, session)
    section = form.chosen()
    strength = form.sent["robot"]
    attempt(request, "", lambda: robot_ask(session=session, strength=strength, user=request.user))
    return redirect(page_url(session, "movement", section=section.letter))


@takes_files(MOST_BYTES)
@for_director
@solving_told
def boards(request: SignedInRequest, session: Session) -> HttpResponse:
    """Make boards from a drawn seed, a typed seed, or a file. Cards are never shown on this page."""
    problems: list[tuple[int | None, str, str]] = []
    group = _sections_of_page(request, session)
    form = BoardsForm(request.POST, request.FILES) if request.method == "POST" else BoardsForm()
    try:
        if attempt_form(request, form, lambda: dealing.boards_made(group[0], form.cleaned_data, request.user)):
            return redirect(request.get_full_path())
    except DealFileError as no:
        problems = no.problems
    counts = {how: form if form["how"].value() == how else BoardsForm(auto_id=f"{how}-%s") for how in ("draw", "table")}
    context = _boards(session, group) | {"problems": problems, "form": form, "counts": counts}
    return page(request, session, "boards", **context)


@posted_by_director
@solving_told
def former_boards(request: SignedInRequest, session: Session) -> HttpResponse:
    """Use the cards of a former night, with the dummies in a new order."""
    section, form = _sections_of_page(request, session)[0], FormerBoardsForm(session, request.POST)
    if form.is_valid():
        given = {"session": session, "section": section, "user": request.user, "former": form.cleaned_data["former"]}
        attempt(request, "The boards are made, with the dummies in a new order.", lambda: boards_again(**given))
    else:
        messages.error(request, " ".join(map(str, form.errors["former"])))
    return redirect(f"{page_url(session, 'boards')}?section={section.name}")


@posted_by_director
@solving_told
def event_boards(request: SignedInRequest, session: Session) -> HttpResponse:
    """Play a heat of an event in this night, with the event's boards and options."""
    form = HeatBoardsForm(heats_to_choose(session), request.POST)
    if form.is_valid():
        heat, words = form.cleaned_data["heat"], "This night plays the boards of the event."
        attempt(request, words, lambda: heat_session_choose(heat=heat, session=session, user=request.user))
    else:
        messages.error(request, " ".join(map(str, form.errors["heat"])))
    return redirect("director:boards", session_id=session.public_id)


def _boards(session: Session, group: list[Any]) -> dict[str, Any]:
    pending = pending_of(session)
    heat, heats = heat_of(session), heats_to_choose(session)
    of_day = heat_of_day(session, heats)
    board_set, have, needed = group[0].board_set, len(boards_of(group[0])), boards_needed(group)
    too_few = heat is not None and have < (needed or 0)
    return {
        "heat": heat,
        "heat_gaps": [gap for gap in start_gaps(session) if gap.about == "boards"],
        "heat_form": HeatBoardsForm(heats, now=heat or of_day) if heats else None,
        "event_first": not group[0].own_boards and (too_few or (of_day is not None and board_set is None)),
        "heats": [(event, game_words(event)) for event in dict.fromkeys(one.event for one in heats)],
        "released": heat is not None and heat.released_at is not None,
        "section": group[0],
        "board_groups": board_groups_of(session),
        "known": [*known_boards(board_set), *embargo_sentences(session)],
        "known_pending": known_boards(pending["board_set"]) if pending else [],
        "have": have,
        "needed": needed,
        "board_set": board_set,
        "former_form": FormerBoardsForm(session),
        "on_cards": not any(section.any_live for section in group),
        "solving": solving_of(session),
        "pending": pending,
    }


@for_director
def solving(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show how many boards have been solved, and nothing else."""
    return render(request, "director/setup/_solving.html", {"session": session, "solving": solving_of(session)})


def _sections_of_page(request: SignedInRequest, session: Session) -> Any:
    """Return all sections that share this page's boards, including the section that the request names."""
    wanted = SectionForm(request.GET, session).chosen()
    return next(group for group in board_groups_of(session) if wanted in group)


@for_director
def printing(request: SignedInRequest, session: Session) -> HttpResponse:
    base = base_of(request)
    context: dict[str, Any] = {
        "have": dummy_slips.boards_known(session),
        "movements": [row for row in sections.rows_of(session) if row[1] is not None],
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
        if attempt(
            request,
            "The night has begun. Players can sit down.",
            lambda: session_start(session=session, user=request.user),
        ):
            return redirect("director:monitor", session_id=session.public_id)
        return redirect("director:start", session_id=session.public_id)
    context: dict[str, Any] = {
        "gaps": steps.gaps_of(session),
        "late_date": steps.late_date(session),
        "rows": sections.rows_of(session),
        "robot": STRENGTHS.get(session.robot, ""),
        "second": second_place(),
    }
    return page(request, session, "start", **context)


@for_director
def discard(request: SignedInRequest, session: Session) -> HttpResponse:
    """Ask for confirmation once, then delete the draft."""
    if request.method == "POST":
        if attempt(request, "The draft is gone.", lambda: session_discard(session=session, user=request.user)):
            return redirect("director:index")
        return redirect("director:monitor", session_id=session.public_id)
    return page(request, session, "discard")
