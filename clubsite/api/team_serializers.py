"""Serializers for teams of two."""

from rest_framework import serializers

from clubsite.api.fields import ExactField


class TeamRowSerializer(serializers.Serializer):
    place = serializers.CharField(help_text="`1`, `2=`: by victory points")
    team = serializers.IntegerField(help_text="Its number; of T teams the contestants 1 and T + 1 are team 1")
    team_name = serializers.CharField(help_text="Its own, as a director typed it; empty without one")
    name = serializers.CharField(help_text="Of both, as they may be shown today")
    vps = ExactField(help_text="Victory points of all matches")
    played = serializers.IntegerField(help_text="Matches")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    byes = serializers.IntegerField(help_text="12 VPs each: the other team lacked a player")
    imps = ExactField(source="net", help_text="Net IMPs of all matches")


class TeamTableSerializer(serializers.Serializer):
    section = serializers.CharField()
    rows = TeamRowSerializer(many=True, help_text="Best first")


class TeamMatchSerializer(serializers.Serializer):
    """The match between two teams, at both their tables."""

    section = serializers.CharField()
    round = serializers.IntegerField(
        allow_null=True, help_text="Null where a match's two tables are in two rounds (American whist)"
    )
    first = serializers.IntegerField(help_text="Number of the first team")
    second = serializers.IntegerField(help_text="Of the other")
    first_name = serializers.CharField(help_text="Of both players of the first team")
    second_name = serializers.CharField(help_text="Of the other's")
    first_team_name = serializers.CharField(help_text="The first team's own; empty without one")
    second_team_name = serializers.CharField(help_text="The other's")
    boards = serializers.IntegerField(help_text="Boards that were scored at both tables")
    imps = ExactField(source="net", help_text="Net of the first team")
    first_vps = ExactField(help_text="Victory points of the first team")
    second_vps = ExactField(help_text="Of the other")
