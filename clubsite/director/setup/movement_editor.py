"""The movement editor: the movement that it opens, and its remarks after every change."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect

from clubsite.accounts.decorators import SignedInRequest
from clubsite.core.refused import Refused, attempt
from clubsite.director.links import page_url
from clubsite.director.setup import movement_options
from clubsite.director.setup.forms import EditedForm, MovementForm, WishForm
from clubsite.director.setup.movement_options import choices_for
from clubsite.director.setup.own_movements import KEPT, OWN, MovementWish, words_of, wrong_size
from clubsite.director.setup.steps import page
from clubsite.nights.decorators import for_director, posted_by_director
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import ClubMovement, Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.movements import kept_movement, movement_of, plan_kept, plan_of
from clubsite.nights.services.movement import movement_forget, movement_keep
from movements.check_words import fault_at, fault_text, notes_told
from movements.errors import MovementError
from movements.faults import Fault, FaultCode, faults
from movements.files import ReadPlan, write_rounds
from movements.files.lines import lines_of
from movements.notes import notes

MOST_SAID = 60


def opened(section: Section, wish: MovementWish, key: str) -> dict[str, Any]:
    """Return the movement `key`, or the section's for "". `kept` marks the club's. Raise Http404 if there is none."""
    club = section.session.club
    kind, _, rest = key.partition(".")
    if kind == KEPT:
        kept = kept_movement(club, rest)
        return {"read": plan_kept(kept), "name": kept.name, "kept": kept}
    movement, plan = movement_of(section), plan_of(section)
    if not key and movement is not None and plan is not None and not movement.drawn:
        return {"read": ReadPlan(plan, section.boards_per_round), "name": movement.name}
    try:
        choices = [choice for choice in choices_for(section, wish) if not choice.swiss]
    except MovementError as no:
        raise Http404(str(no)) from no
    chosen = next((choice for choice in choices if choice.key == key or (not key and choice.recommended)), None)
    if chosen is None:
        raise Http404("No such movement")
    return {"read": ReadPlan(chosen.plan, chosen.per_round), "name": chosen.name}


def grid_of_plan(read: ReadPlan) -> dict[str, Any]:
    """Return the plan for the editor: for each round, its tables as `[N/S, E/W, board set]`. 0 is an empty seat."""
    plan = read.plan
    rows = [line.pieces for line in lines_of(write_rounds(plan))[1:]]
    rounds = [[[int(word) for word in row[at : at + 3]] for at in range(0, len(row), 3)] for row in rows]
    return {
        "name": plan.name,
        "players": len(plan.present),
        "per_round": read.per_round,
        "winners": plan.winners,
        "rounds": rounds,
    }


def hidden_fields(read: ReadPlan) -> dict[str, Any]:
    """Return the fields of a form that opens the editor with `read`, a plan that was just read."""
    plan = read.plan
    return {"rounds": write_rounds(plan), "name": plan.name, "boards": read.per_round, "winners": plan.winners}


def said_of(section: Section, reading: Callable[[], ReadPlan]) -> dict[str, Any]:
    """Return the faults in the movement being edited, with their places, and the notes about it.

    `reading` may raise MovementError. The result is `{"faults": [{"text", "places": [[round, table, words]], "offers":
    [...]}], "notes": [text], "out": [[number]], "fits": text}`: `out` has the contestants without a seat in each round.
    """
    try:
        read = reading()
    except MovementError as no:
        return {"faults": [{"text": str(no), "places": [], "offers": []}], "notes": [], "out": [], "fits": ""}
    plan = read.plan
    boards = [board.number for board in boards_of(section)]
    words = words_of(section, read.per_round or section.boards_per_round, boards)
    problems = faults(plan)
    out = []
    for number in range(1, plan.rounds + 1):
        playing = {contestant for row in plan.round(number) if row.boardset for contestant in (row.ns, row.ew)}
        out.append([contestant for contestant in plan.present if contestant not in playing])
    return {
        "faults": [
            {
                "text": fault_text(fault, words),
                "places": [[*place, fault_at(fault, place, words)] for place in dict.fromkeys(fault.places)],
                "offers": _offers(fault, out),
            }
            for fault in problems[:MOST_SAID]
        ],
        "notes": notes_told(notes(plan), words, live=section.live) if not problems else [],
        "out": out,
        "fits": wrong_size(section, plan) if len(plan.present) != section.field else "",
    }


def _offers(fault: Fault, out: list[list[int]]) -> list[dict[str, Any]]:
    """Return the repairs if a contestant has two seats and exactly one other, who could take either, has none."""
    if fault.code != FaultCode.TWO_SEATS or not 1 <= fault.round <= len(out):
        return []
    free = out[fault.round - 1]
    if len(free) != 1:
        return []
    return [
        {
            "round": fault.round,
            "table": table,
            "instead": fault.number,
            "number": free[0],
            "text": f"Seat {free[0]} at table {table} instead",
        }
        for table in dict.fromkeys(table for _, table in fault.places)
    ]


@for_director
def editor(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show a movement as an editable grid: one from the list, one kept by the club, or one just read from a file."""
    section = SectionForm(request.GET, session).chosen()
    if request.method == "POST":
        try:
            read = EditedForm(request.POST).read()
        except MovementError as no:
            messages.error(request, str(no))
            return redirect(page_url(session, "movement", section=section.letter))
        return _shown(request, session, section, read, read.plan.name)
    wish = WishForm(request.GET).wish()
    return _shown(request, session, section, **opened(section, wish, request.GET.get("from", "")))


