"""The pages of a challenge: making one, taking one, and both players' boards side by side."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.core.origins import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.responses import found_or_404
from clubsite.core.tokens import idempotency_key
from clubsite.home.forms import ChallengeForm, ComeInForm
from clubsite.home.selectors.challenges import CHALLENGE_GAME, boards_of, challenge_by_id, challenge_page, is_closed
from clubsite.home.selectors.lobby import strength_here
from clubsite.home.selectors.matches import at_once_here, name_here
from clubsite.home.services import challenges
from clubsite.home.services.lobby import table_counted
from clubsite.home.views.tables import sit_down
from clubsite.play.robot_names import STRENGTHS


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
    found = found_or_404(challenge_by_id(public_id), "There is no such challenge")
    if (page := challenge_page(found, device_here(request), request.user)) is not None:
        if request.method == "POST" and page.match == found.guest:  # pressed twice
            return _taken(request, found, page.seat.name)
        link = base_of(request) + reverse("home:challenge", args=[public_id])
        return render(request, "home/challenge.html", {"page": page, "link": link})
    form = ComeInForm(request.POST or None, initial={"name": name_here(device_here(request), request.user)})
    context = {
        "form": form,
        "host": found.host.seats.get(player="S"),
        "boards": boards_of(found.host),
        "strength": STRENGTHS[found.host.strength],
        "challenge": found,
    }
    if request.method == "POST" and form.is_valid():
        return _taken(request, found, form.cleaned_data["name"])
    if found.guest is not None or is_closed(found):
        words = challenges.CHALLENGE_TAKEN if found.guest is not None else challenges.CHALLENGE_CLOSED
        return render(request, "home/no_challenge.html", {"words": words})
    return render(request, "home/take_challenge.html", context, status=422 if form.is_bound else 200)


def _taken(request: HttpRequest, found: Any, name: str) -> HttpResponse:
    """Take the challenge and lead to its first board, or say why this is not possible."""
    device, token = device_of(request)
    try:
        table_counted(address_of(request))
        seat = challenges.challenge_take(
            challenge=found,
            name=name,
            device=device,
            user=request.user,
            at_once=at_once_here(device, request.user),
        )
    except Refused as stop:
        return render(request, "home/no_challenge.html", {"words": str(stop)}, status=409)
    return sit_down(request, seat, device, token)
