"""The movement editor's pages: open a movement, check each change, keep it for the club, or use it tonight."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import Refused, attempt
from clubsite.director.links import page_url
from clubsite.director.setup import movement_options
from clubsite.director.setup.forms import EditedForm, MovementForm, WishForm
from clubsite.director.setup.movement_editor import Opened, grid_of_plan, opened, said_of
from clubsite.director.setup.own_movements import KEPT, OWN
from clubsite.director.setup.views import page
from clubsite.nights.decorators import for_director, posted_by_director
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.movements import kept_movement
from clubsite.nights.services.movement import movement_forget, movement_keep
from movements.errors import MovementError


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
        return _shown(request, session, section, Opened(read, read.plan.name))
    wish = WishForm(request.GET).wish()
    return _shown(request, session, section, opened(section, wish, request.GET.get("from", "")))


def _shown(request: SignedInRequest, session: Session, section: Section, at: Opened) -> HttpResponse:
    grid = grid_of_plan(at.read)
    grid["per_round"] = grid["per_round"] or section.boards_per_round
    context: dict[str, Any] = {
        "section": section,
        "grid": {**grid, "name": at.name},
        "kept": at.kept,
        "field": section.field,
        "addresses": {
            name: page_url(session, f"movement-{name}", section=section.letter) for name in ("check", "keep")
        },
    }
    return page(request, session, "movement", "editor", **context)


@posted_by_director
def check(request: SignedInRequest, session: Session) -> HttpResponse:
    """Return the faults in the movement being edited, and the notes about it."""
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
    messages.success(request, f"{kept.name} is kept. It is offered on every night with {kept.contestants}.")
    return JsonResponse({"go": f"{page_url(session, 'movement-editor')}?{query}"})


@posted_by_director
def forget(request: SignedInRequest, session: Session, key: str) -> HttpResponse:
    """Delete one of the club's movements."""
    kept = kept_movement(session.club, key)
    attempt(request, f"{kept.name} is thrown away.", lambda: movement_forget(kept=kept, user=request.user))
    return redirect("director:movement", session_id=session.public_id)
