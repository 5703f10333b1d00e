"""One table in the room: its calls, devices, boards and cards, and whether it plays with cards."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import SignedInRequest
from clubsite.accounts.models import User
from clubsite.core.forms import lines_sent
from clubsite.core.origins import base_of, only_here, qr_svg
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.director.links import join_url, page_url
from clubsite.director.monitor import table_detail
from clubsite.director.monitor.actions import asks_consent, consent_number
from clubsite.director.monitor.forms import LookForm, NameForm, RightForm
from clubsite.director.setup.dummy_slips import cards_refusal
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Session, Table
from clubsite.nights.selectors.boards import table_board_for
from clubsite.nights.selectors.cardboard import BoardToCome, boards_to_come
from clubsite.nights.selectors.sessions import IN_PLAY, table_for, tables_of
from clubsite.nights.services import player_assignment
from clubsite.nights.services.directing import call_answer, call_put_back, take_back
from clubsite.scores.services.checks import leads_open
from clubsite.scores.services.entries import score_found_right
from clubsite.scores.services.tables import change_of, switch_refusal, table_play
from games.wording import numbers_told


def to_make_up(session: Session, table: Table, user: User) -> dict[str, Any] | None:
    """Return the boards to make up, or None if no boards are left to play or the order of the dummies is unknown.

    The boards in `missing` do not exist as cards yet. They are in the order in which they are needed. `why_not` says
    why this director cannot print them. If `hands_known`, curtain cards can be printed.
    """
    coming = boards_to_come(table)
    if not coming or table.section.pairs:
        return None
    missing = [to_come for to_come in coming if not to_come.made_up and to_come.board.ordered]
    there = [to_come for to_come in coming if to_come.made_up]
    return {
        "missing": missing,
        "numbers": numbers_told([to_come.board.number for to_come in missing]),
        "rounds_words": _rounds_words(missing),
        "why_not": cards_refusal(user, session) if missing else "",
        "hands_known": all(to_come.board.known for to_come in missing),
        "there": there,
        "places": _places(there),
    }


def _rounds_words(missing: list[BoardToCome]) -> str:
    """Return " (round 4)", or " (round 4: 5 to 6; round 5: 9)" if the missing boards belong to several rounds."""
    rounds = sorted({to_come.round for to_come in missing})
    if len(rounds) < 2:
        return "".join(f" (round {number})" for number in rounds)
    numbers = {n: numbers_told([to_come.board.number for to_come in missing if to_come.round == n]) for n in rounds}
    return f" ({'; '.join(f'round {n}: {boards}' for n, boards in numbers.items())})"


def _places(there: list[BoardToCome]) -> list[str]:
    """Return phrases such as "boards 3 to 4, at table 2 now"."""
    wheres: dict[str, list[int]] = {}
    for to_come in there:
        wheres.setdefault(to_come.where, []).append(to_come.board.number)
    return [
        f"board{'s' if len(set(numbers)) > 1 else ''} {numbers_told(numbers)}, {where}"
        for where, numbers in wheres.items()
    ]


TABLE_KIND_CHANGED = "Table {} plays {} from now on. You can change it back on this page."


@for_director
def table(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Show the players, each board's score, and the code. Show no card except one that can be taken back."""
    table = table_for(session, number)
    url, in_play = join_url(base_of(request), table.code), session.status in IN_PLAY
    to_cards = in_play and not table.live
    gone_over = to_cards and ("changed" in request.GET or table.table_boards.filter(live=True).exists())
    context = {
        "table": table,
        "top": table_detail.tabletop_of(session, number, request.user),
        "url": url,
        "qr": qr_svg(url),
        "make_up": to_make_up(session, table, request.user) if gone_over else None,
        "can_change": in_play and not table.section.pairs,
    }
    return session_page(request, session, "director/monitor/table.html", **context)


def _show_outcome(request: SignedInRequest, act: Callable[[], str]) -> None:
    """Show the message that `act` returns, or why it is refused."""
    try:
        messages.success(request, act())
    except Refused as no:
        messages.error(request, str(no))


