"""One table of the room: its call, its devices, its boards."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.links import base_of, only_here, qr_svg
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.director.links import join_url
from clubsite.director.monitor import table_detail
from clubsite.director.monitor.consent import asks_consent, consent_number
from clubsite.director.monitor.forms import CallForm, NameForm, RightForm, TakeBackForm, WaitingForm
from clubsite.director.prints.make_up import ToMakeUp, to_make_up
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session, Table
from clubsite.duplicate.selectors.boards import table_board_for
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.duplicate.selectors.tables import table_for, tables_of
from clubsite.duplicate.services import player_names
from clubsite.duplicate.services.calls import call_answer, call_put_back
from clubsite.duplicate.services.table_control import take_back
from clubsite.scores.services.found_right import score_found_right
from clubsite.scores.services.refused_leads import leads_open


@for_director
def table(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Show who sits there, each board's score, and the code. No card but the one that can be taken back."""
    found = table_for(session, number)
    url = join_url(base_of(request), found.code)
    context = {
        "session": session,
        "club": session.club,
        "table": found,
        "top": table_detail.tabletop_of(session, number, request.user),
        "url": url,
        "qr": qr_svg(url),
        "make_up": _make_up(request, session, found),
        "can_change": session.status in IN_PLAY and not found.section.pairs,
    }
    return render(request, "director/monitor/table.html", context)


def _make_up(request: SignedInRequest, session: Session, table: Table) -> ToMakeUp | None:
    """Return the boards to make up for a table that changed to cards, or None.

    The boards of a table that began with cards were made up before the session.
    """
    if session.status not in IN_PLAY or table.live:
        return None
    gone_over = "changed" in request.GET or table.table_boards.filter(live=True).exists()
    return to_make_up(session, table, request.user) if gone_over else None


@for_director
@require_POST
def answer(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Answer the calls that the page showed, or one of them: "I am coming"."""
    keys = CallForm(request.POST).keys
    call_answer(table=table_for(session, number), user=request.user, keys=keys)
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
@require_POST
def call_back(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Reopen a call that was answered by mistake."""
    table, keys = table_for(session, number), CallForm(request.POST).keys
    key = keys[0] if keys else ""
    attempt(
        request,
        f"The call of table {table.label} stands again.",
        lambda: call_put_back(table=table, key=key, user=request.user),
    )
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
@require_POST
def waiting(request: SignedInRequest, session: Session, number: str, act: str) -> HttpResponse:
    """Count a pending score, set it `aside`, or count all that both sides agreed to (`count-all`)."""
    sent = request.GET.copy()
    sent.update(request.POST)
    asked = WaitingForm(sent).sent
    at: Any = {"session": session, "label": number, "user": request.user}
    try:
        if act == "count-all":
            done = table_detail.agreed_accept(keys=asked["key"].split(), **at)
        else:
            done = table_detail.waiting_decide(act=act, key=asked["key"], **at)
    except Refused as no:
        messages.error(request, str(no))
    else:
        messages.success(request, done)
    if asked["back"] == "room":
        return redirect("director:monitor", session_id=session.public_id)
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
@require_POST
def right(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Confirm a typed score that the room asks about."""
    row, form = table_board_for(session, pk), RightForm(request.POST)

    def found() -> None:
        score_found_right(table_board=row, seen=form.cleaned_data["seen"], user=request.user)

    if form.is_valid():
        attempt(request, f"The score of board {row.board.number} stays as it is.", found)
    return redirect("director:monitor", session_id=session.public_id)


@for_director
@require_POST
def leads_again(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Let the table type leads of a board again. Return to the room, or to the table's page."""
    row = table_board_for(session, pk)
    attempt(
        request,
        f"Table {row.table.label} can type a lead of board {row.board.number} again.",
        lambda: leads_open(table_board=row, user=request.user),
    )
    if WaitingForm(request.POST).sent["back"] == "room":
        return redirect("director:monitor", session_id=session.public_id)
    return redirect("director:table", session_id=session.public_id, number=row.table.label)


@for_director
@require_POST
def free(request: SignedInRequest, session: Session, number: str, player: str) -> HttpResponse:
    """Free the seat of a lost device, so that another can take it."""
    try:
        name = table_detail.seat_free(session=session, label=number, player=player, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("director:table", session_id=session.public_id, number=number)
    if name is None:
        messages.error(request, "No device holds that seat.")
    else:
        messages.success(
            request,
            f"The seat of {name} is free. Another device can take it with the table’s code. "
            "Under Devices it can be given back to the one that had it.",
        )
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
def name(request: SignedInRequest, session: Session, number: str, player: str) -> HttpResponse:
    """Correct a misspelt name."""
    person = player_names.player_at(session, number, player)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": person.name})

    def mend() -> None:
        player_names.name_mend(
            session=session, label=number, player=player, name=form.cleaned_data["name"], user=request.user
        )

    if attempt_form(request, form, mend):
        return redirect("director:table", session_id=session.public_id, number=number)
    context = {"session": session, "club": session.club, "person": person, "number": number, "form": form}
    return render(request, "director/setup/name.html", context)


@for_director
@require_POST
@asks_consent
def undo(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Take back the last call or card."""
    seen = TakeBackForm(request.POST).sent["seen"]
    last_act = table_detail.tabletop_of(session, number, request.user).last_act
    refused = take_back(
        session=session,
        label=number,
        seen=seen,
        user=request.user,
        words=last_act.words if last_act else "",
        number=consent_number(request),
    )
    if refused:
        messages.error(request, refused)
    else:
        messages.success(
            request,
            f"{last_act.words if last_act else ''} at table {number} is taken back. Both players are told.",
        )
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
def codes(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show every table's code and QR code on screen."""
    base = base_of(request)
    tables = tables_of(session)
    if not tables:
        raise Http404("No tables yet")
    cards = [(t, join_url(base, t.code), qr_svg(join_url(base, t.code))) for t in tables]
    context = {
        "session": session,
        "club": session.club,
        "cards": cards,
        "base": base,
        "only_here": only_here(base),
    }
    return render(request, "director/prints/codes.html", context)
