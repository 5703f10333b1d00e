"""The director's page while a session runs, the director's actions, and the projector page."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import SignedInRequest
from clubsite.core.forms import lines_sent
from clubsite.core.origins import base_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.second_place import second_place
from clubsite.director.embargo_words import embargo_sentences
from clubsite.director.links import watching_url
from clubsite.director.monitor import actions
from clubsite.director.monitor.audit_log import audit_lines_of
from clubsite.director.monitor.forms import FouledForm, MonitorActForm, ShowingForm
from clubsite.director.monitor.overview import Overview
from clubsite.director.monitor.progress import overview_of, rankings_on_screen, sections_on_screen
from clubsite.director.scores.travellers import publishing_of
from clubsite.director.setup.boards import solving_of
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Session
from clubsite.nights.selectors.sessions import tables_of
from clubsite.nights.services.directing import showing_set
from clubsite.results.selectors.leaderboard import wider_ranking_of
from clubsite.scores.models import OrderAnswer, OrderCheck
from clubsite.scores.services.order_checks import fouling_change, fouling_leave, fouling_undo

ROOM_SIZE_COOKIE = "room_tables"
DENSE_FROM = 25
"""The number of tables from which the room is dense by default. Fewer fit on two screens of a tablet."""
ROOM_SIZES = ("dense", "large")
COOKIE_SECONDS = 365 * 24 * 3600


def is_dense(request: HttpRequest, overview: Overview) -> bool:
    """True if this device has asked for a compact room, or if it has asked for no size and there are many tables."""
    asked = request.GET.get("tables") or request.COOKIES.get(ROOM_SIZE_COOKIE, "")
    return asked == "dense" if asked in ROOM_SIZES else len(overview.tables) >= DENSE_FROM


def remember(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the size given in the address, for this device."""
    asked = request.GET.get("tables")
    if asked in ROOM_SIZES:
        kept: Any = {"max_age": COOKIE_SECONDS, "path": "/director/", "httponly": True, "samesite": "Lax"}
        response.set_cookie(ROOM_SIZE_COOKIE, asked, **kept)
    return response


ORDER_ACTS: dict[str, tuple[Callable[..., OrderCheck], str]] = {
    "leave": (fouling_leave, "The board stays fouled as the table said."),
    "undo": (fouling_undo, "The board is not fouled: all its scores are compared together again."),
    "played": (
        partial(fouling_change, answer=OrderAnswer.FOULED),
        "The board is fouled from that table on, their own score too.",
    ),
    "now": (
        partial(fouling_change, answer=OrderAnswer.FOULED_NEXT),
        "The board is fouled from the next table on. Their own score stands.",
    ),
}


def _context(request: SignedInRequest, session: Session) -> dict[str, Any]:
    overview = overview_of(session, request.user)
    return {
        "overview": overview,
        "dense": is_dense(request, overview),
        "publishing": publishing_of(session, request.user),
        "solving": solving_of(session),
        "second": (second := second_place()),
        "copied": second is not None and second.safe(session.started_at),
    }


@for_director
def monitor(request: SignedInRequest, session: Session) -> HttpResponse:
    if session.status == "draft":
        return redirect("director:setup", session_id=session.public_id)
    context = _context(request, session) | {"embargoes": embargo_sentences(session)}
    return remember(request, session_page(request, session, "director/monitor/monitor.html", **context))


@for_director
def overview(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the part of the monitor that the page fetches repeatedly."""
    return session_page(request, session, "director/monitor/_overview.html", **_context(request, session))


@for_director
def go(request: SignedInRequest, session: Session) -> HttpResponse:
    """Redirect to the table whose number was typed, in any spelling, such as "47" or " a3"."""
    typed = "".join(lines_sent(request.GET, "table")["table"][:20].split()).upper()
    labels = [table.label for table in tables_of(session)]
    if typed in labels:
        return redirect("director:table", session_id=session.public_id, number=typed)
    if labels:
        asked = f"There is no table {typed}" if typed else "Type the number of a table"
        messages.error(request, f"{asked}. The tables are {labels[0]} to {labels[-1]}.")
    return redirect("director:monitor", session_id=session.public_id)


@posted_by_director
def act(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Perform an action: pause, resume, hold, release, more time, move on, end, publish or withdraw."""
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
    question = actions.question_of(act, session, request.user, SectionForm(request.GET, session).named)
    if question is None:
        raise Http404("Nothing to ask")
    return session_page(request, session, "director/monitor/confirm.html", question=question)


@for_director
def audit_log(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the history: important actions, who performed them, when, and why."""
    return session_page(
        request, session, "director/monitor/audit_log.html", lines=audit_lines_of(session, request.user)
    )


def _projector_context(request: SignedInRequest, session: Session) -> dict[str, Any]:
    ranking = request.GET.get("ranking") == "yes"
    wider = wider_ranking_of(session)
    return {
        "sections": sections_on_screen(session),
        "ranking": ranking,
        "wider": wider,
        "lists": rankings_on_screen(session, wider) if ranking else [],
    }


@for_director
def projector(request: SignedInRequest, session: Session) -> HttpResponse:
    return session_page(request, session, "director/monitor/projector.html", **_projector_context(request, session))


@for_director
def projector_part(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show the part of the projector page that the script fetches when something has changed."""
    return session_page(request, session, "director/monitor/_projector.html", **_projector_context(request, session))


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def showing(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show and store the two settings for what others can see, before, during or after the session."""
    form = ShowingForm(session, request.POST if request.method == "POST" else None)

    def choose() -> None:
        showing_set(session=session, user=request.user, **form.chosen())

    if form.is_bound and attempt_form(request, form, choose):
        messages.success(request, "Changes saved.")
        return redirect("director:showing", session_id=session.public_id)
    watched = any(table.watch is not None for table in form.tables.values())
    return session_page(
        request,
        session,
        "director/monitor/showing.html",
        form=form,
        url=watching_url(base_of(request), session.public_id) if watched else "",
    )


@posted_by_director
def fouled(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Keep the order check's result, change which scores it fouls, or undo it. Redirect to the room or the table."""
    if act not in ORDER_ACTS:
        raise Http404("No such act")
    do, done = ORDER_ACTS[act]
    form = FouledForm(request.POST)
    if form.is_valid():
        pk = form.cleaned_data["check"]
        attempt(request, done, lambda: do(session=session, pk=pk, user=request.user))
    label = form.cleaned_data.get("table")
    if label:
        return redirect("director:table", session_id=session.public_id, number=label)
    return redirect("director:monitor", session_id=session.public_id)
