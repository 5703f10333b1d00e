"""A director's pages over many sessions: series, ladder, master points."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.refused import attempt_form
from clubsite.season.manage.pages import (
    ladder_saved,
    points_saved,
    pressed,
    season_forms,
    series_forms,
    series_saved,
    series_thrown_away,
    sessions_saved,
    substitute_saved,
)
from clubsite.season.selectors.series import series_for


def _done(request: SignedInRequest, form: Form, words: str, act: Callable[[], Any]) -> bool:
    """Run `act` if the form is valid, and say so. Return whether it was done."""
    done = attempt_form(request, form, act)
    if done:
        messages.success(request, words)
    return done


@for_club
def season(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show the series, the ladder and the master points."""
    page = season_forms(club, request.POST if request.method == "POST" else None)
    if "ladder" in request.POST and _done(
        request, page.ladder, "The ladder is kept so.", lambda: ladder_saved(page, request.user)
    ):
        return redirect("season_manage:season", slug=club.slug)
    if "points" in request.POST and _done(
        request, page.points, "Master points are given so.", lambda: points_saved(page, request.user)
    ):
        return redirect("season_manage:season", slug=club.slug)
    return render(request, "season/manage/season.html", {"page": page, "club": club})


@for_club
def series(request: SignedInRequest, club: Club, public_id: str = "") -> HttpResponse:
    """Show a new series, or one with its sessions and substitutes."""
    found = series_for(club, public_id) if public_id else None
    page = series_forms(club, found, request.POST if request.method == "POST" else None)
    acts: dict[str, tuple[Form | None, str, Callable[[], Any]]] = {
        "rules": (page.form, "The series is kept so.", lambda: series_saved(page, request.user)),
        "sessions": (page.sessions, "The nights are kept so.", lambda: sessions_saved(page, request.user)),
        "substitute": (page.substitute, "Noted.", lambda: substitute_saved(page, request.user)),
    }
    form, words, act = acts.get(pressed(request.POST), (None, "", lambda: None))
    if form is not None and _done(request, form, words, act):
        return redirect("season_manage:series", slug=club.slug, public_id=page.series.public_id)
    return render(request, "season/manage/series.html", {"page": page, "club": club})


@for_club
@require_POST
def series_discard(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Throw a series away. Its sessions stay."""
    messages.success(request, series_thrown_away(club, public_id, request.user))
    return redirect("season_manage:season", slug=club.slug)
