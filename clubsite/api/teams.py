"""Teams of two and their matches: published matches and, with a token, a session's matches so far."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters
from clubsite.api.fields import ExactField, ShapeSerializer
from clubsite.api.schema import list_in_pages
from clubsite.api.views_base import ApiView, PublicView, TokenView
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.selectors.teams import TeamMatch, TeamRow, TeamTable, matches_of, team_tables
from clubsite.rankings.selectors.travellers import session_for_token
from clubsite.rankings.services.teams import teams_so_far


class TeamRowSerializer(ShapeSerializer):
    """A team's row in the table of its section."""

    shape = TeamRow
    served = {
        "place": "`1`, `2=`: by victory points",
        "team": "Its number; of T teams the contestants 1 and T + 1 are team 1",
        "team_name": "Its own, as a director typed it; empty without one",
        "name": "Of both, as they may be shown today",
        "vps": "Victory points of all matches",
        "played": "Matches",
        "won": "",
        "drawn": "",
        "lost": "",
        "byes": "12 VPs each: the other team lacked a player",
        "imps": ExactField(source="net", help_text="Net IMPs of all matches"),
    }


class TeamTableSerializer(serializers.Serializer):
    section = serializers.CharField()
    rows = TeamRowSerializer(many=True, help_text="Best first")


class TeamMatchSerializer(ShapeSerializer):
    """The match between two teams, at both their tables."""

    shape = TeamMatch
    served = {
        "section": "",
        "round": "Null where a match's two tables are in two rounds (American whist)",
        "first": "Number of the first team",
        "second": "Of the other",
        "first_name": "Of both players of the first team",
        "second_name": "Of the other's",
        "first_team_name": "The first team's own; empty without one",
        "second_team_name": "The other's",
        "boards": "Boards that were scored at both tables",
        "imps": ExactField(source="net", help_text="Net of the first team"),
        "first_vps": "Victory points of the first team",
        "second_vps": "Of the other",
    }


TABLES: dict[str, Any] = {
    "parameters": [parameters.SectionQuery],
    "responses": TeamTableSerializer(many=True),
}


class _Tables(ApiView):
    query_class = parameters.SectionQuery

    def tables(self, found: list[TeamTable]) -> Response:
        wanted = [table for table in found if self.query.get("section") in (None, table.section)]
        return Response(TeamTableSerializer(wanted, many=True).data)


class _Matches(ApiView):
    def matches(self, found: list[TeamTable]) -> Response:
        wanted = {name: self.query.get(name) for name in ("section", "team", "round")}
        return self.paginated(matches_of(found, **wanted), TeamMatchSerializer)


class TeamsView(_Tables, PublicView):
    @extend_schema(operation_id="teams", **TABLES)
    def get(self, request: Request, public_id: str) -> Response:
        """The table of every section that was played by teams of two; an empty list for any other session."""
        return self.tables(team_tables(published_or_404(public_id)))


class MatchesView(_Matches, PublicView):
    @list_in_pages("matches", parameters.MatchesQuery, TeamMatchSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every match, by section and round."""
        return self.matches(team_tables(published_or_404(public_id)))


class OwnTeamsView(_Tables, TokenView):
    @extend_schema(operation_id="night_teams", **TABLES)
    def get(self, request: Request, public_id: str) -> Response:
        """The team tables from the scores so far."""
        return self.tables(teams_so_far(session_for_token(self.token, public_id)))


class OwnMatchesView(_Matches, TokenView):
    @list_in_pages("night_matches", parameters.MatchesQuery, TeamMatchSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every match with at least one board scored at both tables, by section and round."""
        return self.matches(teams_so_far(session_for_token(self.token, public_id)))
