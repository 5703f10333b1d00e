"""Members' pages. The pages are public. Any unpublished content gives a 404, which the selectors raise.

At a session's address, its players and the club's own people are told that results are still to come.
"""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.accounts.cookies import device_here
from clubsite.analysis.selectors.solutions import solutions_of
from clubsite.analysis.selectors.verdicts import VerdictState
from clubsite.analysis.services.plays import play_ask
from clubsite.clubs.selectors import all_clubs, club_by_slug
from clubsite.core.responses import fresh_page, public_page
from clubsite.nights.selectors.deals import deal_of
from clubsite.nights.selectors.played_as import seats_in_play
from clubsite.rankings.decorators import of_published
from clubsite.rankings.selectors.corrections import corrected, correction_period_of, corrections_of
from clubsite.rankings.selectors.published import Published, published_or_404, waiting_for
from clubsite.readers.visitor import visitor_of
from clubsite.results.selectors.boards import board_page, boards_list, boards_published, replay_page
from clubsite.results.selectors.club_pages import club_page, own_clubs, own_last, results_page
from clubsite.results.selectors.deal_proof import commitments_of, proof_page
from clubsite.results.selectors.field import field_page
from clubsite.results.selectors.leaderboard import leaderboard_of
from clubsite.results.selectors.looks import looks_at_own_boards, reads_looks
from clubsite.results.selectors.ranking import card_page, ranking_page
from clubsite.results.selectors.robots_beside import robots_beside
from games.deal_proof import PROGRAM


