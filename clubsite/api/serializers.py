"""Serializers for published results: clubs, sessions, rankings, travellers, boards and plays."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import fields
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from django.utils.timezone import localtime
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers

from clubsite.clubs.time_zones import zone_of
from scoring.figures import percent_text
from scoring.session_scores import RankingRow
from scoring.settings import ScoringSettings


@extend_schema_field({"type": "string", "pattern": r"^-?\d+/\d+$", "example": "113/2"})
class ExactField(serializers.Field):
    """A serializer field for a Fraction, written as "num/den"."""

    def to_representation(self, value: Any) -> str:
        return f"{value.numerator}/{value.denominator}"


@extend_schema_field({"type": "string", "pattern": r"^-?\d+\.\d\d$", "example": "56.48"})
class PercentField(serializers.Field):
    """A serializer field for a Fraction between 0 and 100, written as "56.48"."""

    def to_representation(self, value: Any) -> str:
        return percent_text(value)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}], "example": 7})
class TableField(serializers.Field):
    """A serializer field for a table's number, or a label such as "B7" if there are several sections."""

    def to_representation(self, value: Any) -> int | str:
        return value if isinstance(value, int) else str(value)


KINDS: dict[Any, Callable[..., serializers.Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    Fraction: ExactField,
    int | None: partial(serializers.IntegerField, allow_null=True),
    Fraction | None: partial(ExactField, allow_null=True),
}


class ShapeSerializer(serializers.Serializer):
    """A serializer for a dataclass. `served` lists its fields in order, each with its text for the description.

    A field is served according to its type, unless `served` has a serializer field for it.
    """

    shape: ClassVar[type]
    served: ClassVar[Mapping[str, str | serializers.Field]]

    def get_fields(self) -> dict[str, serializers.Field]:
        kinds = {field.name: KINDS.get(field.type) for field in fields(self.shape)}
        own_fields: dict[str, serializers.Field] = {}
        for name, what in self.served.items():
            kind = kinds.get(name)
            if isinstance(what, serializers.Field):
                own_fields[name] = deepcopy(what)
            elif kind is not None:
                own_fields[name] = kind(**{"help_text": what} if what else {})
        return own_fields


class ClubSerializer(serializers.Serializer):
    slug = serializers.CharField(help_text="Its short name in addresses")
    name = serializers.CharField()
    venue = serializers.CharField()


class ScoringSerializer(ShapeSerializer):
    """How a session is scored. Settings that do not apply to its `method` are included but have no effect."""

    shape = ScoringSettings
    served = {
        "fewer_results": "A board with fewer results than others: `neuberg`, `factoring` or `own_top`",
        "tiny_groups": "One to three results have set percentages",
        "rounding": "Of a board: `exact`, `tenth` or `tenth_to_average`",
        "points": "How sites show match points: `two_one` or `one_half`. Here they are always 2 and 1",
        "field": "Boards are compared in the whole `session` or in the `section`",
        "sections": "They are ranked `apart` or `together`",
        "imp_divisor": "Of cross-IMPs: `field`, `mean`, `sum` or `results`",
        "butler_trim": "Scores dropped at each end before Butler’s datum",
        "sit_outs": "Totals of IMPs are `factored` to the full session or `raw`",
        "ties": "The first place is `shared`, or `split` for a trophy",
        "carry_over": "How many sessions like this one the earlier result is worth; 0: none",
    }


class SessionSerializer(serializers.Serializer):
    """A published session."""

    id = serializers.CharField(source="session.public_id", help_text="For addresses")
    club = serializers.CharField(source="club.slug", help_text="The club's `slug`")
    name = serializers.CharField(source="session.name")
    date = serializers.DateField(source="session.date")
    version = serializers.IntegerField(
        source="publication.version", help_text="Grows when the director publishes a correction"
    )
    published_at = serializers.SerializerMethodField(help_text="In the club's own time zone")
    method = serializers.CharField(read_only=True, help_text="`match_points`, `cross_imps` or `butler`")
    scoring = ScoringSerializer(source="settings", read_only=True)
    winners = serializers.IntegerField(read_only=True, help_text="2: South and North players are ranked apart")
    boards = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of the boards")

    @extend_schema_field(OpenApiTypes.DATETIME)
    def get_published_at(self, published: Any) -> str:
        return localtime(published.publication.at, zone_of(published.club)).isoformat()


class RankRowSerializer(ShapeSerializer):
    """A row of a ranking. `robot` marks a robot that filled an odd field and has no place."""

    shape = RankingRow
    served = {
        "place": serializers.CharField(source="place_text", help_text="`1`, `2=`; empty without a board that counts"),
        "number": "The contestant's number on the night",
        "label": "The number as it is shown: `7`, or `B7` of several sections",
        "name": "As it may be shown today",
        "match_points": ExactField(source="won", help_text="Won"),
        "possible": ExactField(help_text="Without boards not played and sit-outs"),
        "boards": "On how many boards the contestant could win points",
        "percentage": PercentField(allow_null=True, help_text="Rounded once, to two decimals"),
        "percentage_exact": ExactField(source="percentage", allow_null=True, help_text="The same unrounded"),
        "factored": "Match points as they would be without sit-outs",
        "mean": "IMPs a board, where the session is scored by IMPs",
        "penalty": "What the director took away; less than 0: gave",
        "carried": "What carry-over from an earlier session added",
        "robot": "It filled an odd field, and has no place",
    }


class RankListSerializer(serializers.Serializer):
    line = serializers.CharField(source="direction", help_text="`NS` (South players), `EW` (North players), or `ALL`")
    title = serializers.CharField()
    rows = RankRowSerializer(many=True)


class _Line(serializers.Serializer):
    table = TableField(help_text="Its number; text, `B7`, where there are several sections")
    round = serializers.IntegerField()
    south = serializers.CharField()
    north = serializers.CharField()
    status = serializers.CharField(
        source="result.status",
        help_text="`played`, `passed_out`, `not_played`, `late`, `artificial`, `assigned`, `fouled`",
    )
    contract = serializers.CharField(source="result.contract", help_text="`4S`, `3N`, `5CX`, `PASS`")
    declarer = serializers.CharField(
        source="result.declarer", help_text="`S` or `N`; at a four-handed table `E` or `W` too"
    )
    lead = serializers.CharField(source="result.lead", help_text="Suit first: `H7`")
    tricks = serializers.IntegerField(source="result.tricks", allow_null=True, help_text="Declarer's")
    ns_score = serializers.IntegerField(
        source="result.ns_score", allow_null=True, help_text="From South's side: `-100` is 100 to North"
    )
    artificial = serializers.CharField(source="result.ruling", help_text="`A6040`: 60 % to South, 40 % to North")
    group = serializers.CharField(
        source="result.group",
        help_text="Of a fouled board: the lines with the same `group` are compared; empty otherwise",
    )
    ns_mp = ExactField(source="points.ns", allow_null=True, help_text="South's match points")
    ew_mp = ExactField(source="points.ew", allow_null=True, help_text="North's")
    top = serializers.IntegerField(source="points.top", help_text="The most that the line could win; of IMPs 1")
    table_board = serializers.IntegerField()
    four_handed = serializers.BooleanField(help_text="Played by pairs, and compared with pairs")


class ScoreSerializer(_Line):
    """A line of a traveller. `ns_score` is from South's point of view."""

    replay = serializers.BooleanField(help_text="Whether `plays/<table_board>/` is there")
    to_par = serializers.IntegerField(allow_null=True, help_text="`ns_score` less par")


class LineSerializer(_Line):
    """A traveller line that includes the number of its board."""

    board = serializers.IntegerField()
    board_key = serializers.CharField(help_text="As in the address of the board")


class BoardSummarySerializer(serializers.Serializer):
    number = serializers.IntegerField()
    key = serializers.CharField(help_text="For addresses: its number, after the letter of a section that has its own")
    dealer = serializers.CharField(source="board.dealer", help_text="`N`, `E`, `S` or `W`")
    vulnerability = serializers.CharField(source="board.vulnerability", help_text="`None`, `NS`, `EW` or `All`")
    played = serializers.IntegerField(source="plays", help_text="At how many tables it has a score")
    best_for_south = serializers.IntegerField(source="best", allow_null=True, help_text="The highest `ns_score`")
    best_for_north = serializers.IntegerField(source="worst", allow_null=True, help_text="The lowest")


class BoardCheckSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    same = serializers.BooleanField(help_text="The stored cards are those that the seed deals, in the same order")
    words = serializers.CharField()


class CommitmentSerializer(serializers.Serializer):
    commitment = serializers.CharField()
    step = serializers.CharField(help_text="`made`, `file` (cards taken), `opened` (first cards) or `ended` (replaced)")
    at = serializers.DateTimeField()


class DealProofSerializer(serializers.Serializer):
    """The proof of how one set of boards was dealt. The `commitment` is SHA-256 over `nonce:seed`."""

    title = serializers.CharField(help_text="`Section B`, or empty if the whole session plays these boards")
    numbers = serializers.CharField(help_text="The boards, such as `1 to 24`")
    made_at = serializers.DateTimeField()
    no_proof = serializers.CharField(help_text="Why there is no proof, or empty")
    commitment = serializers.CharField(help_text="Empty if there is no proof")
    wait = serializers.CharField(help_text="Why the seed is not shown yet, or empty")
    seed = serializers.CharField(help_text="Empty until it is shown")
    nonce = serializers.CharField(help_text="Empty until the seed is shown")
    checks = BoardCheckSerializer(many=True, help_text="Each board compared with what the seed deals")
    commitments = CommitmentSerializer(many=True, help_text="Every commitment that the session ever had, step by step")


class DealSerializer(serializers.Serializer):
    """A deal. Cards are written with the suit first; east and west are the dummies' sequences (SOLO-3)."""

    north = serializers.CharField(source="board.hands.N", help_text="North's hand")
    east = serializers.CharField(source="board.hands.E", help_text="South's dummy, in its sequence")
    south = serializers.CharField(source="board.hands.S", help_text="South's hand")
    west = serializers.CharField(source="board.hands.W", help_text="North's dummy, in its sequence")


class TricksSerializer(serializers.Serializer):
    """Each declarer's tricks in one strain."""

    S = serializers.IntegerField()
    N = serializers.IntegerField()


class ParSerializer(serializers.Serializer):
    """The result if both sides make the best calls and plays."""

    ns_score = serializers.IntegerField(source="points", help_text="From South's side")
    contracts = serializers.ListField(
        source="contract_texts", child=serializers.CharField(), help_text="`2S by S`: those that reach it"
    )
    line = serializers.ListField(child=serializers.CharField(), help_text="A shortest auction that does")


class SolutionSerializer(serializers.Serializer):
    """A closed board's solution. A board that is not closed has none."""

    tricks = inline_serializer("Strains", {strain: TricksSerializer() for strain in "CDHSN"}, source="values")
    par = ParSerializer(source="*")


class BoardSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    dealer = serializers.CharField(source="deal.board.dealer", help_text="`N`, `E`, `S` or `W`")
    vulnerability = serializers.CharField(source="deal.board.vulnerability", help_text="`None`, `NS`, `EW` or `All`")
    top = serializers.IntegerField(help_text="The most that a line could win")
    deal = serializers.SerializerMethodField()
    traveller = serializers.SerializerMethodField()
    solution = SolutionSerializer(allow_null=True)

    @extend_schema_field(ScoreSerializer(many=True))
    def get_traveller(self, page: Any) -> Any:
        """Return the lines, best for South first, with four-handed tables after two-handed ones."""
        return ScoreSerializer([*page.scores, *page.others], many=True).data

    @extend_schema_field(DealSerializer(allow_null=True))
    def get_deal(self, page: Any) -> Any:
        """Return the deal, or null if the board was dealt at the table and the site does not know the cards."""
        return DealSerializer(page.deal).data if page.deal.board.known else None


class HandsSerializer(serializers.Serializer):
    """The cards as dealt, with E and W in their sequence."""

    N = serializers.ListField(child=serializers.CharField())
    E = serializers.ListField(child=serializers.CharField())
    S = serializers.ListField(child=serializers.CharField())
    W = serializers.ListField(child=serializers.CharField())


class ContractSerializer(serializers.Serializer):
    text = serializers.CharField()
    level = serializers.IntegerField()
    strain = serializers.CharField()
    doubled = serializers.CharField()
    declarer = serializers.CharField()
    needs = serializers.IntegerField()


class TrickSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    leader = serializers.CharField()
    cards = inline_serializer("Card", {"seat": serializers.CharField(), "card": serializers.CharField()}, many=True)
    winner = serializers.CharField(allow_null=True)


class OutcomeSerializer(serializers.Serializer):
    contract = serializers.CharField()
    declarer = serializers.CharField(allow_null=True)
    tricks = serializers.IntegerField(allow_null=True)
    lead = serializers.CharField(allow_null=True)
    claimed = serializers.BooleanField()


class PlaySerializer(serializers.Serializer):
    """A live play, call by call and card by card."""

    board = serializers.IntegerField()
    dealer = serializers.CharField()
    hands = HandsSerializer()
    names = inline_serializer("Names", {"S": serializers.CharField(), "N": serializers.CharField()})
    auction = inline_serializer("Call", {"by": serializers.CharField(), "call": serializers.CharField()}, many=True)
    contract = ContractSerializer(allow_null=True)
    tricks = TrickSerializer(many=True)
    outcome = OutcomeSerializer()
    claim = inline_serializer(
        "Claim", {"by": serializers.CharField(), "takes": serializers.IntegerField()}, allow_null=True
    )
    score = serializers.IntegerField(allow_null=True)


class ReplaySerializer(serializers.Serializer):
    number = serializers.IntegerField()
    score = ScoreSerializer()
    play = PlaySerializer(source="frames")
