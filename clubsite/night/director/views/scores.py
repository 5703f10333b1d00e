"""Scores typed and corrected, the ranking so far, the boards' lines. Never a card."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.duplicate.selectors.boards import table_board_for
from clubsite.night.director import scoresheet, standings
from clubsite.night.director.guards import for_director
from clubsite.results.selectors import leaderboard_shown, publication_of, rank_lists_so_far
from clubsite.results.services import leaderboard_set
from clubsite.results.services.teams import teams_so_far


@for_director
def score(request: HttpRequest, session: Any, pk: int) -> HttpResponse:
    """Keys, then the sentence read back, then stored."""
    row = table_board_for(session, pk)
    sheet = scoresheet.sheet_of(row, request.user, request.POST if request.method == "POST" else None)
    go = request.POST.get("go", "")
    context = {"session": session, "club": session.club, "sheet": sheet}
    if go == "save" and scoresheet.save(sheet, request.user):
        messages.success(request, f"The score of board {row.board.number} at table {row.table.label} is in.")
        return redirect("director-table", session_id=session.public_id, number=row.table.label)
    if go == "read" and scoresheet.read(sheet):
        return render(request, "night/director/score_sure.html", context)
    return render(request, "night/director/score.html", context)


@for_director
@require_POST
def preview(request: HttpRequest, session: Any, pk: int) -> HttpResponse:
    """The sentence so far, while the keys are pressed."""
    sheet = scoresheet.sheet_of(table_board_for(session, pk), request.user, request.POST)
    scoresheet.read(sheet, whole=False)
    return render(request, "night/director/_sentence.html", {"sheet": sheet})


@for_director
def ranking(request: HttpRequest, session: Any) -> HttpResponse:
    context = {
        "session": session,
        "club": session.club,
        "teams_now": teams_so_far(session),
        "lists": rank_lists_so_far(session),
        "shelves": standings.board_numbers(session),
        "publication": publication_of(session.pk),
        "wall": leaderboard_shown(session.public_id),
    }
    return render(request, "night/director/ranking.html", context)


@for_director
@require_POST
def wall(request: HttpRequest, session: Any) -> HttpResponse:
    """Show everybody the ranking so far, or no more."""
    leaderboard_set(session=session, on=request.POST.get("show") == "yes", user=request.user)
    return redirect("director-ranking", session_id=session.public_id)


@for_director
def traveller(request: HttpRequest, session: Any, number: int) -> HttpResponse:
    page = standings.board_lines(session, number, request.GET.get("section", ""))
    context = {"session": session, "club": session.club, "page": page}
    return render(request, "night/director/traveller.html", context)
