"""The lounge's pages: choosing a game, joining a friend, the score sheet and the history."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.accounts.models import Device
from clubsite.analysis.services.plays import play_ask
from clubsite.core.forms import code_of
from clubsite.core.limits import TooManyTries, found_by_code
from clubsite.core.origins import base_of, qr_svg
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.responses import found_or_404, fresh_page
from clubsite.core.tokens import idempotency_key
from clubsite.home.forms import ComeInForm, HomeSeatForm, NewTableForm, TableCodeForm
from clubsite.home.models import Against, MatchState
from clubsite.home.pages import match_page, match_terms, replay_steps, replay_verdicts
from clubsite.home.questions import GAMES, home_default
from clubsite.home.selectors.challenges import challenge_rows, seat_seen_by
from clubsite.home.selectors.club_boards import may_play_again, place_in_field
from clubsite.home.selectors.lobby import lobby_for, may_invite, strength_here
from clubsite.home.selectors.matches import (
    at_once_here,
    finished_play,
    match_by_code,
    match_by_id,
    my_seat,
    name_here,
    open_rows,
    past_rows,
    personal_best,
)
from clubsite.home.services import lobby, matches
from clubsite.play.views import seat_response
from clubsite.readers.visitor import visitor_of

NO_SUCH_CODE = "No table is waiting with that code. It has six letters and figures; your friend sees it on the screen."

MatchView = Callable[..., HttpResponse]
BOARD_NOT_SEEN = "The club does not show this board just now. Play it again when its results are there again."


@ensure_csrf_cookie
@never_cache
def lounge(request: HttpRequest) -> HttpResponse:
    """Show the ways to play (with a friend, with the robot, or solitaire now) and the reader's own tables."""
    device = device_here(request)
    form = TableCodeForm(request.GET if request.GET.get("code", "").strip() else None)
    context: dict[str, Any] = {
        "form": form,
        "games": GAMES.values(),
        "open": open_rows(device, request.user),
        "past": past_rows(device, request.user, most=5),
        "best": personal_best(device, request.user),
        "lobby": lobby_for(visitor_of(request)),
        "challenges": challenge_rows(device, request.user),
    }
    status = 200
    if form.is_valid():
        code = form.cleaned_data["code"]
        try:
            if found_by_code(match_by_code, code, address=address_of(request)) is not None:
                return redirect("home:come-in", code=code_of(code))
            form.add_error("code", NO_SUCH_CODE)
        except TooManyTries as no:
            form.add_error("code", str(no))
            status = 429
    return render(request, "home/lounge.html", context, status=status)


