"""Changing the movement of a session in play: choose what happened, look at before and after, make the change."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from clubsite.accounts.models import User
from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import Refused, attempt
from clubsite.director.repair.forms import RepairForm
from clubsite.director.repair.grid import carried_of, picture_of
from clubsite.director.repair.kind_forms import BY_KIND, REPAIR_FORMS
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.forms import SectionForm
from clubsite.duplicate.models import Section, Session
from clubsite.duplicate.selectors.movements import plan_of
from clubsite.duplicate.selectors.person_search import suggestions
from clubsite.duplicate.selectors.repairs import RepairPreview, last_repair, preview
from clubsite.duplicate.selectors.section_in_play import section_in_play
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.repairs import MOVED_ON, repair_apply, repair_undo
from movements.errors import MovementError
from movements.repair import Effect
from movements.teams import teams_in


def _address(session: Session, section: Section) -> str:
    where = reverse("director:repair", args=[session.public_id])
    return f"{where}?{urlencode({'section': section.name})}" if section.lettered else where


def _context(session: Session, section: Section) -> dict[str, Any]:
    return {
        "session": session,
        "club": session.club,
        "section": section,
        "sections": sections_of(session),
        "last": last_repair(section),
    }


@for_director
def index(request: SignedInRequest, session: Session) -> HttpResponse:
    """Ask what has happened, and offer to undo the last change as long as that is possible."""
    if session.status == "draft":
        return redirect("director:setup", session_id=session.public_id)
    section = SectionForm(request.GET, session).chosen()
    ended = session.status == "ended"
    kinds = [(form.kind, form.about) for form in REPAIR_FORMS if form.kind.afterwards or not ended]
    plan = plan_of(section)
    context = _context(session, section) | {"kinds": kinds, "teams": bool(plan and teams_in(plan))}
    return render(request, "director/repair/repair.html", context)


@for_director
def change(request: SignedInRequest, session: Session, kind: str) -> HttpResponse:
    """Show one kind of change: its questions, then before and after, then the button. GET changes nothing."""
    found = BY_KIND.get(kind)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    if found is None:
        raise Http404("No such change")
    sent = RepairForm(data, session)
    section, shown, fault = sent.chosen(), None, ""
    try:
        now = section_in_play(section, found.kind)
        form = found(now, data)
        order = form.order() if form.is_valid() else None
        if request.method == "POST":
            if order is None:
                raise Refused(MOVED_ON)
            what = repair_apply(section=section, order=order, seen=sent.sent["seen"], user=request.user).what
            messages.success(request, f"{what[:1].upper()}{what[1:]}. Everybody's screen follows.")
            return redirect(_address(session, section))
        shown = preview(now, order) if order is not None else None
    except MovementError as no:
        fault = str(no)
    except Refused as no:
        messages.error(request, str(no))
        if request.method != "POST":
            return redirect("director:monitor", session_id=session.public_id)
        return redirect(_again(session, kind, data))
    asked = {"kind": found.kind, "form": form, "fault": fault, "people": suggestions(session)}
    context = _context(session, section) | asked | (_shown(shown, request.user) if shown else {})
    return render(request, "director/repair/change.html", context)


def _shown(shown: RepairPreview, user: User) -> dict[str, Any]:
    """Return what would change, for the template."""
    return {
        "shown": shown,
        "picture": picture_of(shown),
        "carried": carried_of(shown, user),
        "meanings": _meanings(shown.change.effects),
    }


def _meanings(effects: Iterable[Effect]) -> list[tuple[str, list[str]]]:
    """Return the meaning of the change: (title, sentences), seats first."""
    titles = {"seats": "Seats", "boards": "Boards", "scores": "Scores already in"}
    groups = [(title, [one.text for one in effects if one.about == about]) for about, title in titles.items()]
    return [(title, sentences) for title, sentences in groups if sentences]


def _again(session: Session, kind: str, data: dict[str, str]) -> str:
    """Return the address of the same questions with the same answers, to preview them again."""
    kept = {key: data[key] for key in data if key not in ("csrfmiddlewaretoken", "seen")}
    return f"{reverse('director:repair-change', args=[session.public_id, kind])}?{urlencode(kept)}"


@for_director
@require_POST
def undo(request: SignedInRequest, session: Session) -> HttpResponse:
    """Take the last change back."""
    section = SectionForm(request.POST, session).chosen()
    undone = "The change is taken back."
    attempt(request, undone, lambda: repair_undo(section=section, user=request.user))
    return redirect(_address(session, section))
