"""Views of a club's own sessions for programs with its token: the ranking so far and the scores, but no cards."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api import parameters
from clubsite.api.errors import Unprocessable
from clubsite.api.schema import list_in_pages
from clubsite.api.serializers import RankListSerializer
from clubsite.api.session_serializers import OwnScoreSerializer, OwnSessionSerializer
from clubsite.api.views_base import TokenView
from clubsite.clubs.models import ApiToken
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import table_board_for
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.selectors.travellers import (
    live_line,
    live_lines,
    session_for_token,
)
from clubsite.results.selectors.listing import sessions_matching
from clubsite.scores.forms import ScoreForm
from clubsite.scores.models import CorrectionReason
from clubsite.scores.services.batch_scores import ScoresRefused, SentScore, scores_put


class OwnSessionsView(TokenView):
    @list_in_pages("nights", parameters.OwnSessionsQuery, OwnSessionSerializer)
    def get(self, request: Request) -> Response:
        """All sessions of the token's club, newest first."""
        filters: dict[str, Any] = {name: self.query.get(name) for name in ("since", "until")}
        texts: dict[str, Any] = {name: self.query.get(name, "") for name in ("status", "name")}
        return self.paginated(sessions_matching(self.token.club, **filters, **texts), OwnSessionSerializer)


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
        rows = live_lines(session, self.token.user, board=self.query.get("board"))
        return self.paginated(rows, OwnScoreSerializer)

    @extend_schema(
        operation_id="night_scores_enter",
        request=parameters.ScoresInput,
        responses=OwnScoreSerializer(many=True),
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
        found = live_line(session_for_token(self.token, public_id), self.token.user, table_board)
        return Response(OwnScoreSerializer(found).data)

    @extend_schema(
        operation_id="night_score_enter",
        request=parameters.ScoreInput,
        responses=OwnScoreSerializer,
    )
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
