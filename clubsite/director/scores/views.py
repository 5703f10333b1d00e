"""The pages for typed and corrected scores, the ranking so far, and the rows of boards. Never a card."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.embargo_words import embargo_sentences
from clubsite.director.scores import score_sheet, travellers
from clubsite.director.scores.deals import typed_cards
from clubsite.director.scores.forms import LeaderboardForm
from clubsite.director.scores.publishing import publishing_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.boards import table_board_for
from clubsite.leaderboard.selectors import leaderboard_shown
from clubsite.leaderboard.services import leaderboard_set
from clubsite.rankings.selectors.correction_period import correction_period_of
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.teams import teams_so_far


@for_director
def score(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Show the keys, then the sentence read back, then store the score."""
    row = table_board_for(session, pk)
    sheet = score_sheet.sheet_of(row, request.user, request.POST if request.method == "POST" else None)
    go = sheet.data["go"]
    context = {
        "session": session,
        "club": session.club,
        "sheet": sheet,
        "period": correction_period_of(session),
    }
    if go == "save" and score_sheet.save(sheet, request.user):
        messages.success(request, f"The score of board {row.board.number} at table {row.table.label} is in.")
        return redirect(_after(session, sheet))
    if go == "read" and sheet.form.is_valid():
        return render(request, "director/scores/score_sure.html", context)
    return render(request, "director/scores/score.html", context)


def _after(session: Session, sheet: score_sheet.ScoreSheet) -> str:
    """Return the page after a score: for a correction its row in the board, for a new one its table."""
    row = sheet.row
    if not sheet.correcting:
        return reverse("director:table", args=[session.public_id, row.table.label])
    section = row.round.section
    where = reverse("director:traveller", args=[session.public_id, row.board.number])
    own = f"?{urlencode({'section': section.name})}" if section.own_boards else ""
    return f"{where}{own}#line-{row.pk}"


@for_director
@require_POST
def preview(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Show the sentence so far, while the keys are pressed."""
    sheet = score_sheet.sheet_of(table_board_for(session, pk), request.user, request.POST)
    return render(request, "director/monitor/_sentence.html", {"sheet": sheet})


@for_director
def ranking(request: SignedInRequest, session: Session) -> HttpResponse:
    context = {
        "session": session,
        "club": session.club,
        "teams_now": teams_so_far(session),
        "lists": rankings_so_far(session),
        "board_groups": travellers.board_numbers(session),
        "publishing": publishing_of(session, request.user),
        "embargoes": embargo_sentences(session),
        "is_shown": leaderboard_shown(session.public_id),
    }
    return render(request, "director/scores/ranking.html", context)


@for_director
@require_POST
def leaderboard(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show everybody the ranking so far, or stop showing it."""
    on = LeaderboardForm(request.POST).sent["show"] == "yes"
    leaderboard_set(session=session, on=on, user=request.user)
    return redirect("director:ranking", session_id=session.public_id)


@for_director
def traveller(request: SignedInRequest, session: Session, number: int) -> HttpResponse:
    page = travellers.board_lines(session, number, request.user, request.GET.get("section", ""))
    cards = typed_cards(page.board, session, request.user)
    context = {"session": session, "club": session.club, "page": page, "cards": cards}
    return render(request, "director/scores/traveller.html", context)
