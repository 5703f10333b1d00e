"""The director's page while a session runs, and its acts."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import attempt
from clubsite.director.embargo_words import embargo_sentences
from clubsite.director.monitor import actions
from clubsite.director.monitor.audit_log import audit_lines_of
from clubsite.director.monitor.forms import GoForm, MonitorActForm
from clubsite.director.monitor.progress import overview_of
from clubsite.director.monitor.room_size import is_dense, remember
from clubsite.director.monitor.solving_status import solving_of
from clubsite.director.scores.publishing import publishing_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.forms import SectionForm
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.tables import tables_of


def _context(request: SignedInRequest, session: Session) -> dict[str, Any]:
    overview = overview_of(session, request.user)
    return {
        "session": session,
        "club": session.club,
        "overview": overview,
        "dense": is_dense(request, overview),
        "publishing": publishing_of(session, request.user),
        "solving": solving_of(session),
    }


@for_director
def monitor(request: SignedInRequest, session: Session) -> HttpResponse:
    if session.status == "draft":
        return redirect("director:setup", session_id=session.public_id)
    context = _context(request, session) | {"embargoes": embargo_sentences(session)}
    return remember(request, render(request, "director/monitor/monitor.html", context))


@for_director
def overview(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the part of the monitor that is fetched again."""
    return render(request, "director/monitor/_overview.html", _context(request, session))


@for_director
def go(request: SignedInRequest, session: Session) -> HttpResponse:
    """Redirect to the table whose number was typed, in any spelling: "47", " a3"."""
    typed = "".join(GoForm(request.GET).sent["table"].split()).upper()
    labels = [table.label for table in tables_of(session)]
    if typed in labels:
        return redirect("director:table", session_id=session.public_id, number=typed)
    if labels:
        asked = f"There is no table {typed}" if typed else "Type the number of a table"
        messages.error(request, f"{asked}. The tables are {labels[0]} to {labels[-1]}.")
    return redirect("director:monitor", session_id=session.public_id)


@for_director
@require_POST
def act(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Do an act: pause, resume, hold, release, more time, move on, end, publish, withdraw."""
    action = actions.DIRECTOR_ACTS.get(act)
    if action is None:
        raise Http404("No such act")
    sent = request.GET.copy()
    sent.update(request.POST)
    asked = MonitorActForm(sent, session).sent
    back = "ranking" if asked.pop("back") == "ranking" else "monitor"
    attempt(request, action.done, lambda: actions.do(action, session, request.user, **asked))
    return redirect(f"director:{back}", session_id=session.public_id)


@for_director
def sure(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Ask once, naming what would change."""
    question = actions.question_of(act, session, request.user, SectionForm(request.GET, session).named)
    if question is None:
        raise Http404("Nothing to ask")
    return render(
        request,
        "director/monitor/confirm.html",
        {"session": session, "club": session.club, "question": question},
    )


@for_director
def audit_log(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the history: important acts, by whom, when and why."""
    context = {"session": session, "club": session.club, "lines": audit_lines_of(session, request.user)}
    return render(request, "director/monitor/audit_log.html", context)