def _shown(
    request: SignedInRequest,
    session: Session,
    section: Section,
    read: ReadPlan,
    name: str,
    kept: ClubMovement | None = None,
) -> HttpResponse:
    grid = grid_of_plan(read)
    grid["per_round"] = grid["per_round"] or section.boards_per_round
    context: dict[str, Any] = {
        "section": section,
        "grid": {**grid, "name": name},
        "kept": kept,
        "field": section.field,
        "addresses": {act: page_url(session, f"movement-{act}", section=section.letter) for act in ("check", "keep")},
    }
    return page(request, session, "movement", "editor", **context)


@posted_by_director
def check(request: SignedInRequest, session: Session) -> HttpResponse:
    section = SectionForm(request.GET, session).chosen()
    return JsonResponse(said_of(section, EditedForm(request.POST).read))


@posted_by_director
def keep(request: SignedInRequest, session: Session) -> HttpResponse:
    """Keep the movement for the club under its name, or use it tonight. Return the next page's address, or faults."""
    section = SectionForm(request.GET, session).chosen()
    form = EditedForm(request.POST)
    sent = form.sent
    try:
        read = form.read()
        if sent["keep"]:
            facts = {"plan": read.plan, "name": sent["name"], "per_round": read.per_round}
            kept = movement_keep(club=session.club, user=request.user, **facts)
        if sent["use"]:
            taken = MovementForm({"option": OWN, "plan": json.dumps(read.to_json())})
            taken.is_valid()
            movement_options.accept(section, taken, request.user)
    except (Refused, MovementError) as no:
        return JsonResponse({"fault": str(no), "field": getattr(no, "field", "")}, status=409)
    if sent["use"]:
        messages.success(request, "The movement is chosen.")
        return JsonResponse({"go": page_url(session, "movement", section=section.letter)})
    query = f"from={KEPT}.{kept.pk}" + (f"&section={section.name}" if section.lettered else "")
    messages.success(request, f"{kept.name} is saved. It is offered on every night with {kept.contestants}.")
    return JsonResponse({"go": f"{page_url(session, 'movement-editor')}?{query}"})


@posted_by_director
def forget(request: SignedInRequest, session: Session, key: str) -> HttpResponse:
    kept = kept_movement(session.club, key)
    attempt(request, f"{kept.name} is deleted.", lambda: movement_forget(kept=kept, user=request.user))
    return redirect("director:movement", session_id=session.public_id)
