"""Doors to what runs over many nights: a club's series, ladder, master points. From published results only."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.clubs.selectors import club_by_slug
from clubsite.results.api import queries
from clubsite.results.api import season_serializers as serializers
from clubsite.results.api.doors import OpenDoor
from clubsite.results.api.schema import page_of
from clubsite.results.selectors.ladder import ladder_page
from clubsite.results.selectors.points import awards_page, points_page
from clubsite.results.selectors.series import series_for, series_of, series_page


class SeriesList(OpenDoor):
    accepts = queries.PageQuery

    @extend_schema(operation_id="series_list", **page_of(queries.PageQuery, serializers.SeriesSerializer))
    def get(self, request: Request, slug: str) -> Response:
        """A club's series, newest first."""
        return self.page(series_of(club_by_slug(slug)), serializers.SeriesSerializer, series_page)


class Series(OpenDoor):
    @extend_schema(operation_id="series", responses=serializers.SeriesTableSerializer)
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        """One series with its table as it stands after the nights that are published."""
        page = series_page(series_for(club_by_slug(slug), public_id))
        return Response(serializers.SeriesTableSerializer(page).data)


class Ladder(OpenDoor):
    @extend_schema(operation_id="ladder", responses=serializers.LadderSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's ladder; 404 where it keeps none."""
        return Response(serializers.LadderSerializer(ladder_page(club_by_slug(slug))).data)


class Points(OpenDoor):
    accepts = queries.DaysQuery

    @extend_schema(
        operation_id="points", parameters=[queries.DaysQuery], responses=serializers.PointsSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's master points, most first, from one day to another if asked; 404 where the club gives none."""
        page = points_page(club_by_slug(slug), **self.wanted)
        return Response(serializers.PointsSerializer(page).data)


class Awards(OpenDoor):
    accepts = queries.AwardsQuery

    @extend_schema(operation_id="awards", **page_of(queries.AwardsQuery, serializers.AwardSerializer))
    def get(self, request: Request, slug: str) -> Response:
        """What each night gave to whom, newest night first: what a federation's secretary copies."""
        wanted = {name: self.wanted.get(name) for name in ("since", "until")}
        awards = awards_page(club_by_slug(slug), **wanted, name=self.wanted.get("name", ""))
        return self.page(awards, serializers.AwardSerializer)
