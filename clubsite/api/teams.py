"""Views of teams of two and their matches: published matches and, with a token, a session's matches so far."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters
from clubsite.api import team_serializers as serializers
from clubsite.api.schema import list_in_pages
from clubsite.api.views_base import ApiView, PublicView, TokenView
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.selectors.teams import TeamTable, matches_of, team_tables
from clubsite.rankings.selectors.travellers import session_for_token
from clubsite.rankings.services.teams import teams_so_far

TABLES: dict[str, Any] = {
    "parameters": [parameters.SectionQuery],
    "responses": serializers.TeamTableSerializer(many=True),
}


class _Tables(ApiView):
    query_class = parameters.SectionQuery

    def tables(self, found: list[TeamTable]) -> Response:
        wanted = [table for table in found if self.query.get("section") in (None, table.section)]
        return Response(serializers.TeamTableSerializer(wanted, many=True).data)


class _Matches(ApiView):
    def matches(self, found: list[TeamTable]) -> Response:
        wanted = {name: self.query.get(name) for name in ("section", "team", "round")}
        return self.paginated(matches_of(found, **wanted), serializers.TeamMatchSerializer)


class TeamsView(_Tables, PublicView):
    @extend_schema(operation_id="teams", **TABLES)
    def get(self, request: Request, public_id: str) -> Response:
        """The table of every section that was played by teams of two; an empty list for any other session."""
        return self.tables(team_tables(published_or_404(public_id)))


class MatchesView(_Matches, PublicView):
    @list_in_pages("matches", parameters.MatchesQuery, serializers.TeamMatchSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every match, by section and round."""
        return self.matches(team_tables(published_or_404(public_id)))


class OwnTeamsView(_Tables, TokenView):
    @extend_schema(operation_id="night_teams", **TABLES)
    def get(self, request: Request, public_id: str) -> Response:
        """The team tables from the scores so far."""
        return self.tables(teams_so_far(session_for_token(self.token, public_id)))


class OwnMatchesView(_Matches, TokenView):
    @list_in_pages("night_matches", parameters.MatchesQuery, serializers.TeamMatchSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every match with at least one board scored at both tables, by section and round."""
        return self.matches(teams_so_far(session_for_token(self.token, public_id)))
