"""The pages for a club's own details and its tokens, with which programs may read its sessions or enter scores."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.clubs.decorators import for_club
from clubsite.clubs.forms import ClubForm, TokenForm
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug, owns, token_for, tokens_of
from clubsite.clubs.services import club_changed, token_make, token_revoke
from clubsite.core.idempotency import idempotency_key
from clubsite.core.refused import attempt_form


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
