"""The pages of challenges, and of tables that go on from a position: of a club's play, of a deal or a board."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.core.origins import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.responses import found_or_404, fresh_page
from clubsite.core.tokens import idempotency_key
from clubsite.home.forms import ChallengeForm, ComeInForm
from clubsite.home.selectors.challenges import CHALLENGE_GAME, boards_of, challenge_by_id, challenge_page, is_closed
from clubsite.home.selectors.club_boards import board_to_play
from clubsite.home.selectors.lobby import strength_here
from clubsite.home.selectors.matches import at_once_here, finished_play, name_here
from clubsite.home.selectors.positions import position_at, position_before
from clubsite.home.services import challenges
from clubsite.home.services.lobby import table_counted
from clubsite.home.views.tables import opened_at_once, seen_deal, sit_down
from clubsite.play.robot_names import STRENGTHS
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import visitor_of
from games.errors import BadLog


@never_cache
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Show the form for a new challenge, or make it and lead to its page, which has the link to send."""
    device = device_here(request)
    usual = {
        "name": name_here(device, request.user),
        "boards": 4,
        "strength": strength_here(CHALLENGE_GAME, device, request.user),
        "pace": "at_once" if at_once_here(device, request.user) else "person",
    }
    form = ChallengeForm(request.POST or None, initial=usual)
    if request.method == "POST" and form.is_valid():
        device, token = device_of(request)
        try:
            table_counted(address_of(request))
        except Refused as stop:
            form.add_error(None, str(stop))
            return render(request, "home/new_challenge.html", {"form": form}, status=429)
        made = challenges.challenge_create(
            **form.terms(), device=device, user=request.user, idempotency_key=idempotency_key(request)
        )
        return keep_device(redirect("home:challenge", public_id=made.public_id), token)
    return render(request, "home/new_challenge.html", {"form": form}, status=422 if form.is_bound else 200)


@never_cache
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show both sides to a player of this challenge. Let anybody else who has the link take it, if it is still free."""
    challenge = found_or_404(challenge_by_id(public_id), "There is no such challenge")
    if (page := challenge_page(challenge, device_here(request), request.user)) is not None:
        if request.method == "POST" and page.match == challenge.guest:  # pressed twice
            return _taken(request, challenge, page.seat.name)
        link = base_of(request) + reverse("home:challenge", args=[public_id])
        return render(request, "home/challenge.html", {"page": page, "link": link})
    form = ComeInForm(request.POST or None, initial={"name": name_here(device_here(request), request.user)})
    context = {
        "form": form,
        "host": challenge.host.seats.get(player="S"),
        "boards": boards_of(challenge.host),
        "strength": STRENGTHS[challenge.host.strength],
        "challenge": challenge,
    }
    if request.method == "POST" and form.is_valid():
        return _taken(request, challenge, form.cleaned_data["name"])
    if challenge.guest is not None or is_closed(challenge):
        words = challenges.CHALLENGE_TAKEN if challenge.guest is not None else challenges.CHALLENGE_CLOSED
        return render(request, "home/no_challenge.html", {"words": words})
    return render(request, "home/take_challenge.html", context, status=422 if form.is_bound else 200)


def _taken(request: HttpRequest, challenge: Any, name: str) -> HttpResponse:
    """Take the challenge and lead to its first board, or say why this is not possible."""
    device, token = device_of(request)
    try:
        table_counted(address_of(request))
        seat = challenges.challenge_take(
            challenge=challenge,
            name=name,
            device=device,
            user=request.user,
            at_once=at_once_here(device, request.user),
        )
    except Refused as stop:
        return render(request, "home/no_challenge.html", {"words": str(stop)}, status=409)
    return sit_down(request, seat, device, token)


@require_POST
def from_position(request: HttpRequest, public_id: str, table_board: int, seq: int) -> HttpResponse:
    """Open a table that continues a club's play from an act, in the acting player's seat, against the perfect robot."""
    play, position = position_at(published_or_404(public_id, visitor_of(request)), table_board, seq)
    return _played_on(request, play.game, options=play.options, repeats=play, position=position)


@require_POST
def from_here(request: HttpRequest, public_id: str, number: int, seq: int) -> HttpResponse:
    """Do the same as `from_position` with a deal at home that the reader may look at."""
    match, _, _ = seen_deal(request, public_id, number)
    play = found_or_404(finished_play(match, number), "That deal has not been played to its end")
    return _played_on(request, play.game, options=play.options, repeats=play, position=position_before(play, seq))


@fresh_page
def club_board(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Offer a board of a club's published night, without showing its cards or its scores."""
    page = board_to_play(published_or_404(public_id, visitor_of(request)), key.upper())
    return render(request, "home/club_board.html", {"page": page})


@require_POST
def from_club(request: HttpRequest, public_id: str, key: str, player: str) -> HttpResponse:
    """Open a table with a board of a club's published night, in the seat of `player`, against the perfect robot."""
    board = board_to_play(published_or_404(public_id, visitor_of(request)), key.upper())
    options = board.board.board_set.session.options
    return _played_on(request, CHALLENGE_GAME, options=options, club_board=board.board, position=board.position(player))


def _played_on(request: HttpRequest, game: str, **begun: Any) -> HttpResponse:
    """Open a table that goes on from a position, as `match_create` takes it, against the perfect robot."""
    robot = {"against": "robot", "strength": "perfect", "checked": "yes"}
    try:
        return opened_at_once(request, game, begun, **robot)
    except BadLog:
        raise Http404("Today's rules do not lead to this moment") from None
