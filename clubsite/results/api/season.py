"""Doors to what runs over many nights: a club's series, its ladder. From published results only."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.clubs.selectors import club_by_slug
from clubsite.results.api import queries
from clubsite.results.api import season_serializers as serializers
from clubsite.results.api.doors import OpenDoor
from clubsite.results.api.schema import page_of
from clubsite.results.selectors.ladder import ladder_page
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
