"""Views of a club's own sessions for programs with its token: the ranking so far and the scores, but no cards."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters
from clubsite.api.errors import Unprocessable
from clubsite.api.schema import list_in_pages
from clubsite.api.serializers import ExactField, RankListSerializer, ScoringSerializer
from clubsite.api.views_base import TokenView
from clubsite.clubs.models import ApiToken
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import table_board_for
from clubsite.rankings.selectors.rankings import rankings_so_far, settings_of
from clubsite.rankings.selectors.travellers import live_line, live_lines, session_for_token
from clubsite.results.selectors.club_pages import sessions_matching
from clubsite.scores.forms import ScoreForm
from clubsite.scores.models import CorrectionReason
from clubsite.scores.services.entries import ScoresRefused, SentScore, scores_put


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


class OwnSessionsView(TokenView):
    @list_in_pages("nights", parameters.OwnSessionsQuery, OwnSessionSerializer)
    def get(self, request: Request) -> Response:
        """All sessions of the token's club, newest first."""
        return self.paginated(sessions_matching(self.token.club, **self.query), OwnSessionSerializer)


class OwnSessionView(TokenView):
    @extend_schema(operation_id="night", responses=OwnSessionSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """One session of the token's club."""
        return Response(OwnSessionSerializer(session_for_token(self.token, public_id)).data)


class OwnRankingView(TokenView):
    @extend_schema(operation_id="night_ranking", responses=RankListSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """The ranking from the scores so far; an empty list before the first score."""
        lists = rankings_so_far(session_for_token(self.token, public_id))
        return Response(RankListSerializer(lists, many=True).data)


class OwnScoresView(TokenView):
    @list_in_pages("night_scores", parameters.ScoresQuery, OwnScoreSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every board at every table with the score that currently counts, by board, round and table."""
        session = session_for_token(self.token, public_id)
        return self.paginated(live_lines(session, self.token.user, **self.query), OwnScoreSerializer)

    @extend_schema(
        operation_id="night_scores_enter", request=parameters.ScoresInput, responses=OwnScoreSerializer(many=True)
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Enter or correct several scores. If any is refused, nothing is stored, and the response names every fault."""
        session = session_for_token(self.token, public_id)
        given = [dict(score) for score in self.body(parameters.ScoresInput)["scores"]]
        rows = _rows(session, [score.pop("table_board") for score in given])
        _put(self.token, rows, given, "scores.{}.")
        ids = {row.pk for row in rows}
        lines = [line for line in live_lines(session, self.token.user) if line.row.pk in ids]
        return Response(OwnScoreSerializer(lines, many=True).data)


class OwnScoreView(TokenView):
    @extend_schema(operation_id="night_score", responses=OwnScoreSerializer)
    def get(self, request: Request, public_id: str, table_board: int) -> Response:
        """A board at a table with the score that currently counts."""
        line = live_line(session_for_token(self.token, public_id), self.token.user, table_board)
        return Response(OwnScoreSerializer(line).data)

    @extend_schema(operation_id="night_score_enter", request=parameters.ScoreInput, responses=OwnScoreSerializer)
    def put(self, request: Request, public_id: str, table_board: int) -> Response:
        """Enter or correct one score. Sending the same score again changes nothing."""
        session = session_for_token(self.token, public_id)
        row = table_board_for(session, table_board)
        _put(self.token, [row], [dict(self.body(parameters.ScoreInput))], "")
        return Response(OwnScoreSerializer(live_line(session, self.token.user, row.pk)).data)


def _rows(session: Session, table_boards: list[int]) -> list[Any]:
    """Return the TableBoards with these ids. Raise Unprocessable, naming all ids that are not in the session."""
    rows, missing = [], {}
    for number, table_board in enumerate(table_boards):
        try:
            rows.append(table_board_for(session, table_board))
        except Http404:
            missing[f"scores.{number}.table_board"] = "No such board at a table of this session: see scores/."
    if missing:
        raise Unprocessable(missing)
    return rows


def _put(token: ApiToken, rows: list[Any], given: list[dict[str, Any]], at: str) -> None:
    sent = [_sent(token, row, score) for row, score in zip(rows, given, strict=True)]
    try:
        scores_put(scores=sent, user=token.user)
    except ScoresRefused as no:
        faults = [(at.format(number), fields) for number, fields in no.problems.items()]
        raise Unprocessable({at + field: why for at, fields in faults for field, why in fields.items()}) from no


def _sent(token: ApiToken, row: Any, score: dict[str, Any]) -> SentScore:
    meant = score.get("why", "") if score.get("names_meant") else ""
    form = ScoreForm({**score, "named": meant}, table_board=row, typist=token.user)
    result = form.result if form.is_valid() and form.result else Refused(form.problems)
    why, reason = form.data.get("why", "").strip(), score.get("reason", CorrectionReason.OTHER)
    return SentScore(row, result, why, reason, score.get("revision"))
