"""What the read-only API writes. Exact fractions travel as "num/den", percentages also rounded for people."""

from typing import Any

from rest_framework import serializers

from scoring.figures import percent_text


class ExactField(serializers.Field):  # type: ignore[type-arg]
    """A Fraction as "num/den"."""

    def to_representation(self, value: Any) -> str:
        return f"{value.numerator}/{value.denominator}"


class PercentField(serializers.Field):  # type: ignore[type-arg]
    """A Fraction between 0 and 100 as "56.48"."""

    def to_representation(self, value: Any) -> str:
        return percent_text(value)


class ClubSerializer(serializers.Serializer):  # type: ignore[type-arg]
    slug = serializers.CharField()
    name = serializers.CharField()
    venue = serializers.CharField()


class SessionSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Of a Published."""

    id = serializers.CharField(source="session.public_id")
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="session.name")
    date = serializers.DateField(source="session.date")
    version = serializers.IntegerField(source="publication.version")
    published_at = serializers.DateTimeField(source="publication.at")
    winners = serializers.SerializerMethodField()
    boards = serializers.ListField(source="board_numbers")

    def get_winners(self, published: Any) -> int:
        return 2 if published.two_winners else 1


class RankRowSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """`robot`: it filled an odd field and has no place."""

    place = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    match_points = ExactField(source="won")
    possible = ExactField()
    percentage = PercentField()
    percentage_exact = ExactField(source="percentage")
    factored = ExactField()
    robot = serializers.BooleanField()


class RankListSerializer(serializers.Serializer):  # type: ignore[type-arg]
    line = serializers.CharField()
    title = serializers.CharField()
    rows = RankRowSerializer(many=True)


class ScoreSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A line of a traveller; `ns_score` is from South's side."""

    table = serializers.IntegerField()
    round = serializers.IntegerField()
    south = serializers.CharField()
    north = serializers.CharField()
    status = serializers.CharField()
    contract = serializers.CharField()
    declarer = serializers.CharField()
    lead = serializers.CharField()
    tricks = serializers.IntegerField()
    ns_score = serializers.IntegerField()
    artificial = serializers.CharField()
    ns_mp = ExactField()
    ew_mp = ExactField()
    top = serializers.IntegerField()
    table_board = serializers.IntegerField()
    replay = serializers.BooleanField()
    to_par = serializers.IntegerField()


class BoardSummarySerializer(serializers.Serializer):  # type: ignore[type-arg]
    number = serializers.IntegerField()
    dealer = serializers.CharField(source="board.dealer")
    vulnerability = serializers.CharField(source="board.vulnerability")
    played = serializers.IntegerField(source="plays")
    best_for_south = serializers.IntegerField(source="best")
    best_for_north = serializers.IntegerField(source="worst")


class DealSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Cards suit first; east and west are the dummies' sequences (SOLO-3)."""

    north = serializers.CharField(source="board.north")
    east = serializers.CharField(source="board.east")
    south = serializers.CharField(source="board.south")
    west = serializers.CharField(source="board.west")


class BoardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    number = serializers.IntegerField()
    dealer = serializers.CharField(source="deal.board.dealer")
    vulnerability = serializers.CharField(source="deal.board.vulnerability")
    top = serializers.IntegerField()
    deal = DealSerializer()
    traveller = ScoreSerializer(many=True, source="scores")
    solution = serializers.SerializerMethodField()

    def get_solution(self, page: Any) -> dict[str, Any] | None:
        """Only of a board that is closed (the page holds none otherwise)."""
        found = page.solution
        if found is None:
            return None
        par = {"ns_score": found.points, "contracts": found.contracts, "line": found.line}
        return {"tricks": found.values, "par": par}


class ReplaySerializer(serializers.Serializer):  # type: ignore[type-arg]
    number = serializers.IntegerField()
    score = ScoreSerializer()
    play = serializers.JSONField(source="frames")
