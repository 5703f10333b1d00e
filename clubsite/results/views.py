"""Members' pages. Public: whatever is not published does not exist here (404 from the selectors)."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.results import selectors, services
from clubsite.results.selectors.hands import hands_page


def _me(request: HttpRequest) -> str:
    """The contestant that the reader says he was, by its label ("7", "B7")."""
    return request.GET.get("me", "").upper()


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    clubs = selectors.home_page()
    if len(clubs) == 1:
        return club(request, clubs[0].slug)
    return render(request, "clubs/clubs.html", {"clubs": clubs})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    page = selectors.club_page(slug)
    return render(request, "clubs/home.html", {"page": page, "club": page.club, "here": "home"})


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    page = selectors.results_page(slug)
    return render(request, "results/list.html", {"page": page, "club": page.club, "here": "results"})


@require_safe
def ranking(request: HttpRequest, public_id: str) -> HttpResponse:
    page = selectors.ranking_page(selectors.published_or_404(public_id), _me(request))
    return _page(request, "results/ranking.html", page)


@require_safe
def player(request: HttpRequest, public_id: str, label: str) -> HttpResponse:
    page = selectors.card_page(selectors.published_or_404(public_id), label.upper(), _me(request))
    return _page(request, "results/player.html", page)


@require_safe
def boards(request: HttpRequest, public_id: str) -> HttpResponse:
    page = selectors.boards_page(selectors.published_or_404(public_id), _me(request))
    return _page(request, "results/boards.html", page)


@require_safe
def hands(request: HttpRequest, public_id: str) -> HttpResponse:
    page = hands_page(selectors.published_or_404(public_id), _me(request))
    return _page(request, "results/hands.html", page)


@require_safe
def board(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    page = selectors.board_page(selectors.published_or_404(public_id), key.upper(), _me(request))
    return _page(request, "results/board.html", page)


@require_safe
def replay(request: HttpRequest, public_id: str, key: str, table_board: int) -> HttpResponse:
    page = selectors.replay_page(
        selectors.published_or_404(public_id), key.upper(), table_board, _me(request)
    )
    _ask_for_verdicts(page)
    return _page(request, "results/replay.html", page)


@require_safe
def verdicts(request: HttpRequest, public_id: str, key: str, table_board: int) -> HttpResponse:
    """What the calls and cards of a replay cost, as JSON: for a page that came before it was worked out."""
    page = selectors.replay_page(selectors.published_or_404(public_id), key.upper(), table_board)
    if page.verdicts is None:
        raise Http404("Nothing is worked out for this play")
    _ask_for_verdicts(page)
    return JsonResponse(page.verdicts, headers={"Cache-Control": "no-store"})


def _ask_for_verdicts(page: selectors.ReplayPage) -> None:
    if page.verdicts is not None and not page.verdicts["ready"]:
        services.play_ask(page.play_id)


def _page(request: HttpRequest, template: str, page: object) -> HttpResponse:
    published = page.published  # type: ignore[attr-defined]
    context = {"page": page, "club": published.club, "session": published.session, "here": "results"}
    return render(request, template, context)
