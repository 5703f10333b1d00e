"""The daily problem's pages: today's, earlier ones, a tried card, the answer, and the archive."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.accounts.models import Device
from clubsite.core.not_found import found_or_404
from clubsite.core.public_pages import fresh_page
from clubsite.daily import page as pages
from clubsite.daily import selectors, services
from clubsite.daily.forms import CardForm

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
    problem = selectors.problem_of(day)
    is_today = day == timezone.localdate()
    if problem is None:
        if not is_today:
            raise Http404(NO_SUCH_DAY)
        return render(request, "daily/none.html")
    device = device_here(request)
    mine = selectors.try_of(problem, device, request.user)
    page = pages.page_of(problem, mine, device, request.user)
    context: dict[str, Any] = {
        "page": page,
        "date": day,
        "is_today": is_today,
        "hands": pages.hands_in_words(page["view"]),
        "trick": pages.trick_in_words(page["view"]),
        "choices": pages.choices(page["view"], page["tried"]),
        "line": pages.line_in_words(page["done"]["frames"]) if page["done"] else [],
    }
    return render(request, "daily/problem.html", context)


@require_POST
def answer(request: HttpRequest, day: str) -> HttpResponse:
    """Accept the card that was tried. Return JSON for the page's script, or else the page again."""
    problem = _problem_or_404(day)
    card = CardForm(request.POST).sent["card"]
    if not services.may_try(problem, card):
        if _wants_json(request):
            return JsonResponse({"error": "Choose one of the cards that South may play."}, status=422)
        return redirect("daily:day", day=day)
    device, token = device_of(request)
    mine = services.card_try(problem=problem, device=device, user=request.user, card=card)
    return keep_device(_answered(request, problem, mine, device), token)


@require_POST
def give_up(request: HttpRequest, day: str) -> HttpResponse:
    """Show the solution to a reader who gives up."""
    problem = _problem_or_404(day)
    device, token = device_of(request)
    mine = services.problem_give_up(problem=problem, device=device, user=request.user)
    return keep_device(_answered(request, problem, mine, device), token)


def _answered(request: HttpRequest, problem: Any, mine: Any, device: Device) -> HttpResponse:
    if not _wants_json(request):
        return redirect("daily:day", day=problem.date.isoformat())
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
    rows = selectors.archive(device, request.user)
    days = selectors.streak(device, request.user)
    return render(request, "daily/archive.html", {"rows": rows, "streak": days})


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _problem_or_404(day: str) -> Any:
    return found_or_404(selectors.problem_of(_day(day)), NO_SUCH_DAY)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Http404(NO_SUCH_DAY) from error
