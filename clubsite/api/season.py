"""A club's series, ladder and master points, from published results only, and teams of two and their matches."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters
from clubsite.api.schema import list_in_pages
from clubsite.api.serializers import ExactField, PercentField, ShapeSerializer
from clubsite.api.views_base import ApiView, PublicView, TokenView
from clubsite.clubs.selectors import club_by_slug
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.selectors.teams import TeamMatch, TeamRow, TeamTable, matches_of, team_tables
from clubsite.rankings.selectors.travellers import session_for_token
from clubsite.rankings.services.teams import teams_so_far
from clubsite.readers.visitor import ClubVisitor, Visitor
from clubsite.season.selectors.series import series_for, series_heads, series_page
from clubsite.season.selectors.standings import awards_page, ladder_page, names_added, points_page
from scoring.figures import fixed_text


class SeriesSerializer(serializers.Serializer):
    """A series of nights whose results are counted together."""

    id = serializers.CharField(source="series.public_id")
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="series.name")
    prize = serializers.CharField(source="series.prize", help_text="In the club's own words; empty if there is none")
    nights = serializers.IntegerField(source="rules.sessions", help_text="How many it has")
    best = serializers.IntegerField(source="rules.counting", help_text="How many of them count")
    figure = serializers.CharField(
        source="rules.figure",
        help_text="What `score` is: the mean `percentage`, the mean `imps_a_board`, or all `imps` added up",
    )
    held = serializers.IntegerField(help_text="Nights that count by now: published, and scored as the others")
    sessions = serializers.SerializerMethodField()

    def get_sessions(self, page: Any) -> list[str | None]:
        """The session of each night; null if the night is still to come or its session is not published."""
        return [column.session.public_id if column.published else None for column in page.columns]


@extend_schema_serializer(component_name="SeriesNight")
class SeriesColumnSerializer(serializers.Serializer):
    percentage = PercentField(allow_null=True, help_text="Null where the series goes by IMPs")
    score = ExactField(allow_null=True, help_text="The night in the series' `figure`")
    state = serializers.CharField(help_text="`counted`, `dropped`, or `none` where somebody did not play")
    substitute = serializers.CharField(help_text="Who sat in the player's place")


class SeriesRowSerializer(serializers.Serializer):
    place = serializers.CharField(source="place.place")
    name = serializers.CharField()
    percentage = PercentField(
        allow_null=True, help_text="The mean of the nights that count; null where the series goes by IMPs"
    )
    percentage_exact = ExactField(source="percentage", allow_null=True, help_text="The same unrounded")
    score = ExactField(source="place.score", help_text="The nights that count, in the series' `figure`")
    missing = serializers.IntegerField(source="place.missing", help_text="Nights still needed to be placed")
    out = serializers.BooleanField(source="place.out", help_text="Not enough nights are left for a place")
    nights = SeriesColumnSerializer(many=True, source="cells")


class SeriesTableSerializer(SeriesSerializer):
    """A series with its table after the published nights."""

    rows = SeriesRowSerializer(many=True)


class RungSerializer(serializers.Serializer):
    place = serializers.CharField(
        source="rung.place", help_text="Empty for somebody who has not played enough sessions yet"
    )
    name = serializers.CharField()
    percentage = PercentField(source="rung.average")
    percentage_exact = ExactField(source="rung.average")
    grade = serializers.CharField(help_text="Of the club's own scale; empty without one, and below it")
    sessions = serializers.IntegerField(source="rung.sessions", help_text="Sessions that count")
    played = serializers.IntegerField(source="rung.played", help_text="Sessions played in all")
    climbed = serializers.IntegerField(
        source="rung.climbed", allow_null=True, help_text="Rungs since the session before; null: new"
    )


class LadderSerializer(serializers.Serializer):
    """A club's ladder after its published sessions since a given date."""

    club = serializers.CharField(source="club.slug")
    since = serializers.DateField(source="ladder.since")
    sessions = serializers.IntegerField()
    rows = serializers.SerializerMethodField()

    @extend_schema_field(RungSerializer(many=True))
    def get_rows(self, page: Any) -> Any:
        """Return the rows, best first. Rows without a place come at the end."""
        rungs = [
            {"rung": rung, "name": name, "grade": page.rules.grade(rung.average) if rung.place else ""}
            for rung, name in page.placed + page.waiting
        ]
        return RungSerializer(rungs, many=True).data


