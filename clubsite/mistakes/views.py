"""Pages about the reader's own mistakes. `members` decides who the reader is; no address reveals it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubsite.analysis.models import PlayAnalysis
from clubsite.core.not_found import found_or_404
from clubsite.core.public_pages import fresh_page
from clubsite.readers.visitor import Visitor, visitor_of
from clubsite.mistakes.answer_text import AnswerChoice, choices_of, groups_of
from clubsite.mistakes.choice import LEAST_POINTS, MAX_PER_SESSION, RECENT_SESSIONS
from clubsite.mistakes.forms import AnswerForm
from clubsite.mistakes.intervals import AFTER_RIGHT
from clubsite.mistakes.position import table_before
from clubsite.mistakes.selectors import Puzzle, puzzle_of, puzzles_of
from clubsite.mistakes.services import puzzle_answer
from clubsite.rankings.selectors.published import published_or_404

RULES = {
    "least": LEAST_POINTS,
    "per_session": MAX_PER_SESSION,
    "sessions": RECENT_SESSIONS,
    "first": AFTER_RIGHT[0],
    "second": AFTER_RIGHT[1],
}


@fresh_page
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show today's puzzles, the puzzles that will come back, and the puzzles that are solved."""
    page = puzzles_of(visitor_of(request))
    return render(request, "mistakes/puzzles.html", {"page": page, "today": timezone.localdate(), **RULES})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, table_board: int, seq: int) -> HttpResponse:
    """Show the puzzle while it is due, else its answer. A POST submits an answer. Raise Http404 for other readers."""
    visitor, today = visitor_of(request), timezone.localdate()
    one = found_or_404(puzzle_of(visitor, table_board, seq), "No such puzzle")
    analysis = PlayAnalysis.objects.select_related("play").get(play=one.decision.play)
    table = found_or_404(table_before(analysis.play, seq, one.decision.by), "Today's rules do not lead to this moment")
    if request.method == "POST":
        return _answered(request, one, _choices(analysis, seq), visitor)
    context = {"puzzle": one, "table": table, "play": analysis.play, "today": today}
    if one.is_due(today):
        return render(request, "mistakes/question.html", context)
    return render(request, "mistakes/answer.html", context | _told(one, analysis, visitor))


def _answered(request: HttpRequest, one: Puzzle, choices: dict[str, AnswerChoice], visitor: Visitor) -> HttpResponse:
    """Store the answer and show the next page. After an impossible choice, store nothing and ask again."""
    answer = AnswerForm(request.POST).sent["a"]
    if answer in choices:
        puzzle_answer(
            puzzle=one,
            answer=answer,
            right=choices[answer].right,
            user=visitor.user,
            device=visitor.device,
            today=timezone.localdate(),
        )
    return redirect("mistakes:puzzle", one.decision.table_board, one.decision.seq)


def _entry(analysis: PlayAnalysis, seq: int) -> dict[str, Any]:
    entries: list[dict[str, Any]] = [*analysis.calls, *analysis.cards]
    return next(entry for entry in entries if entry["seq"] == seq)


def _choices(analysis: PlayAnalysis, seq: int) -> dict[str, AnswerChoice]:
    return choices_of(_entry(analysis, seq), analysis.play.outcome or {}, analysis.play.setup["vul"])


def _told(one: Puzzle, analysis: PlayAnalysis, visitor: Visitor) -> dict[str, Any]:
    """Return the text and links that go with the answer."""
    seq, choices = one.decision.seq, _choices(analysis, one.decision.seq)
    published = published_or_404(one.source.public_id, visitor)
    lines = (line for board in published.boards for line in board.lines)
    line = next((line for line in lines if line.table_board == one.decision.table_board), None)
    due = puzzles_of(visitor).due
    return {
        "given": choices[one.last.answer] if one.last else None,
        "played": choices[_entry(analysis, seq)["a"]],
        "groups": groups_of(choices),
        "board_key": line.board_key if line else None,
        "next": due[0] if due else None,
    }
