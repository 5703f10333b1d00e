"""The pages about the other player: saying something, blocking, and reporting to the keeper of the site."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.cookies import device_here
from clubsite.core.refused import Refused
from clubsite.core.responses import found_or_404
from clubsite.home.forms import ReportForm, SayForm
from clubsite.home.models import Phrase, ReportReason
from clubsite.home.selectors.matches import live_clock
from clubsite.home.selectors.meetings import blocks_of
from clubsite.home.services import meetings
from clubsite.home.views.tables import back_to_match, own_match

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
        meetings.word_say(seat=seat, phrase=Phrase(form.cleaned_data["phrase"]))
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
    made = meetings.player_block(seat=seat)
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
    meetings.report_make(seat=seat, reason=ReportReason(form.cleaned_data["reason"]))
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
    found = blocks_of(device_here(request), request.user).filter(pk=pk).first()
    made = found_or_404(found, "This is none of your blocks")
    meetings.block_end(block=made)
    messages.success(request, f"You and {made.name} can meet again.")
    return redirect("home:blocked")
