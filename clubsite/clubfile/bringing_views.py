"""“Bring a club here”: the pages on which a club file is sent, checked, and its club stored."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from http import HTTPStatus

from django.conf import settings
from django.contrib import admin
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.clubfile.forms import BringingForm, PieceForm, SendingForm
from clubsite.clubfile.models import BringingState, BroughtFile
from clubsite.clubfile.pieces import PIECE_BYTES
from clubsite.clubfile.services.brought_files import (
    MAX_SENT_MB,
    MB,
    bringing_ask,
    bringing_progress,
    file_take,
    piece_add,
    sending_begin,
)
from clubsite.clubs.invitations.new_club import setup_link_read
from clubsite.core.body_limits import takes_files
from clubsite.core.limits import NEW_CLUBS, WRONG_SETUP_LINKS
from clubsite.core.not_found import found_or_404
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused, attempt_form

MAX_WHOLE_BYTES = 5 * MB
"""The largest file that comes in one request, from a browser without scripts."""


@takes_files(MAX_WHOLE_BYTES)
@signed_in
@never_cache
@confirmed
def bring(request: SignedInRequest) -> HttpResponse:
    """Take a club file from a keeper of the site, or from anybody where everybody may make a club."""
    keeper = admin.site.has_permission(request)
    found_or_404(keeper or settings.CLUB_SIGN_UP or None, "This site takes no further clubs")
    return _sending(request, keeper=keeper)


@takes_files(MAX_WHOLE_BYTES)
@signed_in
@never_cache
@confirmed
def bring_first(request: SignedInRequest, key: str) -> HttpResponse:
    """Take the file of a site's first club, through the link that the server printed."""
    address = address_of(request)
    if WRONG_SETUP_LINKS.reached(address):
        fault = WRONG_SETUP_LINKS.refusal(address)
        return render(request, "clubs/new_club_ended.html", {"fault": fault}, status=HTTPStatus.TOO_MANY_REQUESTS)
    try:
        setup_link_read(key)
    except Refused as no:
        WRONG_SETUP_LINKS.count(address)
        return render(request, "clubs/new_club_ended.html", {"fault": str(no)}, status=HTTPStatus.GONE)
    return _sending(request, keeper=False, by_setup_link=True)


def _sending(request: SignedInRequest, *, keeper: bool, by_setup_link: bool = False) -> HttpResponse:
    """Show the form, and begin to take a file. The page's script gets JSON and sends the pieces."""
    form = SendingForm(request.POST, request.FILES) if request.method == "POST" else SendingForm()
    begun: list[BroughtFile] = []

    def begin() -> None:
        whole = form.cleaned_data["file"]
        if not keeper and NEW_CLUBS.exceeded(address_of(request)):
            raise Refused(NEW_CLUBS.refusal(address_of(request)), "file")
        size = whole.size if whole else form.cleaned_data["size"]
        begun.append(sending_begin(user=request.user, size=size, keeper=keeper, by_setup_link=by_setup_link))
        if whole:
            file_take(file=begun[0], data=whole)

    done = attempt_form(request, form, begin)
    if request.POST.get("size"):
        if not done:
            return _fault(form.errors)
        at = begun[0].get_absolute_url()
        return JsonResponse({"at": at, "piece": f"{at}piece/", "bytes": PIECE_BYTES})
    if done:
        return redirect(begun[0])
    shown = {"form": form, "most": MAX_SENT_MB, "most_whole": MAX_WHOLE_BYTES // MB}
    return render(request, "clubfile/bring.html", shown, status=422 if form.is_bound else 200)


def _fault(errors: object) -> JsonResponse:
    assert isinstance(errors, dict)
    words = " ".join(str(one) for sentences in errors.values() for one in sentences)
    return JsonResponse({"fault": words}, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _own_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass a file to the view. Everybody but the account that sent it gets a 404."""

    @wraps(view)
    def guarded(request: SignedInRequest, pk: int) -> HttpResponse:
        file = BroughtFile.objects.select_related("club").filter(pk=pk, user=request.user).first()
        return view(request, found_or_404(file, "No such file"))

    return signed_in(never_cache(guarded))


@takes_files(PIECE_BYTES)
@_own_file
@require_POST
def piece(request: SignedInRequest, file: BroughtFile) -> HttpResponse:
    """Take one piece of the file."""
    form = PieceForm(request.POST, request.FILES)
    if not form.is_valid():
        return _fault(form.errors)
    try:
        piece_add(file_id=file.pk, number=form.cleaned_data["number"], data=form.cleaned_data["piece"].read())
    except Refused as no:
        return JsonResponse({"fault": str(no)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse({})


@_own_file
@confirmed
def brought(request: SignedInRequest, file: BroughtFile) -> HttpResponse:
    """Show how far the file is. Once it is checked, show what is in it, and store its club when asked to."""
    begun = {"name": file.name, "address": file.address}
    form = BringingForm(request.POST if request.method == "POST" else None, initial=begun)
    if attempt_form(request, form, lambda: bringing_ask(file_id=file.pk, **form.cleaned_data)):
        return redirect(file)
    return render(request, "clubfile/brought.html", _shown(file) | {"form": form}, status=422 if form.is_bound else 200)


@_own_file
@require_safe
def brought_state(request: SignedInRequest, file: BroughtFile) -> HttpResponse:
    """Show how far the file is. The page is loaded again when its job has ended."""
    answer = render(request, "clubfile/_brought_state.html", _shown(file))
    if not file.waits:
        answer["HX-Refresh"] = "true"
    return answer


def _shown(file: BroughtFile) -> dict[str, object]:
    done, total = bringing_progress(file) if file.waits else (0, 1)
    made_at = datetime.fromisoformat(file.summary["made_at"]) if file.summary else None
    return {"file": file, "state": BringingState(file.state), "made_at": made_at, "done": done, "total": total}
