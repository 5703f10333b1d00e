"""Read-only JSON of what is published (docs/api.md). Each door asks one selector, which raises 404."""

from typing import Any

from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.clubs.selectors import club_by_slug
from clubsite.results import selectors, serializers


@api_view(["GET"])
def clubs(request: Request) -> Response:
    return Response(serializers.ClubSerializer(selectors.home_page(), many=True).data)


@api_view(["GET"])
def sessions(request: Request, slug: str) -> Response:
    published = selectors.published_sessions(club_by_slug(slug))
    return Response(serializers.SessionSerializer(published, many=True).data)


@api_view(["GET"])
def session(request: Request, public_id: str) -> Response:
    return Response(serializers.SessionSerializer(selectors.published_or_404(public_id)).data)


@api_view(["GET"])
def ranking(request: Request, public_id: str) -> Response:
    page = selectors.ranking_page(selectors.published_or_404(public_id))
    return Response(serializers.RankListSerializer(page.lists, many=True).data)


@api_view(["GET"])
def boards(request: Request, public_id: str) -> Response:
    page = selectors.boards_page(selectors.published_or_404(public_id))
    return Response(serializers.BoardSummarySerializer(page.lines, many=True).data)


@api_view(["GET"])
def board(request: Request, public_id: str, number: int) -> Response:
    page = selectors.board_page(selectors.published_or_404(public_id), number)
    return Response(serializers.BoardSerializer(page).data)


@api_view(["GET"])
def replay(request: Request, public_id: str, number: int, table_board: int) -> Response:
    page: Any = selectors.replay_page(selectors.published_or_404(public_id), number, table_board)
    return Response(serializers.ReplaySerializer(page).data)
