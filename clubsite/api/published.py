"""Views of published results (docs/api.md). Each calls one selector, which raises Http404 if nothing is found."""

from typing import Any

from django.http import Http404
from django.utils.timezone import override
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters, serializers
from clubsite.api.schema import list_in_pages
from clubsite.api.views_base import PublicView
from clubsite.clubs.selectors import club_by_slug, clubs_named
from clubsite.clubs.time_zones import zone_of
from clubsite.rankings.selectors.published import listed_session_or_404, published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.selectors.travellers import published_lines
from clubsite.readers.visitor import Visitor
from clubsite.results.selectors.boards import board_page, boards_list, replay_page
from clubsite.results.selectors.club_pages import sessions_published
from clubsite.results.selectors.deal_proof import proof_page


class ClubsView(PublicView):
    @list_in_pages("clubs", parameters.ClubsQuery, serializers.ClubSerializer)
    def get(self, request: Request) -> Response:
        """The clubs on the site, by name."""
        return self.paginated(clubs_named(**self.query), serializers.ClubSerializer)


class ClubView(PublicView):
    @extend_schema(operation_id="club", responses=serializers.ClubSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """One club."""
        return Response(serializers.ClubSerializer(club_by_slug(slug)).data)


class SessionsView(PublicView):
    @list_in_pages("sessions", parameters.AllSessionsQuery, serializers.SessionSerializer)
    def get(self, request: Request) -> Response:
        """Published sessions of all clubs, newest first."""
        slug = self.query.pop("club", "")
        rows = sessions_published(club=club_by_slug(slug) if slug else None, **self.query)
        return self.paginated(rows, serializers.SessionSerializer)


class ClubSessionsView(PublicView):
    @list_in_pages("club_sessions", parameters.SessionsQuery, serializers.SessionSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A club's published sessions, newest first."""
        rows = sessions_published(club=club_by_slug(slug), **self.query)
        return self.paginated(rows, serializers.SessionSerializer)


class SessionView(PublicView):
    @extend_schema(operation_id="session", responses=serializers.SessionSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """One published session, in its current version."""
        return Response(serializers.SessionSerializer(listed_session_or_404(public_id)).data)


class RankingView(PublicView):
    query_class = parameters.RankingQuery

    @extend_schema(
        operation_id="ranking",
        parameters=[parameters.RankingQuery],
        responses=serializers.RankListSerializer(many=True),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All rankings of the session."""
        lists = rankings_published(published_or_404(public_id))
        wanted = [ranking for ranking in lists if self.query.get("line") in (None, ranking.direction)]
        return Response(serializers.RankListSerializer(wanted, many=True).data)


class TravellersView(PublicView):
    @list_in_pages("travellers", parameters.LinesQuery, serializers.LineSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every line on every board, by board and table, as data for a spreadsheet."""
        rows = published_lines(published_or_404(public_id), **self.query)
        return self.paginated(rows, serializers.LineSerializer)


class DealProofView(PublicView):
    @extend_schema(operation_id="deal_proof", responses=serializers.DealProofSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """How the session's boards were dealt: the commitment, before and after the session, and the seed once
        every board of its set may be seen by everybody.
        """
        page = proof_page(public_id, Visitor.as_public())
        with override(zone_of(page["session"].club)):
            return Response(serializers.DealProofSerializer(page["proofs"], many=True).data)


class BoardsView(PublicView):
    @list_in_pages("boards", parameters.PageQuery, serializers.BoardSummarySerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """A summary of every board, by number."""
        rows = boards_list(published_or_404(public_id))
        return self.paginated(rows, serializers.BoardSummarySerializer)


class BoardView(PublicView):
    @extend_schema(operation_id="board", responses=serializers.BoardSerializer)
    def get(self, request: Request, public_id: str, key: str) -> Response:
        """One board: its deal, its traveller with the best score for South first, and its solution."""
        page = board_page(published_or_404(public_id), key)
        return Response(serializers.BoardSerializer(page).data)


class PlayView(PublicView):
    @extend_schema(operation_id="play", responses=serializers.ReplaySerializer)
    def get(self, request: Request, public_id: str, key: str, table_board: int) -> Response:
        """A play that took place on the site, call by call and card by card."""
        page: Any = replay_page(published_or_404(public_id), key, table_board)
        return Response(serializers.ReplaySerializer(page).data)


class NoSuchAddress(PublicView):
    schema = None

    def get(self, request: Request, rest: str = "") -> Response:
        """Any other address: a 404 in the same form as every other refusal."""
        raise Http404("There is nothing at this address. See /api/v1/docs/.")

    put = post = patch = delete = get

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise Http404, whatever was requested."""