@extend_schema_field({"type": "string", "pattern": r"^-?\d+(\.\d+)?$", "example": "0.40"})
class AwardField(serializers.Field):
    """A field that turns a pair (points, decimals of the scheme) into text such as "0.40"."""

    def to_representation(self, value: Any) -> str:
        return fixed_text(*value)


class PointsRowSerializer(serializers.Serializer):
    place = serializers.CharField(help_text="`1`, `2=`")
    name = serializers.CharField()
    points = AwardField(source="shown", help_text="With the scheme's decimals")
    points_exact = ExactField(source="total", help_text="Tied places share, so that there may be more of them")
    sessions = serializers.IntegerField(help_text="Sessions played")
    best_exact = ExactField(source="best", help_text="The most of one session")


class PointsSerializer(serializers.Serializer):
    """Master points from a club's published sessions between two dates."""

    club = serializers.CharField(source="club.slug")
    scheme = serializers.CharField(source="scheme.name", help_text="`abf_club_e` and so on, or the club's `own`")
    approximate = serializers.BooleanField(source="scheme.approximate", help_text="Until the club has its own table")
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True, help_text="The day that was asked for")
    sessions = serializers.IntegerField()
    rows = PointsRowSerializer(many=True, help_text="Most first")


class AwardSerializer(serializers.Serializer):
    session = serializers.CharField(source="award.session.public_id", help_text="For addresses")
    date = serializers.DateField(source="award.session.date")
    session_name = serializers.CharField(source="award.session.name")
    name = serializers.CharField(help_text="Of the player; each of a pair has a line")
    place = serializers.CharField(source="award.place", help_text="In the list that was ranked: `1`, `2=`")
    points = AwardField(source="award.shown", help_text="With the scheme's decimals")
    points_exact = ExactField(source="award.points")


def _visitor(slug: str) -> ClubVisitor:
    """Return the club as an anonymous visitor may see it. The public API treats everybody as such a visitor."""
    return Visitor.as_public().at(club_by_slug(slug))


class SeriesListView(PublicView):
    @list_in_pages("series_list", parameters.PageQuery, SeriesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A club's series, newest first."""
        return self.paginated(_visitor(slug).require_access().club.series.all(), SeriesSerializer, series_heads)


class SeriesView(PublicView):
    @extend_schema(operation_id="series", responses=SeriesTableSerializer)
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        """One series with its table after the published nights."""
        page = series_page(series_for(_visitor(slug).require_access().club, public_id))
        return Response(SeriesTableSerializer(page).data)


class LadderView(PublicView):
    @extend_schema(operation_id="ladder", responses=LadderSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's ladder; 404 if the club keeps none."""
        return Response(LadderSerializer(ladder_page(_visitor(slug))).data)


class PointsView(PublicView):
    query_class = parameters.DaysQuery

    @extend_schema(operation_id="points", parameters=[parameters.DaysQuery], responses=PointsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's master points, highest first, optionally between two dates; 404 if the club awards none."""
        return Response(PointsSerializer(points_page(_visitor(slug), **self.query)).data)


class AwardsView(PublicView):
    @list_in_pages("awards", parameters.AwardsQuery, AwardSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The awards of each night, newest night first, for a federation's secretary to copy."""
        visitor = _visitor(slug)
        return self.paginated(
            awards_page(visitor, **self.query), AwardSerializer, lambda rows: names_added(rows, visitor)
        )


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


TABLES: dict[str, Any] = {"parameters": [parameters.SectionQuery], "responses": TeamTableSerializer(many=True)}


class _Tables(ApiView):
    query_class = parameters.SectionQuery

    def tables(self, tables: list[TeamTable]) -> Response:
        wanted = [table for table in tables if self.query.get("section") in (None, table.section)]
        return Response(TeamTableSerializer(wanted, many=True).data)


class _Matches(ApiView):
    def matches(self, tables: list[TeamTable]) -> Response:
        return self.paginated(matches_of(tables, **self.query), TeamMatchSerializer)


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