@never_cache
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form for a new table, with the opponent and the options in plain language, or open the table."""
    if game not in GAMES:
        raise Http404("There is no such game here")
    device, anybody = device_here(request), may_invite(visitor_of(request))
    if request.method != "POST":
        against = request.GET.get("against", "nobody" if GAMES[game].alone else "robot")
        usual = {"against": against, "name": name_here(device, request.user)}
        usual["pace"] = _pace(request)
        usual["strength"] = strength_here(game, device, request.user)
        if (strength := request.GET.get("strength", "")) in GAMES[game].strengths:
            usual["strength"] = strength
        form = NewTableForm(game, initial=usual, anybody=anybody)
        return render(request, "home/new.html", {"form": form, "game": GAMES[game]})
    form = NewTableForm(game, request.POST, anybody=anybody)
    if not form.is_valid():
        return render(request, "home/new.html", {"form": form, "game": GAMES[game]}, status=422)
    try:
        return _opened(request, form)
    except Refused as stop:
        form.add_error(None, str(stop))
        return render(request, "home/new.html", {"form": form, "game": GAMES[game]}, status=429)


def _pace(request: HttpRequest) -> str:
    """Return the answer to PACE_QUESTION that the reader gave last."""
    return "at_once" if at_once_here(device_here(request), request.user) else "person"


def _opened(
    request: HttpRequest, form: NewTableForm, options: dict[str, str] | None = None, **begun: Any
) -> HttpResponse:
    """Open the table, and redirect its host to it. Raise Refused if it cannot be opened."""
    device, token = device_of(request)
    seat = lobby.table_open(
        device=device,
        user=request.user,
        address=address_of(request),
        name=form.cleaned_data["name"],
        clubs=visitor_of(request).clubs if form.cleaned_data["against"] == Against.ANYBODY else (),
        idempotency_key=idempotency_key(request),
        **form.terms(options),
        **begun,
    )
    return sit_down(request, seat, device, token)


def sit_down(request: HttpRequest, seat: Any, device: Device, token: str) -> HttpResponse:
    ticket, key = lobby.seat_ticket(seat=seat, device=device, user=request.user)
    return keep_device(seat_response(ticket, key), token)


@never_cache
def come_in(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page behind a friend's link: who is inviting, what is played, and a name field. No account is needed."""
    try:
        match = found_by_code(match_by_code, code, address=address_of(request))
    except TooManyTries as no:
        return render(request, "home/no_table.html", {"words": str(no)}, status=429)
    if match is None:
        return render(request, "home/no_table.html", {"words": NO_SUCH_CODE}, status=404)
    sent = request.method == "POST"
    mine = my_seat(match, device_here(request), request.user, "N" if sent else "")
    if sent and mine is not None and mine.player == "N":  # pressed twice
        device, token = device_of(request)
        return sit_down(request, mine, device, token)
    if mine is not None and request.GET.get("other") != "yes":
        return render(request, "home/own_table.html", {"match": match, "game": GAMES[match.game]})
    if match.state != MatchState.WAITING:
        words = lobby.MATCH_OVER if match.state == MatchState.OVER else lobby.SEAT_TAKEN
        return render(request, "home/no_table.html", {"words": words})
    form = ComeInForm(request.POST or None, initial={"name": name_here(device_here(request), request.user)})
    if sent and form.is_valid():
        device, token = device_of(request)
        try:
            seat = lobby.seat_take(match=match, name=form.cleaned_data["name"], device=device, user=request.user)
        except Refused as stop:
            return render(request, "home/no_table.html", {"words": str(stop)})
        return sit_down(request, seat, device, token)
    context = {
        "form": form,
        "match": match,
        "game": GAMES[match.game],
        "host": match.seats.get(player="S").name,
        "terms": match_terms(match),
    }
    return render(request, "home/come_in.html", context, status=422 if form.is_bound else 200)


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the friend's link as a QR code. The code is part of the image's address, so nothing is looked up."""
    svg = qr_svg(base_of(request) + reverse("home:come-in", args=[code[:6]]))
    named = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return HttpResponse(named, content_type="image/svg+xml")


def own_match(request: HttpRequest, public_id: str) -> tuple[Any, Any]:
    """Return the match and the reader's seat in it. Raise Http404 for anyone without a seat."""
    match = match_by_id(public_id)
    if match is None:
        seat = None
    else:
        player = HomeSeatForm(request.POST).sent["player"]
        seat = my_seat(match, device_here(request), request.user, player)
    if match is None or seat is None:
        raise Http404("This match is not one of yours. Sign in, or open it on the device that played it.")
    return match, seat


def seen_deal(request: HttpRequest, public_id: str, number: int) -> tuple[Any, Any, bool]:
    """Return a match, the seat from which the reader may look at this deal, and whether that seat is their own.

    The other seat is that of the person in the other match of a challenge. Raise Http404 for all others.
    """
    match = match_by_id(public_id)
    theirs = seat_seen_by(match, number, device_here(request), request.user) if match is not None else None
    if theirs is not None:
        return match, theirs, False
    return *own_match(request, public_id), True


@fresh_page
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the score sheet of a match, its deals, and what the player can do next."""
    match, seat = own_match(request, public_id)
    place = place_in_field(match, visitor_of(request)) if match.club_board is not None else None
    return render(request, "home/match.html", {"page": match_page(match, seat), "field": place})


@fresh_page
def replay(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a finished deal card by card, with every hand visible."""
    match, seat, own = seen_deal(request, public_id, number)
    steps = found_or_404(replay_steps(match, seat, number, own=own), "That deal has not been played to its end")
    page = match_page(match, seat)
    challenge, back = page["challenge"], reverse("home:match", args=[public_id])
    context = {
        "page": page,
        "steps": steps,
        "number": number,
        "verdicts": _verdicts(match, seat, number, own=own),
        "back": back if own or challenge is None else reverse("home:challenge", args=[challenge.public_id]),
        "player": "" if own else seat.name,
    }
    return render(request, "home/replay.html", context)


