"""Organisers' pages about heats on other servers: invitations, received states, files by hand, and envelopes."""

import hashlib
from functools import partial
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import SignedInRequest, confirmed
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.json_rules import json_loaded, json_read
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.core.request_limits import takes_files
from clubsite.core.responses import attached_json, found_or_404
from clubsite.events.forms import ServerInvitationForm, StateFileForm
from clubsite.events.heat_state import effects, heat_state_check
from clubsite.events.models import Heat
from clubsite.events.organiser_views import HUB_HEAT_PAGE, event_page, links_shown
from clubsite.events.selectors import event_rules as rules
from clubsite.events.selectors.both_servers import heat_body, hub_heat_page, ranking_body
from clubsite.events.selectors.events import event_organised, heat_organised
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.events.services import hub_boards, hub_heats
from clubsite.files.forms import unsealed
from clubsite.pdf.key_envelope import key_envelope, outside_words
from clubsite.pdf.response import pdf_answer, size_asked


@for_club
@require_POST
def invite(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Invite a club on another server, and show the key once."""
    event = event_organised(club, public_id)
    form = ServerInvitationForm(request.POST)
    made: list[tuple[Heat, str]] = []

    def invited() -> None:
        made.append(hub_heats.server_invite(event=event, name=form.cleaned_data["club_name"], user=request.user))

    done = attempt_form(request, form, invited)
    return _page(request, club, *made[0]) if done else event_page(request, club, public_id, server_invitation=form)


@for_club
def heat(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Show a heat on another server. POST makes a new key for its invitation and shows it once."""
    heat = _heat(club, public_id, heat_id)
    made: list[str] = []
    if request.method == "POST":
        attempt(request, "", lambda: made.append(hub_heats.invitation_renew(heat=heat, user=request.user)))
    return _page(request, club, heat, *made)


@for_club
@require_POST
def put_back(request: SignedInRequest, club: Club, public_id: str, heat_id: str, number: int) -> HttpResponse:
    """Let an earlier state count again."""
    put = partial(hub_heats.kept_state_put_back, heat=_heat(club, public_id, heat_id), number=number)
    attempt(request, f"State {number} counts again.", lambda: put(user=request.user))
    return redirect(HUB_HEAT_PAGE, club.slug, public_id, heat_id)


@takes_files(rules.MAX_STATE_BYTES)
@for_club
def load(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Show the effect of a heat's file, and store it when this is confirmed."""
    heat = _heat(club, public_id, heat_id)
    form = StateFileForm(request.POST or None, request.FILES or None)
    previews: list[dict[str, Any]] = []

    def look_or_take() -> None:
        if not form.cleaned_data["sealed"]:
            previews.append(_look_into(heat, form.cleaned_data["file"]))
            return
        digest, body, names = unsealed(f"heat-state:{heat_id}", form.cleaned_data["sealed"])
        hub_heats.state_by_hand(heat=heat, body=body, names=names, digest=digest, user=request.user)

    posted = request.method == "POST"
    if posted and attempt_form(request, form, look_or_take) and not previews:
        messages.success(request, "The results of the file are in. The ranking follows in a moment.")
        return redirect(HUB_HEAT_PAGE, club.slug, public_id, heat_id)
    shown = {"club": club, "heat": heat, "event": heat.event, "form": form, "preview": next(iter(previews), None)}
    return render(request, "events/director/state_file.html", shown, status=422 if posted and not previews else 200)


@for_club
@require_safe
def event_file(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Return a file with the event's facts and sealed boards for a heat."""
    heat = _heat(club, public_id, heat_id)
    name = f"event-of-{slugify(heat.club_name) or heat.public_id}.json"
    return attached_json(heat_body(heat, hub_boards.sealed_boards_of(heat)), name)


@for_club
@require_safe
def ranking_file(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Return the published ranking as a file, without the results of boards that somebody may still play."""
    event = event_organised(club, public_id)
    body = found_or_404(ranking_body(event), "Not published")
    return attached_json(body if event.shown_secret else {**body, "boards": []}, "ranking.json")


@for_club
def envelope(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Explain what a sealed envelope is. POST prints it."""
    heat = _heat(club, public_id, heat_id)
    if request.method == "POST":
        return _printed(request, club, heat)
    shown = {"club": club, "event": heat.event, "heat": heat, "outside": _outside(heat)}
    return render(request, "events/director/envelope.html", shown)


@confirmed
def _printed(request: SignedInRequest, club: Club, heat: Heat) -> HttpResponse:
    keys: list[str] = []
    if not attempt(request, "", lambda: keys.append(hub_boards.envelope_key(heat=heat, user=request.user))):
        return redirect(request.path)
    names = {"event": heat.event.name, "club": heat.club_name, "organiser": heat.event.organiser_name}
    sheets = key_envelope(**names, key=keys[0], outside=_outside(heat), size=size_asked(request, club.paper))
    return pdf_answer(sheets, f"envelope-{heat.public_id}.pdf")


def _outside(heat: Heat) -> list[str]:
    event = heat.event
    opens, closes = (timezone.localtime(at, event.zone) for at in (event.window_opens, event.window_closes))
    start = heat.planned_at and timezone.localtime(heat.planned_at, event.zone)
    return outside_words(opens, closes, start, round(DEALER_EARLY.total_seconds() / 3600))


def _heat(club: Club, public_id: str, heat_id: str) -> Heat:
    """Return a heat on another server in an event of this club. Raise Http404 if there is no such heat."""
    heat = heat_organised(club, public_id, heat_id)
    return found_or_404(heat if heat.club_id is None else None, "A heat of a club here")


def _page(request: SignedInRequest, club: Club, heat: Heat, letters: str = "") -> HttpResponse:
    shown = {"club": club, "event": heat.event, "heat": heat, "page": hub_heat_page(heat), "letters": letters}
    shown |= links_shown(request)
    return render(request, "events/director/hub_heat.html", shown)


def _look_into(heat: Heat, upload: UploadedFile) -> dict[str, Any]:
    """Return the effects of a file on a heat, with the signed text that the confirmation sends back. Raise Refused."""
    data = upload.read(rules.MAX_STATE_BYTES + 1)
    if len(data) > rules.MAX_STATE_BYTES:
        raise Refused("The file is larger than 2 MB. That of one heat is far smaller.")
    contents, digest = json_loaded(data), hashlib.sha256(data).hexdigest()
    body = contents.pop("state", None) if isinstance(contents, dict) else None
    names = json_read({"heat": rules.ID, "event": rules.ID, **rules.NAMES}, contents)
    if (names["heat"], names["event"]) != (heat.public_id, heat.event.public_id):
        raise Refused(f"This file is of another heat or of another event. Is it that of {heat.club_name}?")
    state = rules.state_read(heat.event, body)
    heat_state_check(heat.event, state)
    sealed = signing.dumps((digest, body, names["names"]), salt=f"heat-state:{heat.public_id}", compress=True)
    shown = {"file_name": (upload.name or "the file")[:100], "digest": digest, "state": state, "sealed": sealed}
    return {**shown, "tally": effects(heat, state)[1].items()}
