"""A director's pages that cover many sessions: series, ladder and master points."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.decorators import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.refused import attempt_form
from clubsite.season.manage.forms import LadderForm, PointsForm, SeriesForm, SeriesSessionsForm, SubstituteForm
from clubsite.season.models import Series
from clubsite.season.selectors.series import DIFFERS, WAITS, series_for, series_heads, sessions_of_series
from clubsite.season.services.series import series_discard


def _done(request: SignedInRequest, form: Any, words: str) -> bool:
    """Save the form if it was submitted and is valid, and show a message. Return True if it was saved."""
    done = attempt_form(request, form, lambda: form.save(request.user))
    if done:
        messages.success(request, words)
    return done


@for_club
def season(request: SignedInRequest, club: Club) -> HttpResponse:
    """Show the series, the ladder and the master points."""
    ladder = LadderForm(request.POST if "ladder" in request.POST else None, club)
    points = PointsForm(request.POST if "points" in request.POST else None, club)
    if _done(request, ladder, "The ladder is saved.") or _done(request, points, "The master points are saved."):
        return redirect("season_manage:season", slug=club.slug)
    context = {"club": club, "series": club.series.all(), "ladder": ladder, "points": points}
    return render(request, "season/manage/season.html", context)


@for_club
def series(request: SignedInRequest, club: Club, public_id: str = "") -> HttpResponse:
    """Show a form for a new series, or an existing series with its sessions and substitutes."""
    series = series_for(club, public_id) if public_id else None
    # The rules have a field with the name of the sessions' button.
    pressed = next((button for button in ("rules", "sessions", "substitute") if button in request.POST), "")
    rules = SeriesForm(request.POST if pressed == "rules" else None, club, series)
    forms: list[tuple[Any, str]] = [(rules, "The series is saved.")]
    context: dict[str, Any] = {"club": club, "series": series, "rules": rules}
    if series is not None:
        played = sessions_of_series(series)
        sessions = SeriesSessionsForm(request.POST if pressed == "sessions" else None, series, played)
        substitute = SubstituteForm(request.POST if pressed == "substitute" else None, club, played)
        forms += [(sessions, "The nights are saved."), (substitute, "The substitute is saved.")]
        substitutes = [(night, row) for night in played for row in night.substitutes.all()]
        context |= {"played": played, "substitutes": substitutes, "sessions": sessions, "substitute": substitute}
        context["held_up"] = _held_up(series)
    for form, words in forms:
        if _done(request, form, words) and rules.series:
            return redirect("season_manage:series", slug=club.slug, public_id=rules.series.public_id)
    return render(request, "season/manage/series.html", context)


def _held_up(series: Series) -> list[str]:
    """Return the reasons why some of the chosen sessions do not count yet, or do not count at all."""
    [page] = series_heads([series])
    words = {
        WAITS: "Night {}: the results are not published.",
        DIFFERS: "Night {} is scored in another way than the series goes by, and does not count.",
    }
    return [words[column.state].format(column.number) for column in page.columns if column.state in words]


@for_club
@require_POST
def discard(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Delete a series. Its sessions stay."""
    try:
        series = series_for(club, public_id)
    except Http404:  # the button was pressed twice
        messages.success(request, "This series was deleted already.")
    else:
        series_discard(series=series, user=request.user)
        messages.success(request, f"{series.name} was deleted. Its nights and their results stay.")
    return redirect("season_manage:season", slug=club.slug)
