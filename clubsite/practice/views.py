"""Pages about the reader's own mistakes. `readers` decides who the reader is; no address reveals it."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.accounts.models import Device
from clubsite.analysis.models import PlayAnalysis
from clubsite.core.responses import found_or_404, fresh_page
from clubsite.practice import daily_page as pages
from clubsite.practice import services
from clubsite.practice.forms import AnswerForm, CardForm
from clubsite.practice.position import AnswerChoice, choices_of, groups_of, table_before
from clubsite.practice.selectors import daily
from clubsite.practice.selectors.puzzles import (
    AFTER_RIGHT,
    LEAST_POINTS,
    MAX_PER_SESSION,
    RECENT_SESSIONS,
    Puzzle,
    puzzle_of,
    puzzles_of,
)
from clubsite.practice.services import puzzle_answer
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import Visitor, visitor_of
from solver.verdicts.problem_text import hands_in_words, line_in_words, trick_in_words

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
    return render(request, "practice/puzzles.html", {"page": page, "today": timezone.localdate(), **RULES})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, table_board: int, seq: int) -> HttpResponse:
    """Show the puzzle while it is due, else its answer. A POST submits an answer. Raise Http404 for other readers."""
    visitor, today = visitor_of(request), timezone.localdate()
    puzzle = found_or_404(puzzle_of(visitor, table_board, seq), "No such puzzle")
    analysis = PlayAnalysis.objects.select_related("play").get(play=puzzle.decision.play)
    table = found_or_404(
        table_before(analysis.play, seq, puzzle.decision.by), "Today's rules do not lead to this moment"
    )
    if request.method == "POST":
        return _answered(request, puzzle, _choices(analysis, seq), visitor)
    context = {"puzzle": puzzle, "table": table, "play": analysis.play, "today": today}
    if puzzle.is_due(today):
        return render(request, "practice/question.html", context)
    return render(request, "practice/answer.html", context | _told(puzzle, analysis, visitor))


def _answered(request: HttpRequest, puzzle: Puzzle, choices: dict[str, AnswerChoice], visitor: Visitor) -> HttpResponse:
    """Store the answer and show the next page. After an impossible choice, store nothing and ask again."""
    answer = AnswerForm(request.POST).sent["a"]
    if answer in choices:
        puzzle_answer(
            puzzle=puzzle,
            answer=answer,
            right=choices[answer].right,
            user=visitor.user,
            device=visitor.device,
            today=timezone.localdate(),
        )
    return redirect("practice:puzzle", puzzle.decision.table_board, puzzle.decision.seq)


def _entry(analysis: PlayAnalysis, seq: int) -> dict[str, Any]:
    entries: list[dict[str, Any]] = [*analysis.calls, *analysis.cards]
    return next(entry for entry in entries if entry["seq"] == seq)


def _choices(analysis: PlayAnalysis, seq: int) -> dict[str, AnswerChoice]:
    return choices_of(_entry(analysis, seq), analysis.play.outcome or {}, analysis.play.setup["vul"])


def _told(puzzle: Puzzle, analysis: PlayAnalysis, visitor: Visitor) -> dict[str, Any]:
    """Return the text and links that go with the answer."""
    seq, choices = puzzle.decision.seq, _choices(analysis, puzzle.decision.seq)
    published = published_or_404(puzzle.source.public_id, visitor)
    lines = (line for board in published.boards for line in board.lines)
    line = next((line for line in lines if line.table_board == puzzle.decision.table_board), None)
    due = puzzles_of(visitor).due
    return {
        "given": choices[puzzle.last.answer] if puzzle.last else None,
        "played": choices[_entry(analysis, seq)["a"]],
        "groups": groups_of(choices),
        "board_key": line.board_key if line else None,
        "next": due[0] if due else None,
    }


NO_SUCH_DAY = "There is no problem of that day."


@fresh_page
def today(request: HttpRequest) -> HttpResponse:
    """Show today's problem, or a page saying that the problem is still being made."""
    return _page(request, timezone.localdate())


@fresh_page
def earlier(request: HttpRequest, day: str) -> HttpResponse:
    """Show today's problem or an earlier one."""
    return _page(request, _day(day))


def _page(request: HttpRequest, day: date) -> HttpResponse:
    problem = daily.problem_of(day)
    is_today = day == timezone.localdate()
    if problem is None:
        if not is_today:
            raise Http404(NO_SUCH_DAY)
        return render(request, "practice/daily_none.html")
    device = device_here(request)
    mine = daily.try_of(problem, device, request.user)
    page = pages.page_of(problem, mine, device, request.user)
    context: dict[str, Any] = {
        "page": page,
        "date": day,
        "is_today": is_today,
        "hands": hands_in_words(page["view"]),
        "trick": trick_in_words(page["view"]),
        "choices": pages.choices(page["view"], page["tried"]),
        "line": line_in_words(page["done"]["frames"]) if page["done"] else [],
    }
    return render(request, "practice/daily.html", context)


@require_POST
def answer(request: HttpRequest, day: str) -> HttpResponse:
    """Accept the card that was tried. Return JSON for the page's script, or else the page again."""
    problem = _problem_or_404(day)
    card = CardForm(request.POST).sent["card"]
    if not services.may_try(problem, card):
        if _wants_json(request):
            return JsonResponse({"error": "Choose one of the cards that South may play."}, status=422)
        return redirect("practice:day", day=day)
    device, token = device_of(request)
    mine = services.card_try(problem=problem, device=device, user=request.user, card=card)
    return keep_device(_problem_answered(request, problem, mine, device), token)


@require_POST
def give_up(request: HttpRequest, day: str) -> HttpResponse:
    """Show the solution to a reader who gives up."""
    problem = _problem_or_404(day)
    device, token = device_of(request)
    mine = services.problem_give_up(problem=problem, device=device, user=request.user)
    return keep_device(_problem_answered(request, problem, mine, device), token)


def _problem_answered(request: HttpRequest, problem: Any, mine: Any, device: Device) -> HttpResponse:
    if not _wants_json(request):
        return redirect("practice:day", day=problem.date.isoformat())
    return JsonResponse(
        {
            "tried": pages.tried(problem, mine),
            "done": pages.done(problem, mine, device, request.user),
        }
    )


@fresh_page
def archive(request: HttpRequest) -> HttpResponse:
    """Show the problems of earlier days."""
    device = device_here(request)
    rows = daily.archive(device, request.user)
    days = daily.streak(device, request.user)
    return render(request, "practice/daily_archive.html", {"rows": rows, "streak": days})


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _problem_or_404(day: str) -> Any:
    return found_or_404(daily.problem_of(_day(day)), NO_SUCH_DAY)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Http404(NO_SUCH_DAY) from error
