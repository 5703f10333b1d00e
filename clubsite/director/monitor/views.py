"""The director's page while a session runs, the director's actions, the audit log and the projector page."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction, audit_why
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.selectors import audit_of
from clubsite.core.forms import lines_sent
from clubsite.core.origins import base_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.second_place import second_place
from clubsite.director.embargo_words import embargo_sentences
from clubsite.director.monitor import actions
from clubsite.director.monitor.forms import FouledForm, MonitorActForm, ShowingForm
from clubsite.director.monitor.overview import Overview
from clubsite.director.monitor.progress import overview_of, rankings_on_screen, sections_on_screen
from clubsite.director.scores.travellers import publishing_of
from clubsite.director.setup.boards import solving_of
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import audited_boards
from clubsite.nights.selectors.progress import call_words
from clubsite.nights.selectors.sessions import tables_of
from clubsite.nights.services.directing import showing_set, showing_words
from clubsite.nights.services.opening import OpenedFor
from clubsite.nights.services.setup import options_words
from clubsite.results.over_all import OVER_ALL
from clubsite.scores.models import OrderAnswer, OrderCheck
from clubsite.scores.selectors.entries import score_told
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.services.checks import fouling_change, fouling_leave, fouling_undo
from games.wording import SEAT_NAMES


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the audit log. `covered` means that it concerns a board that the reader still has to play."""

    entry: AuditEntry
    covered: bool

    @property
    def about(self) -> str:
        """The subject of the action in words, with the calls that a director answered."""
        detail = self.entry.detail
        calls = "; ".join(call_words(**call, pairs=detail["pairs"]) for call in detail.get("calls", ()))
        return f"{self.entry.about}: {calls}" if calls else self.entry.about

    @property
    def typed(self) -> str:
        """The typed score. A refused lead is not in the log, because it would show what a hand lacks."""
        columns = self.entry.detail.get("typed")
        words = score_told(columns, with_lead=True)
        if self.entry.action == AuditAction.LEAD_REFUSED:
            return f"{words}, with a lead against {SEAT_NAMES[columns['declarer']]}"
        return words

    @property
    def typed_at(self) -> datetime.datetime | None:
        """The time when this line's score was typed at the table, or None."""
        at = self.entry.detail.get("typed_at")
        return datetime.datetime.fromisoformat(at) if at else None

    @property
    def before(self) -> str:
        return self._words("before")

    @property
    def after(self) -> str:
        return self._words("after")

    @property
    def why(self) -> str:
        """The reason, or, if directors acted at their own seats, who agreed to it."""
        detail = self.entry.detail
        if "own" not in detail:
            return audit_why(detail)
        consented = ", and the opponent at the table consented" if detail.get("consented") else ""
        return f"their own {detail['own']}; no other director was there{consented}"

    @property
    def opened_for(self) -> str:
        """The reason why the boards of this line were opened, in words, or "" if no boards were opened."""
        reason = self.entry.detail.get("opened_for")
        return OpenedFor(reason).label if reason else ""

    def _words(self, key: str) -> str:
        value = self.entry.detail.get(key)
        if self.entry.action == AuditAction.OPTIONS_CHOSEN:
            return options_words(value)
        if self.entry.action == AuditAction.SHOWING_SET:
            return showing_words(**value)
        return score_told(value) if isinstance(value, dict) else value or ""


def audit_lines_of(session: Session, user: User) -> list[AuditLine]:
    """Return the lines of the audit log as this user may see them, newest first."""
    owed, boards = boards_hidden_from(user, session), audited_boards(session)
    return [AuditLine(entry, boards.get(entry.pk) in owed) for entry in audit_of(session.pk)]


ROOM_SIZE_COOKIE = "room_tables"
DENSE_FROM = 25
"""The number of tables from which the room is dense by default. Fewer fit on two screens of a tablet."""
ROOM_SIZES = ("dense", "large")
COOKIE_SECONDS = 365 * 24 * 3600


def is_dense(request: HttpRequest, overview: Overview) -> bool:
    """True if this device has asked for a compact room, or if it has asked for no size and there are many tables."""
    size = request.GET.get("tables") or request.COOKIES.get(ROOM_SIZE_COOKIE, "")
    return size == "dense" if size in ROOM_SIZES else len(overview.tables) >= DENSE_FROM


def remember(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the size given in the address, for this device."""
    size = request.GET.get("tables")
    if size in ROOM_SIZES:
        kept: Any = {"max_age": COOKIE_SECONDS, "path": "/director/", "httponly": True, "samesite": "Lax"}
        response.set_cookie(ROOM_SIZE_COOKIE, size, **kept)
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
        message = f"There is no table {typed}" if typed else "Type the number of a table"
        messages.error(request, f"{message}. The tables are {labels[0]} to {labels[-1]}.")
    return redirect("director:monitor", session_id=session.public_id)


@posted_by_director
def act(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Perform an action: pause, resume, hold, release, more time, move on, end, publish or withdraw."""
    action = actions.DIRECTOR_ACTS.get(act)
    if action is None:
        raise Http404("No such act")
    sent = request.GET.copy()
    sent.update(request.POST)
    data = MonitorActForm(sent, session).sent
    back = "ranking" if data.pop("back") == "ranking" else "monitor"
    attempt(request, action.done, lambda: actions.do(action, session, request.user, **data))
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
    lines = audit_lines_of(session, request.user)
    return session_page(request, session, "director/monitor/audit_log.html", lines=lines)


@for_director
def projector(request: SignedInRequest, session: Session, part: bool = False) -> HttpResponse:
    """Show the projector page, or only the `part` of it that its script fetches when something has changed."""
    ranking, wider = request.GET.get("ranking") == "yes", OVER_ALL.wider_ranking(session)
    context = {
        "sections": sections_on_screen(session),
        "ranking": ranking,
        "wider": wider,
        "lists": rankings_on_screen(session, wider) if ranking else [],
    }
    return session_page(request, session, f"director/monitor/{'_' * part}projector.html", **context)


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
    address = base_of(request) + reverse("seats:watched-table", kwargs={"session_id": session.public_id})
    return session_page(request, session, "director/monitor/showing.html", form=form, url=address if watched else "")


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
