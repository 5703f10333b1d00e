"""Changing the movement of a session in play: choose what happened, look at before and after, make the change."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from clubsite.accounts.models import User
from clubsite.accounts.requests import SignedInRequest
from clubsite.director.repair import change as repair
from clubsite.director.repair import kinds as repair_kinds
from clubsite.director.repair.forms import RepairForm
from clubsite.duplicate.decorators import attempt, for_director
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.forms import SectionForm
from clubsite.duplicate.models import Section, Session
from clubsite.duplicate.selectors.movements import plan_of
from clubsite.duplicate.selectors.person_search import suggestions
from clubsite.duplicate.selectors.repairs import last_change
from clubsite.duplicate.selectors.sessions import sections_of
from movements.teams import teams_in


def _address(session: Session, section: Section, kind: str = "") -> str:
    name, more = ("director:repair-change", {"kind": kind}) if kind else ("director:repair", {})
    where = reverse(name, kwargs={"session_id": session.public_id, **more})
    return f"{where}?{urlencode({'section': section.name})}" if section.lettered else where


def _context(session: Session, section: Section) -> dict[str, Any]:
    return {
        "session": session,
        "club": session.club,
        "section": section,
        "sections": sections_of(session),
        "last": last_change(section),
    }


@for_director
def index(request: SignedInRequest, session: Session) -> HttpResponse:
    """What has happened? And the last change, as long as it can be taken back."""
    if session.status == "draft":
        return redirect("director:setup", session_id=session.public_id)
    section = SectionForm(request.GET, session).chosen()
    kinds = [kind for kind in repair_kinds.REPAIR_CHOICES if kind.afterwards or session.status != "ended"]
    plan = plan_of(section)
    context = _context(session, section) | {"kinds": kinds, "teams": bool(plan and teams_in(plan))}
    return render(request, "director/repair/repair.html", context)


@for_director
def change(request: SignedInRequest, session: Session, kind: str) -> HttpResponse:
    """One kind of change: its questions, then before and after, then the button. GET changes nothing."""
    found = repair_kinds.BY_SLUG.get(kind)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    if found is None:
        raise Http404("No such change")
    form = RepairForm(data, session)
    section = form.chosen()
    try:
        asked = repair.change_of(section, found.ask, data, afterwards=found.afterwards)
        if request.method == "POST":
            repair.put_into_force(asked, form.sent["seen"], request.user)
            messages.success(
                request, f"{asked.what[:1].upper()}{asked.what[1:]}. Everybody's screen follows."
            )
            return redirect(_address(session, section))
    except Refused as no:
        messages.error(request, str(no))
        if request.method != "POST":
            return redirect("director:monitor", session_id=session.public_id)
        return redirect(_again(session, section, kind, data))
    context = (
        _context(session, section)
        | _shown(asked, request.user)
        | {"kind": found, "people": suggestions(session)}
    )
    return render(request, "director/repair/change.html", context)


def _shown(asked: repair.Change, user: User) -> dict[str, Any]:
    """The questions, and as soon as they are answered what would change."""
    if asked.shown is None:
        return {"asked": asked}
    return {
        "asked": asked,
        "picture": repair.picture(asked),
        "carried": repair.carried(asked, user),
        "meanings": repair.meanings(asked),
    }


def _again(session: Session, section: Section, kind: str, data: Any) -> str:
    """The same questions with the same answers, previewed anew."""
    kept = {key: data[key] for key in data if key not in ("csrfmiddlewaretoken", "seen")}
    where = _address(session, section, kind).split("?", maxsplit=1)[0]
    return f"{where}?{urlencode(kept)}"


@for_director
@require_POST
def undo(request: SignedInRequest, session: Session) -> HttpResponse:
    """Take the last change back."""
    section = SectionForm(request.POST, session).chosen()
    attempt(request, "The change is taken back.", lambda: repair.take_back(section, request.user))
    return redirect(_address(session, section))
