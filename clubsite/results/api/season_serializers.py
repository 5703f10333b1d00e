"""What the API writes of series and ladders."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubsite.results.api.serializers import ExactField, PercentField


class SeriesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Nights that are counted together."""

    id = serializers.CharField(source="series.public_id")
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="series.name")
    nights = serializers.IntegerField(source="rules.nights", help_text="How many it has")
    best = serializers.IntegerField(source="rules.counting", help_text="How many of them count")
    figure = serializers.CharField(
        source="rules.figure",
        help_text="What `score` is: the mean `percentage`, the mean `imps_a_board`, or all `imps` added up",
    )
    held = serializers.IntegerField(help_text="Nights that count by now: published, and scored as the others")
    sessions = serializers.SerializerMethodField()

    def get_sessions(self, page: Any) -> list[str | None]:
        """The session of each night; null while it is to come or not published."""
        return [night.session.public_id if night.published else None for night in page.nights]


class SeriesNightSerializer(serializers.Serializer):  # type: ignore[type-arg]
    percentage = PercentField(allow_null=True, help_text="Null where the series goes by IMPs")
    score = ExactField(allow_null=True, help_text="The night in the series' `figure`")
    state = serializers.CharField(help_text="`counted`, `dropped`, or `none` where somebody did not play")
    substitute = serializers.CharField(help_text="Who sat in the player's place")


class SeriesRowSerializer(serializers.Serializer):  # type: ignore[type-arg]
    place = serializers.CharField(source="place.place")
    name = serializers.CharField()
    percentage = PercentField(
        allow_null=True, help_text="The mean of the nights that count; null where the series goes by IMPs"
    )
    percentage_exact = ExactField(source="percentage", allow_null=True, help_text="The same unrounded")
    score = ExactField(source="place.score", help_text="The nights that count, in the series' `figure`")
    missing = serializers.IntegerField(source="place.missing", help_text="Nights still needed to be placed")
    out = serializers.BooleanField(source="place.out", help_text="Not enough nights are left for a place")
    nights = SeriesNightSerializer(many=True, source="cells")


class SeriesTableSerializer(SeriesSerializer):
    """A series with its table after the nights that are published."""

    rows = SeriesRowSerializer(many=True)


class RungSerializer(serializers.Serializer):  # type: ignore[type-arg]
    place = serializers.CharField(
        source="rung.place", help_text="Empty for somebody who has not played enough sessions yet"
    )
    name = serializers.CharField()
    percentage = PercentField(source="rung.average")
    percentage_exact = ExactField(source="rung.average")
    sessions = serializers.IntegerField(source="rung.sessions", help_text="Sessions that count")
    played = serializers.IntegerField(source="rung.played", help_text="Sessions played in all")
    climbed = serializers.IntegerField(
        source="rung.climbed", allow_null=True, help_text="Rungs since the session before; null: new"
    )


class LadderSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A club's ladder after its published sessions since a day."""

    club = serializers.CharField(source="club.slug")
    since = serializers.DateField(source="ladder.since")
    sessions = serializers.IntegerField()
    rows = serializers.SerializerMethodField()

    @extend_schema_field(RungSerializer(many=True))
    def get_rows(self, page: Any) -> Any:
        """Best first; those without a place last."""
        rungs = [{"rung": rung, "name": name} for rung, name in page.placed + page.waiting]
        return RungSerializer(rungs, many=True).data
