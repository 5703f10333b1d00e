"""The pages of the lobby, about the other player at a table, and of the site's keeper about both."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubsite.accounts.cookies import device_here, device_of
from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.responses import found_or_404
from clubsite.home.forms import CloseForm, DecideForm, ReportForm, SayForm
from clubsite.home.models import Against, Phrase, PlayerReport, ReportDecision, ReportReason
from clubsite.home.questions import GAMES
from clubsite.home.selectors.lobby import (
    blocks_of,
    invitation_seen_by,
    lobby_for,
    may_invite,
    reports_shown,
    strength_here,
    tables_waiting,
)
from clubsite.home.selectors.matches import live_clock, name_here
from clubsite.home.services.lobby import (
    NOT_OPEN,
    block_end,
    invitation_close,
    player_block,
    report_decide,
    report_make,
    seat_take,
    table_counted,
    word_say,
)
from clubsite.home.views.tables import back_to_match, opened_at_once, own_match, sit_down
from clubsite.readers.visitor import visitor_of

MEMBERS_ONLY = (
    "Here members of a club wait for a partner. Sign in if you are one, or send a friend the link of a table."
)


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """Return the lobby's part of the page, which fetches it again and again."""
    return render(request, "home/_lobby.html", {"lobby": lobby_for(visitor_of(request))})


@require_POST
def wait(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table for whoever comes, with all options at their defaults, in one tap."""
    if game not in GAMES or GAMES[game].alone:
        raise Http404("There is no such game for two here")
    if not may_invite(visitor_of(request)):
        messages.error(request, MEMBERS_ONLY)
        return redirect("home:lounge")
    device = device_here(request)
    if not name_here(device, request.user):  # strangers see the name
        return redirect(f"/play/new/{game}/?against={Against.ANYBODY}")
    strength = strength_here(game, device, request.user)
    return opened_at_once(request, game, against=Against.ANYBODY, strength=strength)


@require_POST
def take(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down opposite somebody who waits, in one tap. Ask for a name first if none is known."""
    match = found_or_404(invitation_seen_by(visitor_of(request), public_id), "Nobody waits for you here")
    name = name_here(device_here(request), request.user)
    if not name:
        return redirect("home:come-in", code=match.code)
    device, token = device_of(request)
    try:
        table_counted(address_of(request))
        seat = seat_take(match=match, name=name, device=device, user=request.user)
    except Refused as stop:
        messages.error(request, str(stop))
        return redirect("home:lounge")
    return sit_down(request, seat, device, token)


NO_SUCH_PHRASE = "That is none of the phrases. Load the page again, and choose one."
REPORTED = (
    "The keeper of the site has your report, with what was said and played at this table. You can block them too."
)


@require_POST
def say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say one of the phrases to the other player. Answer with nothing, or with the reason for a refusal as text."""
    _, seat = own_match(request, public_id)
    form = SayForm(request.POST)
    if not form.is_valid():
        return HttpResponse(NO_SUCH_PHRASE, status=422, content_type="text/plain; charset=utf-8")
    try:
        word_say(seat=seat, phrase=Phrase(form.cleaned_data["phrase"]))
    except Refused as stop:
        return HttpResponse(str(stop), status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


@require_safe
@never_cache
def clock(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the seconds that both players have left for the deal on the table, as JSON, or null."""
    match, _ = own_match(request, public_id)
    return JsonResponse(live_clock(match), safe=False)


@require_POST
@back_to_match
def block(request: HttpRequest, public_id: str) -> HttpResponse:
    """Never meet the other player of this match again."""
    _, seat = own_match(request, public_id)
    made = player_block(seat=seat)
    messages.success(request, f"You and {made.name} will not meet again. This match goes on until one of you ends it.")
    return redirect("home:match", public_id=public_id)


@require_POST
@back_to_match
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Report the other player of this match to the keeper of the site."""
    _, seat = own_match(request, public_id)
    form = ReportForm(request.POST)
    if not form.is_valid():
        raise Refused(" ".join(map(str, form.errors["reason"])))
    report_make(seat=seat, reason=ReportReason(form.cleaned_data["reason"]))
    messages.success(request, REPORTED)
    return redirect("home:match", public_id=public_id)


@require_safe
@never_cache
def blocked(request: HttpRequest) -> HttpResponse:
    """Show whom the reader has blocked."""
    return render(request, "home/blocked.html", {"blocks": blocks_of(device_here(request), request.user)})


@require_POST
def unblock(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back one of the reader's own blocks."""
    block = blocks_of(device_here(request), request.user).filter(pk=pk).first()
    made = found_or_404(block, "This is none of your blocks")
    block_end(block=made)
    messages.success(request, f"You and {made.name} can meet again.")
    return redirect("home:blocked")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reports(request: SignedInRequest) -> HttpResponse:
    """Show the reports to the people who run the site. A POST closes one with a decision."""
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return _reports(request)


@confirmed
def _reports(request: SignedInRequest) -> HttpResponse:
    form = DecideForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        decision = ReportDecision(chosen["decision"])
        report_decide(report=chosen["report"], decision=decision, note=chosen["note"], user=request.user)
        messages.success(request, f"The report is closed: {decision.label}.")
        return redirect("home:reports")
    if form.is_bound:
        messages.error(request, "Nothing was decided. Choose a decision for a report of this list.")
    page = {"reports": [(row, _deciding(row["report"])) for row in reports_shown()]}
    return render(request, "home/reports.html", page, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def open_tables(request: SignedInRequest) -> HttpResponse:
    """Show the tables that are open to whoever comes to the people who run the site. A POST closes one."""
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return _open_tables(request)


@confirmed
def _open_tables(request: SignedInRequest) -> HttpResponse:
    form = CloseForm(request.POST or None)
    if request.method == "POST":
        try:
            if not form.is_valid():
                raise Refused(NOT_OPEN)
            invitation_close(match=form.cleaned_data["match"])
            messages.success(request, "The table is closed.")
        except Refused as stop:
            messages.error(request, str(stop))
        return redirect("home:open-tables")
    return render(request, "home/open_tables.html", {"tables": tables_waiting()})


def _deciding(report: PlayerReport) -> DecideForm:
    """Return the form that closes this report, with what was decided before."""
    decided = {"report": report.pk, "decision": report.decision, "note": report.note}
    return DecideForm(initial=decided, auto_id=f"id_{report.pk}_%s")
