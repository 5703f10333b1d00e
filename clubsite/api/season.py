"""Views over many sessions: a club's series, ladder and master points, from published results only."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters
from clubsite.api import season_serializers as serializers
from clubsite.api.schema import list_in_pages
from clubsite.api.views_base import PublicView
from clubsite.clubs.selectors import club_by_slug
from clubsite.readers.visitor import ClubVisitor, Visitor
from clubsite.season.selectors.ladder import ladder_page
from clubsite.season.selectors.master_points import awards_page, names_added, points_page
from clubsite.season.selectors.series import series_for, series_heads, series_of, series_page


def _visitor(slug: str) -> ClubVisitor:
    """Return the club as an anonymous visitor may see it. The public API treats everybody as such a visitor."""
    return Visitor.as_public().at(club_by_slug(slug))


class SeriesListView(PublicView):
    @list_in_pages("series_list", parameters.PageQuery, serializers.SeriesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A club's series, newest first."""
        return self.paginated(
            series_of(_visitor(slug).require_access().club), serializers.SeriesSerializer, series_heads
        )


class SeriesView(PublicView):
    @extend_schema(operation_id="series", responses=serializers.SeriesTableSerializer)
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        """One series with its table after the published nights."""
        page = series_page(series_for(_visitor(slug).require_access().club, public_id))
        return Response(serializers.SeriesTableSerializer(page).data)


class LadderView(PublicView):
    @extend_schema(operation_id="ladder", responses=serializers.LadderSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club's ladder; 404 if the club keeps none."""
        return Response(serializers.LadderSerializer(ladder_page(_visitor(slug))).data)


class PointsView(PublicView):
    query_class = parameters.DaysQuery

    @extend_schema(operation_id="points", parameters=[parameters.DaysQuery], responses=serializers.PointsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's master points, highest first, optionally between two dates; 404 if the club awards none."""
        page = points_page(_visitor(slug), **self.query)
        return Response(serializers.PointsSerializer(page).data)


class AwardsView(PublicView):
    @list_in_pages("awards", parameters.AwardsQuery, serializers.AwardSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The awards of each night, newest night first, for a federation's secretary to copy."""
        wanted = {name: self.query.get(name) for name in ("since", "until")}
        visitor = _visitor(slug)
        awards = awards_page(visitor, **wanted, name=self.query.get("name", ""))
        return self.paginated(awards, serializers.AwardSerializer, lambda rows: names_added(rows, visitor))
