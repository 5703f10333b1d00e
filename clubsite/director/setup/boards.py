"""The boards step: a seed, a file, a former night, an event, or hands dealt by the players. No card is shown."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.analysis.selectors.solutions import solving_progress
from clubsite.analysis.services.solving import boards_unsolved
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.request_limits import takes_files
from clubsite.director.embargo_words import embargo_sentences, known_boards
from clubsite.director.links import page_url
from clubsite.director.setup.forms import BoardsForm
from clubsite.director.setup.steps import page
from clubsite.events.forms import HeatBoardsForm
from clubsite.events.selectors.events import game_words
from clubsite.events.selectors.heats import heat_of, heat_of_day, heats_to_choose, start_gaps
from clubsite.events.services.heats import heat_session_choose
from clubsite.files.selectors import pending_of
from clubsite.nights.decorators import for_director, posted_by_director
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import BoardSet, Section, SectionKind, Session, SessionStatus
from clubsite.nights.selectors.boards import boards_of, sets_to_repeat
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.selectors.sessions import board_groups_of
from clubsite.nights.services.boards import (
    MOST_BYTES,
    boards_again,
    boards_deal,
    boards_drop,
    boards_number,
    boards_read,
    boards_take,
)
from games.notation.faults import DealFileError
from solver.thread_engines import solves_whole_deals

SOLVER_BEGINS_AGAIN = (
    "The solver was still working on the former boards. It begins again as soon as the new boards have cards."
)
CHOOSE_A_NIGHT = "Choose one of the nights in the list."


class FormerBoardsForm(forms.Form):
    """The former night whose cards are played again in a new order."""

    use_required_attribute = False  # the page says in our words what is missing
    former = forms.ModelChoiceField(
        BoardSet.objects.none(),
        label="Which night?",
        empty_label=None,
        error_messages={"required": CHOOSE_A_NIGHT, "invalid_choice": CHOOSE_A_NIGHT},
    )

    def __init__(self, session: Session, *args: Any) -> None:
        super().__init__(*args)
        field: Any = self.fields["former"]
        field.queryset = sets_to_repeat(session)
        field.label_from_instance = _former_words

    @property
    def any(self) -> bool:
        """True if there is a night to choose."""
        field: Any = self.fields["former"]
        return bool(field.queryset.exists())


def _former_words(board_set: BoardSet) -> str:
    session, sections = board_set.session, board_set.sections.all()
    of = (
        f", section {' and '.join(section.name for section in sections)}"
        if any(section.own_boards for section in sections)
        else ""
    )
    return f"{session.name}, {date_format(session.date, 'j F Y')}{of}: {board_set.boards.count()} boards"


def solving_of(session: Session) -> dict[str, Any] | None:
    """Return the solver's progress, or None if there are no boards yet."""
    played = BoardSet.objects.filter(sections__session=session, sections__kind=SectionKind.TWO_HANDED)
    sets = played.exclude(source="table").distinct()
    progress = [solving_progress(pk) for pk in sets.values_list("pk", flat=True)]
    if not progress:
        return None
    solved, total = (sum(column) for column in zip(*progress, strict=True))
    return {
        "solved": solved,
        "boards": total,
        "done": solved >= total,
        "closed": session.status == SessionStatus.ENDED,
        "possible": solves_whole_deals(),
    }


def solving_told(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Tell the director if a view replaces boards on which the solver is still working."""

    @wraps(view)
    def told(request: SignedInRequest, session: Session) -> HttpResponse:
        sets = BoardSet.objects.filter(session=session)
        unsolved = set(sets.filter(boards__in=boards_unsolved().values("pk")).values_list("pk", flat=True))
        answer = view(request, session)
        if solves_whole_deals() and unsolved.difference(sets.values_list("pk", flat=True)):
            messages.info(request, SOLVER_BEGINS_AGAIN)
        return answer

    return told


def boards_made(section: Section, data: dict[str, Any], user: User) -> None:
    """Make the boards that a valid `BoardsForm` asks for. Raise Refused with the field at fault, or DealFileError."""
    session, how = section.session, data["how"]
    if how == "file":
        upload = data["file"]
        given = {name: data[name] for name in ("passphrase", "first")}
        boards_read(session=session, data=upload.read(), file_name=upload.name or "", **given)
    elif how == "take":
        boards_take(session=session, section=section, user=user)
    elif how == "drop":
        boards_drop(session=session)
    elif how == "table":
        boards_number(session=session, section=section, count=data["count"], user=user)
    else:
        boards_deal(session=session, section=section, seed=data["seed"], count=data["count"], user=user)


@takes_files(MOST_BYTES)
@for_director
@solving_told
def boards(request: SignedInRequest, session: Session) -> HttpResponse:
    """Make boards from a drawn seed, a typed seed, or a file. Cards are never shown on this page."""
    problems: list[tuple[int | None, str, str]] = []
    group = _sections_of_page(request, session)
    form = BoardsForm(request.POST, request.FILES) if request.method == "POST" else BoardsForm()
    try:
        if attempt_form(request, form, lambda: boards_made(group[0], form.cleaned_data, request.user)):
            return redirect(request.get_full_path())
    except DealFileError as no:
        problems = no.problems
    counts = {how: form if form["how"].value() == how else BoardsForm(auto_id=f"{how}-%s") for how in ("draw", "table")}
    context = _boards(session, group) | {"problems": problems, "form": form, "counts": counts}
    return page(request, session, "boards", **context)


@posted_by_director
@solving_told
def former_boards(request: SignedInRequest, session: Session) -> HttpResponse:
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
        "heats": [(event, game_words(event)) for event in dict.fromkeys(each.event for each in heats)],
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
    return render(request, "director/setup/_solving.html", {"session": session, "solving": solving_of(session)})


def _sections_of_page(request: SignedInRequest, session: Session) -> Any:
    """Return all sections that share this page's boards, including the section that the request names."""
    wanted = SectionForm(request.GET, session).chosen()
    return next(group for group in board_groups_of(session) if wanted in group)
