"""The learning pages: six games with their rules, pictures of real positions, and a first hand to play."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.home.lessons import lesson as scene
from clubsite.home.lessons.lesson import Lesson, lessons
from clubsite.home.lessons.rulebook import rulebook
from games.registry import rules_for


def _lesson_or_404(game: str) -> Lesson:
    if game not in lessons():
        raise Http404
    return lessons()[game]


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    return render(request, "home/overview.html", {"lessons": list(lessons().values())})


@require_safe
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    taught = _lesson_or_404(game)
    book = rulebook(rules_for(taught.game).page)
    anchors = set(book.numbers) if book else set()
    others = [other for other in lessons().values() if other is not taught]
    context = {"lesson": taught, "anchors": anchors, "has_rules": book is not None, "others": others}
    return render(request, "home/lesson.html", context)


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    taught = _lesson_or_404(game)
    book = rulebook(rules_for(taught.game).page)
    status = 200 if book else 404
    return render(request, "home/rules.html", {"lesson": taught, "book": book}, status=status)


@require_safe
def first_hand(request: HttpRequest, game: str) -> HttpResponse:
    """Show the first hand of a game, which the reader plays by taps."""
    taught = _lesson_or_404(game)
    return render(request, "home/first_hand.html", {"lesson": taught, "script": scene.script(game)})
