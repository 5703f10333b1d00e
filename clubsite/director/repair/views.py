"""Pages that change the movement of a session in play, after a preview, and a page for the teams' names."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import Refused, attempt
from clubsite.director.links import page_url
from clubsite.director.repair.forms import BY_KIND, REPAIR_FORMS, RepairForm
from clubsite.director.repair.grid import carried_of, picture_of
from clubsite.director.setup.players import TeamNamesForm
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.person_search import suggestions
from clubsite.nights.selectors.player_lines import team_heads
from clubsite.nights.selectors.repairs import last_repair, preview
from clubsite.nights.selectors.section_in_play import section_in_play
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.repairs import MOVED_ON, repair_apply, repair_undo
from clubsite.nights.services.team_naming import team_names_set
from movements.errors import MovementError
from movements.repair import Effect
from movements.teams import teams_in


def _page(request: SignedInRequest, section: Section, template: str, **more: Any) -> HttpResponse:
    more |= {"section": section, "sections": sections_of(section.session), "last": last_repair(section)}
    return session_page(request, section.session, f"director/repair/{template}.html", **more)


@for_director
def index(request: SignedInRequest, session: Session) -> HttpResponse:
    """Ask what has happened, and offer to undo the last change while it can still be undone."""
    if session.status == "draft":
        return redirect("director:setup", session_id=session.public_id)
    section = SectionForm(request.GET, session).chosen()
    ended = session.status == "ended"
    kinds = [(form.kind, form.about) for form in REPAIR_FORMS if form.kind.afterwards or not ended]
    plan = plan_of(section)
    return _page(request, section, "repair", kinds=kinds, teams=bool(plan and teams_in(plan)))


@for_director
def change(request: SignedInRequest, session: Session, kind: str) -> HttpResponse:
    """Show one kind of change: its questions, the rounds before and after, then the button. GET changes nothing."""
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
            return redirect(page_url(session, "repair", section=section.letter))
        shown = preview(now, order) if order is not None else None
    except MovementError as no:
        fault = str(no)
    except Refused as no:
        messages.error(request, str(no))
        if request.method != "POST":
            return redirect("director:monitor", session_id=session.public_id)
        return redirect(_again(session, kind, data))
    asked: dict[str, Any] = {"kind": found.kind, "form": form, "fault": fault, "people": suggestions(session)}
    if shown is not None:
        asked |= {"shown": shown, "picture": picture_of(shown), "carried": carried_of(shown, request.user)}
        asked |= {"meanings": _meanings(shown.change.effects)}
    return _page(request, section, "change", **asked)


def _meanings(effects: Iterable[Effect]) -> list[tuple[str, list[str]]]:
    titles = {"seats": "Seats", "boards": "Boards", "scores": "Scores already in"}
    groups = [(title, [one.text for one in effects if one.about == about]) for about, title in titles.items()]
    return [(title, sentences) for title, sentences in groups if sentences]


def _again(session: Session, kind: str, data: dict[str, str]) -> str:
    kept = {key: data[key] for key in data if key not in ("csrfmiddlewaretoken", "seen")}
    return f"{page_url(session, 'repair-change', kind)}?{urlencode(kept)}"


@posted_by_director
def undo(request: SignedInRequest, session: Session) -> HttpResponse:
    section = SectionForm(request.POST, session).chosen()
    undone = "The change is undone."
    attempt(request, undone, lambda: repair_undo(section=section, user=request.user))
    return redirect(page_url(session, "repair", section=section.letter))


@for_director
def teams(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every team with its players and a field for its name. Raise Http404 if the session has no teams."""
    if session.status == "draft":
        return redirect("director:players", session_id=session.public_id)
    heads = team_heads(session)
    if not heads:
        raise Http404("No teams play")
    if request.method == "POST":
        typed = TeamNamesForm([head.key for head, _ in heads], request.POST).names()
        faults = team_names_set(session=session, typed=typed, user=request.user)
        if not faults:
            again = " Publish again for everybody to read them." if session.status == "ended" else ""
            messages.success(request, f"The names of the teams are saved.{again}")
            return redirect("director:teams", session_id=session.public_id)
        for head, _ in heads:
            head.typed, head.fault = typed.get(head.key), faults.get(head.key, "")
    names = names_of([pk for _, contestants in heads for pk in contestants])
    lines = [{"head": head, "players": " and ".join(names[pk] for pk in pks)} for head, pks in heads]
    return session_page(request, session, "director/repair/teams.html", lines=lines)