@fresh_page
def verdicts(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Return the cost of a deal's calls and cards as JSON, for a replay page opened before the analysis was ready."""
    match, seat, own = seen_deal(request, public_id, number)
    shown = found_or_404(_verdicts(match, seat, number, own=own), "Nothing is worked out for this deal")
    return JsonResponse(shown)


def _verdicts(match: Any, seat: Any, number: int, *, own: bool) -> dict[str, Any] | None:
    play, shown = replay_verdicts(match, seat if own else None, number)
    if play is not None and shown is not None and shown["state"] == "coming":
        play_ask(play.pk)
    return shown


@require_POST
def sit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return to the player's own table from the same device, or from another device after signing in."""
    _, seat = own_match(request, public_id)
    device, token = device_of(request)
    return sit_down(request, seat, device, token)


@require_POST
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """End this match. Earlier scores stay."""
    match, _ = own_match(request, public_id)
    matches.match_end(match=match)
    messages.success(request, "The match is ended. What was scored stands on the sheet.")
    return redirect("home:match", public_id=public_id)


@require_POST
def pace(request: HttpRequest, public_id: str, at_once: int) -> HttpResponse:
    """Let the robot of this match act at once from now on (`at_once` is 1), or at a person's pace (0)."""
    match, _ = own_match(request, public_id)
    matches.match_pace(match=match, at_once=bool(at_once))
    messages.success(request, "The robot acts at once now." if at_once else "The robot takes its time again.")
    return redirect("home:match", public_id=public_id)


def back_to_match(view: MatchView) -> MatchView:
    """Let a view of a match raise Refused. Its reader is told why, on the page of the match."""

    @wraps(view)
    def answered(request: HttpRequest, public_id: str, **rest: Any) -> HttpResponse:
        try:
            return view(request, public_id, **rest)
        except Refused as stop:
            messages.error(request, str(stop))
            return redirect("home:match", public_id=public_id)

    return answered


@require_POST
@back_to_match
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open another match of the same game for the same players."""
    match, seat = own_match(request, public_id)
    if match.state != MatchState.OVER:
        raise Refused("This match is not over yet. End it first, then play again.")
    if not may_play_again(match, visitor_of(request)):
        raise Refused(BOARD_NOT_SEEN)
    if match.again is None:
        lobby.table_counted(address_of(request))
    new_match = matches.match_again(match=match)
    device, token = device_of(request)
    mine = new_match.seats.filter(player=seat.player).first()
    if mine is None:  # the friend of an unfinished invitation
        return redirect("home:come-in", code=new_match.code)
    return sit_down(request, mine, device, token)


@require_POST
@back_to_match
def repeat(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Open a solitaire deal again as practice (BS-13c)."""
    match, seat = own_match(request, public_id)
    play = finished_play(match, number)
    if play is None or not GAMES[match.game].alone:
        raise Http404("That deal cannot be played again")
    lobby.table_counted(address_of(request))
    device, token = device_of(request)
    again = matches.match_repeat(play=play, seat=seat, idempotency_key=idempotency_key(request))
    return sit_down(request, again, device, token)


@fresh_page
def history(request: HttpRequest) -> HttpResponse:
    """Show the finished matches of this device and the signed-in user."""
    rows = past_rows(device_here(request), request.user)
    return render(request, "home/history.html", {"rows": rows})


@require_POST
def now(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table with all options at their defaults, in one tap, for solitaire or against the robot."""
    if game not in GAMES:
        raise Http404("There is no such game here")
    return opened_at_once(request, game, against="nobody" if GAMES[game].alone else "robot")


def opened_at_once(request: HttpRequest, game: str, begun: dict[str, Any] | None = None, **chosen: str) -> HttpResponse:
    """Open a table with every other option at its default, or say in the lounge why this is impossible now.

    `begun` is where it goes on, as `match_create` takes it.
    """
    name = name_here(device_here(request), request.user) or "You"
    usual = {option: home_default(game, option) for option in GAMES[game].questions}
    form = NewTableForm(game, {"name": name, "pace": _pace(request), **chosen, **usual}, anybody=True)
    form.is_valid()
    try:
        return _opened(request, form, **(begun or {}))
    except Refused as stop:
        messages.error(request, str(stop))
        return redirect("home:lounge")
