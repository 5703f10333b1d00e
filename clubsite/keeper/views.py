"""Pages for the people who run the site, the page of a club's file, and the faults that pages report."""

import logging
import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe
from redis import RedisError

from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import owns
from clubsite.core.limits import PAGE_FAULT_LINES
from clubsite.core.metrics import PAGE_FAULTS
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.responses import found_or_404
from clubsite.keeper import checks  # noqa: F401
from clubsite.keeper.findings import WITHOUT_ROWS, Level, examined
from clubsite.keeper.forms import ClubFileForm
from clubsite.keeper.models import ClubFile, PageFault
from clubsite.keeper.selectors import (
    database_size,
    letters_waiting,
    periodic_jobs,
    queue_lengths,
    scores_waiting_seconds,
    slow_jobs,
    table_sizes,
)
from clubsite.keeper.services.exporting import file_ask, file_check, file_progress, pieces_of

log = logging.getLogger(__name__)
MOST_BYTES = 500
LINE = re.compile(r"version [0-9a-f]{0,40}, file [\w.-]{0,80}, line \d{1,6}, [A-Za-z]{1,40}", re.A)
"""The whole of what is accepted. It has no place for a message, which could quote a card, or for a second line."""


@ensure_csrf_cookie
def page_fault(request: HttpRequest) -> HttpResponse:
    """Note the fault that a page reports. A GET only sets the cookie with the token that the report needs."""
    if request.method != "POST":
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    line, page = request.POST.get("line", ""), _page_of(request)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES or not LINE.fullmatch(line):
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    if not PAGE_FAULT_LINES.exceeded(page):
        PageFault.objects.update_or_create(page=page, defaults={"line": line, "at": timezone.now()})
        PAGE_FAULTS.labels(page).inc()
        log.warning("A page failed in a browser: %s, %s", page, line)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _page_of(request: HttpRequest) -> str:
    """Return the name of the route of the page that sent the request. Its address may contain a key."""
    try:
        return resolve(urlsplit(request.headers.get("Referer", "")).path).view_name
    except (Resolver404, ValueError):
        return "unknown"


QUEUE_NAMES = {"quick": "Quick jobs, such as match points", "mail": "Mail", "slow": "Slow jobs, such as solutions"}


def site_state(*, everything: bool) -> dict[str, Any]:
    """Return the doctor's findings and the site's current activity. With `everything`, run the slow checks too."""
    findings = list(examined(slow=everything))
    state = {
        "everything": everything,
        "ill": sorted((finding for finding in findings if finding.level), key=lambda finding: -finding.level),
        "well": [finding for finding in findings if not finding.level],
    }
    if any(finding.code in WITHOUT_ROWS and finding.level is Level.FAULT for finding in findings):
        return state
    try:
        queues = {QUEUE_NAMES[name]: length for name, length in queue_lengths().items()}
    except (RedisError, OSError):
        queues = {}
    return state | {
        "queues": queues,
        "letters": letters_waiting()[0],
        "scores_wait": scores_waiting_seconds(),
        "periodic": periodic_jobs(),
        "slow": slow_jobs(),
        "database_size": database_size(),
        "tables": table_sizes(),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def site(request: HttpRequest) -> HttpResponse:
    """Show the doctor's findings and the state of the jobs to the people who run the site."""
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return _site(request)


@confirmed
def _site(request: HttpRequest) -> HttpResponse:
    """Show the page. A POST also runs the checks that take time, such as a trial restore."""
    return render(request, "keeper/site.html", {"page": site_state(everything=request.method == "POST")})


def _for_owner(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the club to the view. Everybody except an owner of the club gets a 404."""

    @wraps(view)
    def guarded(request: SignedInRequest, club: Club) -> HttpResponse:
        found_or_404(owns(request.user, club) or None, "No such page")
        return view(request, club)

    return for_club(guarded)


def _shown(club: Club) -> dict[str, Any]:
    file = ClubFile.objects.filter(club=club).last()
    done, total = file_progress(file) if file is not None and file.waits else (0, 1)
    return {"club": club, "file": file, "done": done, "total": total}


@_for_owner
@confirmed
def page(request: SignedInRequest, club: Club) -> HttpResponse:
    form = ClubFileForm(request.POST if request.method == "POST" else None)
    ask = lambda: file_ask(club=club, user=request.user, passphrase=form.cleaned_data["passphrase"])  # noqa: E731
    if attempt_form(request, form, ask):
        return redirect("keeper:club-file", slug=club.slug)
    shown = _shown(club) | {"form": form}
    return render(request, "keeper/club_file.html", shown, status=422 if form.is_bound else 200)


@_for_owner
@require_safe
def state(request: SignedInRequest, club: Club) -> HttpResponse:
    return render(request, "keeper/_club_file_state.html", _shown(club))


@_for_owner
@confirmed
@require_safe
def fetch(request: SignedInRequest, club: Club) -> Any:
    """Return the newest file, unless the owner now has a board in it to play."""
    file = found_or_404(ClubFile.objects.filter(club=club).exclude(made_at=None).last(), "No such file")
    if not attempt(request, "", lambda: file_check(club, request.user)):
        return redirect("keeper:club-file", slug=club.slug)
    headers = {
        "Content-Disposition": f'attachment; filename="{club.slug}-{file.made_at:%Y-%m-%d}.zip"',
        "Content-Length": str(file.size),
        "Content-Encoding": "identity",  # a zip is not compressed once more
    }
    return StreamingHttpResponse(pieces_of(file), content_type="application/zip", headers=headers)
