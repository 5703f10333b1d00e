"""The pages for a new club, a club's own details, its directors' links, and the tokens of programs."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts import limits
from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in
from clubsite.accounts.forms import SignUpForm
from clubsite.accounts.models import User
from clubsite.accounts.views import address_of_new
from clubsite.clubs.decorators import for_club
from clubsite.clubs.forms import ClubForm, NewClubForm, TokenForm
from clubsite.clubs.invitations import (
    club_make,
    director_link_accept,
    director_link_make,
    director_link_read,
    setup_link_read,
)
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug, club_for_owner, owns, token_for, tokens_of
from clubsite.clubs.services import club_changed, token_make, token_revoke
from clubsite.core.limits import NEW_ACCOUNTS, NEW_CLUBS, WRONG_SETUP_LINKS
from clubsite.core.origins import base_of, only_here, qr_svg
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused, attempt_form
from clubsite.core.tokens import idempotency_key


@for_club
def facts(request: SignedInRequest, club: Club) -> HttpResponse:
    """Edit the club's name, venue, contact and time zone."""
    form = ClubForm(request.POST or None, instance=club, owner=owns(request.user, club))
    change = lambda: club_changed(club=form.instance, user=request.user, fields=form.changed_data)  # noqa: E731
    if attempt_form(request, form, change):
        messages.success(request, "The club’s facts are kept.")
        return redirect("clubs:facts", slug=club.slug)
    shown = {"club": club_by_slug(club.slug), "form": form, "owner": owns(request.user, club)}  # not the refused input
    return render(request, "clubs/facts.html", shown, status=422 if form.is_bound else 200)


@for_club
@confirmed
def programs(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show the tokens in use, and make new ones. A new token's secret is shown only once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    page: dict[str, Any] = {"club": club, "form": form}

    def make() -> None:
        page["made"], page["secret"] = token_make(
            club=club,
            user=request.user,
            name=form.cleaned_data["name"],
            write=form.cleaned_data["may"] == "write",
            idempotency_key=idempotency_key(request),
        )

    if attempt_form(request, form, make):
        page["form"] = TokenForm()
    return render(
        request, "clubs/programs.html", page | {"tokens": tokens_of(club)}, status=422 if form.errors else 200
    )


@for_club
@require_POST
def revoke(request: SignedInRequest, club: Club, pk: int) -> HttpResponse:
    token = token_for(club, pk)
    token_revoke(token=token, user=request.user)
    messages.success(request, f"The token of {token.name} opens nothing any more.")
    return redirect("clubs:programs", slug=club.slug)


@never_cache
def first(request: HttpRequest, key: str) -> HttpResponse:
    """Make a site's first club, through the link that the server printed."""
    address = address_of(request)
    if WRONG_SETUP_LINKS.reached(address):
        return render(request, "clubs/new_club_ended.html", {"fault": WRONG_SETUP_LINKS.refusal(address)}, status=429)
    try:
        setup_link_read(key)
        return _new_club(request, key)
    except Refused as no:
        WRONG_SETUP_LINKS.count(address)
        return render(request, "clubs/new_club_ended.html", {"fault": str(no)}, status=410)


@never_cache
def further(request: HttpRequest) -> HttpResponse:
    """Make another club, if the site's setting allows it."""
    if not settings.CLUB_SIGN_UP:
        raise Http404("This site takes no further clubs")
    return _new_club(request)


def _new_club(request: HttpRequest, key: str = "") -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = NewClubForm(data)
    account = None if request.user.is_authenticated else SignUpForm(data)
    valid = [each.is_valid() for each in (form, account) if each is not None]
    refused = ""
    if all(valid):
        try:
            return _made(request, form, account, key)
        except limits.TooOften as no:
            refused = str(no)
        except Refused as no:
            if no.field != "name":
                raise
            form.add_error("name", str(no))
    shown = {"form": form, "account": account, "refused": refused, "first": bool(key)}
    status = 429 if refused else 422 if form.is_bound else 200
    return render(request, "clubs/new_club.html", shown, status=status)


def _made(request: HttpRequest, form: NewClubForm, account: SignUpForm | None, key: str) -> HttpResponse:
    address = address_of(request)
    if NEW_CLUBS.exceeded(address):
        raise limits.TooOften(NEW_CLUBS, address)
    if account is not None:
        limits.counted(NEW_ACCOUNTS, address)
    owner = cast(User, request.user if account is None else account.save(commit=False))
    club = club_make(owner=owner, key=key, **form.cleaned_data)
    if account is not None:
        login(request, owner)
        address_of_new(request, owner, account)
    messages.success(request, f"{club.name} is made, and you own it. Now its first night.")
    return redirect("director:new")


@signed_in
@never_cache
@require_POST
@confirmed
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make a director link at the request of an owner, and show it once."""
    club = club_for_owner(request.user, slug)
    path = director_link_make(club=club, maker=request.user)
    return link_page(request, club, path, who="a director", kind="directing")


def link_page(request: SignedInRequest, club: Club, path: str, **words: str) -> HttpResponse:
    """Show a link for the user to pass on. It is shown only this once."""
    base = base_of(request)
    shown = {"club": club, "url": base + path, "qr": qr_svg(base + path), "only_here": only_here(base), **words}
    return render(request, "clubs/link.html", shown)


@signed_in
@never_cache
def directing(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """Show the page behind a director link, and make the user a director."""
    club = club_by_slug(slug)
    try:
        if request.method == "POST":
            director_link_accept(club=club, key=key, user=request.user)
            messages.success(request, f"You direct {club.name} now.")
            return redirect("director:index")
        director_link_read(club, key)
    except Refused as no:
        return render(request, "clubs/invitation.html", {"club": club, "fault": str(no)}, status=410)
    return render(request, "clubs/directing.html", {"club": club})