@fresh_page
def waiting(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return 204 while results are awaited, with a refresh once they are published. Raise Http404 for other readers."""
    if waiting_for(public_id, visitor_of(request)) is None:
        published_or_404(public_id, visitor_of(request))
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    return HttpResponse(status=204)


@public_page
def home(request: HttpRequest) -> HttpResponse:
    clubs = list(all_clubs())
    if len(clubs) == 1:
        return club(request, clubs[0].slug)
    own = next((played for own in own_clubs(visitor_of(request)) for played in own["sessions"]), None)
    own_seats = seats_in_play(device_here(request))
    context = {"clubs": clubs, "own": own, "own_seats": own_seats, "club_sign_up": settings.CLUB_SIGN_UP}
    return render(request, "clubs/clubs.html", context)


@public_page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = club_page(visitor)
    context = {"page": page, "club": visitor.club, "here": "home", "visitor": visitor, "own": own_last(visitor)}
    context["own_seats"] = seats_in_play(device_here(request))
    return render(request, "clubs/home.html", context)


@public_page
def results(request: HttpRequest, slug: str) -> HttpResponse:
    visitor = visitor_of(request).at(club_by_slug(slug))
    page = results_page(visitor, request.GET.get("year", ""))
    context = {"page": page, "club": visitor.club, "here": "results", "visitor": visitor}
    return render(request, "results/list.html", context)


@fresh_page
def me(request: HttpRequest) -> HttpResponse:
    """Show the reader's latest session at each club that knows them, or explain how a club can get to know them."""
    return render(request, "results/me.html", {"clubs": own_clubs(visitor_of(request))})


@of_published
def ranking(request: HttpRequest, published: Published) -> HttpResponse:
    """Show the ranking, and below it every board's lines to be printed if requested (`?boards=yes`)."""
    page = ranking_page(published, published.visitor.contestant, luck="luck" in request.GET)
    with_boards = request.GET.get("boards") == "yes"
    return _page(
        request,
        "results/ranking.html",
        published,
        page=page,
        robots=robots_beside(published, page.lists),
        period=correction_period_of(published.session),
        corrected=corrected(published.publication),
        every_board=boards_published(published) if with_boards else [],
        commitments=commitments_of(published.session) if with_boards else (),
    )


@public_page
def deal_proof(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitment to the seed. Once all boards may be seen, show the seed and compare the boards with it."""
    page = proof_page(public_id, visitor_of(request))
    session = page["session"]
    context = {"page": page, "club": session.club, "session": session, "here": "results", "program": PROGRAM}
    return render(request, "results/deal_proof.html", context)


@of_published
def corrections(request: HttpRequest, published: Published) -> HttpResponse:
    """Show the corrections made since the results were first published."""
    more = {"corrections": corrections_of(published), "period": correction_period_of(published.session)}
    return _page(request, "results/corrections.html", published, **more)


@of_published
def looks(request: HttpRequest, published: Published) -> HttpResponse:
    """Show a player the list of people who have looked at the cards of the player's boards."""
    reads = reads_looks(published)
    looks = looks_at_own_boards(published) if reads else []
    return _page(request, "results/looks.html", published, reads=reads, looks=looks)


@of_published
def player(request: HttpRequest, published: Published, label: str) -> HttpResponse:
    page = card_page(published, label.upper(), published.visitor.contestant)
    return _page(request, "results/player.html", published, page=page)


@of_published
def boards(request: HttpRequest, published: Published) -> HttpResponse:
    me = published.visitor.contestant
    lines = boards_list(published, me)
    page = {"published": published, "lines": lines, "mine": me in published.labels}
    page["to_play"] = [line for line in lines if line["can_be_played"]]
    return _page(request, "results/boards.html", published, page=page)


@of_published
def hands(request: HttpRequest, published: Published) -> HttpResponse:
    """Show every board whose cards are known, in order of board number, with its solution if that may be seen."""
    solutions = solutions_of(published)
    deals = {board: deal_of(published.cards[board.id]) for board in published.boards}
    records = [(board.key, deal, solutions.get(board.id)) for board, deal in deals.items() if deal.known]
    return _page(request, "results/hands.html", published, page={"published": published, "records": records})


@of_published
def board(request: HttpRequest, published: Published, key: str) -> HttpResponse:
    page = board_page(published, key.upper(), published.visitor.contestant)
    return _page(request, "results/board.html", published, page=page)


@of_published
def field(request: HttpRequest, published: Published, key: str) -> HttpResponse:
    """Show all plays of a board in one tree, and request missing analyses."""
    page = field_page(published, key.upper(), published.visitor.contestant)
    if page["state"] == VerdictState.COMING:
        for play in page["missing"]:
            play_ask(play)
    return _page(request, "results/field.html", published, page=page)


@of_published
def replay(request: HttpRequest, published: Published, key: str, table_board: int) -> HttpResponse:
    page = replay_page(published, key.upper(), table_board, published.visitor.contestant)
    _ask_for_verdicts(page)
    return _page(request, "results/replay.html", published, page=page, step=_step(request, page))


@require_safe
def verdicts(request: HttpRequest, public_id: str, key: str, table_board: int) -> HttpResponse:
    """Return the cost of a replay's calls and cards as JSON, for a page opened before the analysis was ready."""
    page = replay_page(published_or_404(public_id, visitor_of(request)), key.upper(), table_board)
    if page["verdicts"] is None:
        raise Http404("Nothing is worked out for this play")
    _ask_for_verdicts(page)
    return JsonResponse(page["verdicts"], headers={"Cache-Control": "no-store"})


def _step(request: HttpRequest, page: dict[str, Any]) -> int:
    """Return the position at which the replay opens (`?step=`). 0 is the deal; the calls, cards and the end follow.

    Alternatively, `?act=` gives the number of a call or card in the log.
    """
    act, step = request.GET.get("act", ""), request.GET.get("step", "")
    order = (page["verdicts"] or {}).get("order")
    if order and act:
        acts = [str(seq) for seq in (*order["calls"], *order["cards"])]
        return acts.index(act) + 1 if act in acts else int(page["last"])
    return min(int(step), page["last"]) if step.isdecimal() and len(step) <= 3 else 0


def _ask_for_verdicts(page: dict[str, Any]) -> None:
    if page["verdicts"] is not None and page["verdicts"]["state"] == "coming":
        play_ask(page["play_id"])


def _page(request: HttpRequest, template: str, published: Published, **more: object) -> HttpResponse:
    context = {"club": published.club, "session": published.session, "here": "results"}
    return render(request, template, {**context, **more})


@fresh_page
def leaderboard(request: HttpRequest, session_id: str, template: str = "results/leaderboard.html") -> HttpResponse:
    """Show the whole leaderboard or, with another template, only the part that changes. The page's script fetches that
    part when it is told about a change.
    """
    page = leaderboard_of(session_id, visitor_of(request))
    return render(request, template, {"page": page, "session": page["session"], "club": page["club"]})
