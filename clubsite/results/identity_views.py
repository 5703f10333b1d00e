"""Saying who you are, and withdrawing that statement. Browsers never cache these pages, as tapping changes them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.invitations.links import account_unlink
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug
from clubsite.core.fields import ShortNumberField
from clubsite.core.forms import ButtonForm
from clubsite.core.refused import attempt
from clubsite.rankings.selectors.person_results import person_with_results
from clubsite.readers.selectors import join_asked_by, joins_asked
from clubsite.readers.services import (
    device_person_clear,
    device_person_set,
    join_answer,
    join_ask,
    join_withdraw,
)
from clubsite.readers.visitor import KnownBy, visitor_of


class AskedForm(ButtonForm):
    """The form for a user's request that a director answers."""

    request = ShortNumberField("Choose a request.", digits=15, required=False)


@never_cache
def this_is_me(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let the user say on this device that they are this person. If the user is signed in, ask a director to join
    their account to the name instead.
    """
    club = club_by_slug(slug)
    visitor = visitor_of(request).at(club)
    person, called = person_with_results(visitor, pk)
    if request.method == "POST":
        device, token = device_of(request)
        device_person_set(device=device, person=person)
        messages.success(request, f"On this device {called} is you from now on.")
        return keep_device(redirect("results:me"), token)
    user = request.user
    shown = {
        "club": club,
        "person": person,
        "called": called,
        "visitor": visitor,
        "asked": user.is_authenticated and join_asked_by(person, user),
    }
    return render(request, "results/this_is_me.html", shown)


@require_POST
def not_me(request: HttpRequest, slug: str) -> HttpResponse:
    """Record that the reader is not the person suggested by this device or account."""
    club = club_by_slug(slug)
    visitor = visitor_of(request).at(club)
    if visitor.known_by == KnownBy.ACCOUNT and visitor.person:
        unlink = lambda: account_unlink(person=visitor.person, maker=request.user)  # noqa: E731
        if not attempt(request, "", unlink):
            return redirect("results:me")
    device = device_here(request)
    if device is not None:
        device_person_clear(device=device, club=club)
    messages.success(request, f"Nobody is marked as you at {club.name} any more.")
    return redirect("results:me")


@signed_in
@require_POST
def ask_for_name(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Request that the user's account be joined to a name, or withdraw that request."""
    club = club_by_slug(slug)
    person, _ = person_with_results(visitor_of(request).at(club), pk)
    if "withdraw" in request.POST:
        join_withdraw(person=person, user=request.user)
    else:
        ask = lambda: join_ask(person=person, user=request.user)  # noqa: E731
        attempt(request, "A director of the club has been asked.", ask)
    return redirect("results:this-is-me", slug=slug, pk=pk)


@for_club
def asked(request: SignedInRequest, club: Club) -> HttpResponse:
    """Let a director answer users' requests to have their accounts joined to names."""
    if request.method == "POST":
        one = get_object_or_404(joins_asked(club), pk=AskedForm(request.POST).sent["request"] or 0)
        grant = "grant" in request.POST
        said = "is joined to the account" if grant else "is not joined to the account"
        done = f"{one.person.name} {said} {one.user.get_username()}."
        attempt(request, done, lambda: join_answer(request=one, maker=request.user, grant=grant))
        return redirect("results:names-asked", slug=club.slug)
    return render(request, "results/names_asked.html", {"club": club, "requests": list(joins_asked(club))})
