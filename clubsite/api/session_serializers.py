"""Serializers for a club's own sessions, for its programs."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from clubsite.api.fields import ExactField
from clubsite.api.serializers import ScoringSerializer
from clubsite.nights.models import Session
from clubsite.rankings.selectors.settings import settings_of


@extend_schema_serializer(component_name="Night")
class OwnSessionSerializer(serializers.Serializer):
    """A session of the token's club, published or not."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField()
    date = serializers.DateField()
    status = serializers.CharField(help_text="`draft`, `running`, `paused` or `ended`")
    players = serializers.IntegerField()
    boards_per_round = serializers.IntegerField()
    method = serializers.SerializerMethodField(help_text="`match_points`, `cross_imps` or `butler`")
    scoring = serializers.SerializerMethodField()

    def get_method(self, session: Session) -> str:
        return settings_of(session).method

    @extend_schema_field(ScoringSerializer)
    def get_scoring(self, session: Session) -> Any:
        return ScoringSerializer(settings_of(session)).data


@extend_schema_serializer(component_name="NightScore")
class OwnScoreSerializer(serializers.Serializer):
    """A board at a table and its current score. It includes neither cards nor the lead, because somebody may still
    play the board.
    """

    table_board = serializers.IntegerField()
    section = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(source="row.table.number")
    board = serializers.IntegerField()
    state = serializers.CharField(source="row.state", help_text="`waiting`, `live`, `finished` or `unplayed`")
    ns = serializers.IntegerField(source="row.ns.number", help_text="Number of the contestant who sits South")
    ew = serializers.IntegerField(source="row.ew.number", help_text="Number of the one who sits North")
    south = serializers.CharField()
    north = serializers.CharField()
    revision = serializers.IntegerField(help_text="Changes with every score; 0 before the first")
    status = serializers.CharField(source="result.status", allow_null=True, default=None)
    contract = serializers.CharField(source="result.contract", default="")
    declarer = serializers.CharField(source="result.declarer", default="")
    tricks = serializers.IntegerField(source="result.tricks", allow_null=True, default=None)
    ns_score = serializers.IntegerField(source="result.ns_score", allow_null=True, default=None)
    artificial = serializers.CharField(source="result.ruling", default="")
    group = serializers.CharField(source="result.group", default="")
    ns_mp = ExactField(source="points.ns", allow_null=True, default=None)
    withheld = serializers.CharField(
        help_text="Why the score is not told, as of a board that the token’s maker has still to play; else empty"
    )
    ew_mp = ExactField(source="points.ew", allow_null=True, default=None)