@posted_by_director
def answer(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Answer all the director calls shown on the page ("I am coming"), or only one of them."""
    keys = lines_sent(request.POST, "call")["call"].split()
    call_answer(table=table_for(session, number), user=request.user, keys=keys)
    return redirect("director:table", session_id=session.public_id, number=number)


@posted_by_director
def call_back(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    table, key = table_for(session, number), lines_sent(request.POST, "call")["call"].partition(" ")[0]
    done = f"The call of table {table.label} is open again."
    attempt(request, done, lambda: call_put_back(table=table, key=key, user=request.user))
    return redirect("director:table", session_id=session.public_id, number=number)


@posted_by_director
def waiting(request: SignedInRequest, session: Session, number: str, act: str) -> HttpResponse:
    """Count a pending score, set it aside (`aside`), or count all scores that both sides agreed on (`count-all`)."""
    sent = request.GET.copy()
    sent.update(request.POST)
    answers = lines_sent(sent, "key", "back")
    at: Any = {"session": session, "label": number, "user": request.user}
    if act == "count-all":
        _show_outcome(request, lambda: table_detail.agreed_accept(keys=answers["key"].split(), **at))
    else:
        _show_outcome(request, lambda: table_detail.waiting_decide(act=act, key=answers["key"], **at))
    if answers["back"] == "room":
        return redirect("director:monitor", session_id=session.public_id)
    return redirect("director:table", session_id=session.public_id, number=number)


@posted_by_director
def right(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    row, form = table_board_for(session, pk), RightForm(request.POST)
    if form.is_valid():
        done, seen = f"The score of board {row.board.number} stays as it is.", form.cleaned_data["seen"]
        attempt(request, done, lambda: score_found_right(table_board=row, seen=seen, user=request.user))
    return redirect("director:monitor", session_id=session.public_id)


@posted_by_director
def leads_again(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Let the table type the leads for a board again. Redirect to the room page or the table's page."""
    row = table_board_for(session, pk)
    done = f"Table {row.table.label} can type a lead of board {row.board.number} again."
    attempt(request, done, lambda: leads_open(table_board=row, user=request.user))
    if request.POST.get("back") == "room":
        return redirect("director:monitor", session_id=session.public_id)
    return redirect("director:table", session_id=session.public_id, number=row.table.label)


@posted_by_director
def free(request: SignedInRequest, session: Session, number: str, player: str) -> HttpResponse:
    _show_outcome(
        request, lambda: table_detail.seat_free(session=session, label=number, player=player, user=request.user)
    )
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
def name(request: SignedInRequest, session: Session, number: str, player: str) -> HttpResponse:
    person = player_assignment.player_at(session, number, player)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": person.name})
    mend = partial(player_assignment.name_mend, session=session, label=number, player=player, user=request.user)
    if attempt_form(request, form, lambda: mend(name=form.cleaned_data["name"])):
        return redirect("director:table", session_id=session.public_id, number=number)
    return session_page(request, session, "director/setup/name.html", person=person, number=number, form=form)


@posted_by_director
@asks_consent
def undo(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    seen = lines_sent(request.POST, "seen")["seen"]
    last_act = table_detail.tabletop_of(session, number, request.user)["last_act"]
    words = last_act["words"] if last_act else ""
    done = f"{words} at table {number} is taken back. Both players are told."
    act = partial(take_back, session=session, label=number, seen=seen, user=request.user, words=words)
    attempt(request, done, lambda: act(number=consent_number(request)))
    return redirect("director:table", session_id=session.public_id, number=number)


@for_director
def codes(request: SignedInRequest, session: Session) -> HttpResponse:
    base = base_of(request)
    tables = tables_of(session)
    if not tables:
        raise Http404("No tables yet")
    cards = [(table, url := join_url(base, table.code), qr_svg(url)) for table in tables]
    context = {"cards": cards, "base": base, "only_here": only_here(base)}
    return session_page(request, session, "director/monitor/codes.html", **context)


@for_director
def kind(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Show what would change, followed by the buttons. GET changes nothing."""
    table = table_for(session, number)
    sent = lines_sent(request.POST, "play", "when") if request.method == "POST" else {}
    if sent.get("play") in ("screens", "cards"):
        live = sent["play"] == "screens"
        done = TABLE_KIND_CHANGED.format(table.label, "on screens" if live else "with cards")
        change = partial(table_play, table=table, live=live, at_once=sent["when"] == "now", user=request.user)
        attempt(request, done, change)
        return redirect(f"{page_url(session, 'table', number)}?changed")
    return session_page(
        request,
        session,
        "director/monitor/table_kind.html",
        table=table,
        change=change_of(table),
        make_up=to_make_up(session, table, request.user) if table.live else None,
        why_not=switch_refusal(table),
    )


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Ask which board to look at, and why. Cards are shown only after this form has been submitted."""
    table = table_for(session, number)
    form = LookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        row, why = form.cleaned_data["board"], form.cleaned_data["why"]
        try:
            seen = table_detail.look(user=request.user, session=session, table=table, row_pk=row, why=why)
        except Refused as no:
            form.add_error("board", str(no))
        else:
            return session_page(request, session, "director/monitor/inspected_cards.html", table=table, look=seen)
    choices = table_detail.choices_of(request.user, session, table)
    context = {"table": table, "form": form, "choices": choices}
    return session_page(request, session, "director/monitor/inspect_cards.html", **context)
