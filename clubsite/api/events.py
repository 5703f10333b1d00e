"""The calls between the servers of an event: its facts for everybody, and a heat for the server that has its token."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from clubsite.api.authentication import ByAddress, ByToken, HasHeat, HeatToken, wrong_token
from clubsite.api.errors import Changed, Unprocessable
from clubsite.api.schema import schema_of
from clubsite.api.views_base import ApiView, PublicView
from clubsite.core.json_rules import Fields, json_read
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.request_limits import takes_files
from clubsite.events.models import Heat
from clubsite.events.selectors import event_rules as rules
from clubsite.events.selectors.both_servers import event_announced, facts_body, heat_body, ranking_body, standing_body
from clubsite.events.services import hub_boards, hub_heats
from clubsite.events.services.heats import heat_leave


def described(name: str, *, sends: Fields | None = None, answers: Fields | None = None, status: int = 200) -> Any:
    """Add a call to the API's description. `sends` and `answers` are the rules for the two bodies."""
    request: Any = {"application/json": schema_of(sends)} if sends is not None else None
    answer: Any = schema_of(answers) if answers is not None else None
    return extend_schema(operation_id=name, request=request, responses={status: answer})


class StateRefused(APIException):
    """The refusal of a state, with its own status. `more` holds further keys of the answer."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status_code, self.more = status, more


class HubView(ApiView):
    """A view that turns a service's refusal into an answer: 422 with the fields at fault, or else 409."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, hub_heats.StateConflict):
            exc = StateRefused(412, str(exc), lines=exc.lines, number=exc.number)
        elif isinstance(exc, hub_heats.TooSoon):
            exc = Throttled(hub_heats.STATES_APART.total_seconds(), str(exc))
        elif isinstance(exc, Refused):
            exc = Unprocessable(exc.problems) if exc.field else Changed(str(exc))
        return super().handle_exception(exc)


class EventView(PublicView):
    @described("event", answers=rules.FACTS)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the announced facts of an event that is organised here."""
        return Response(facts_body(event_announced(public_id)))


class HeatsView(HubView):
    authentication_classes = ()
    throttle_classes = (ByAddress,)

    @described("heat_join", sends=rules.JOIN, answers=rules.JOINED, status=201)
    def post(self, request: Request) -> Response:
        """Join an event with the one-time key of an invitation. The answer contains the heat's token, only once."""
        try:
            heat, token = hub_heats.invitation_take(body=json_read(rules.JOIN, request.data))
        except hub_heats.NoSuchInvitation:
            wrong_token(request)
            raise
        names = {"heat": heat.public_id, "event": heat.event.public_id, "club": heat.club_name}
        return Response({**names, "token": token}, 201)


class OwnHeatView(HubView):
    """A view of a heat for the server that has its token. To any other server it does not exist."""

    authentication_classes = (HeatToken,)
    permission_classes = (HasHeat,)
    throttle_classes = (ByToken,)
    cache_control = "private, no-cache"

    def heat(self, heat_id: str) -> Heat:
        access: Any = self.request.auth
        if access.heat.public_id != heat_id:
            raise Http404("No such heat")
        return Heat.objects.select_related("event__club", "club", "session").get(pk=access.pk)


class HeatView(OwnHeatView):
    @described("heat", answers=rules.HEAT)
    def get(self, request: Request, heat_id: str) -> Response:
        """The heat with the facts of its event and, once they are dealt, the encrypted boards."""
        heat = self.heat(heat_id)
        return Response(heat_body(heat, hub_boards.sealed_boards_of(heat)))

    @described("heat_change", sends=rules.CHANGE, answers=rules.HEAT)
    def patch(self, request: Request, heat_id: str) -> Response:
        """Change start and tables until the key is given; say that the envelope was opened, or if names are shown."""
        hub_heats.server_heat_change(heat=self.heat(heat_id), body=json_read(rules.CHANGE, request.data))
        return self.get(request, heat_id)

    @described("heat_leave", status=204)
    def delete(self, request: Request, heat_id: str) -> Response:
        """Leave the event."""
        heat_leave(heat=self.heat(heat_id), user=None)
        return Response(status=204)


class HeatKeyView(OwnHeatView):
    @described("heat_key", sends={}, answers=rules.KEY)
    def post(self, request: Request, heat_id: str) -> Response:
        """Get the key to the boards, from an hour before the announced start. The event's log records this."""
        heat = self.heat(heat_id)
        json_read({}, request.data)
        return Response({"key": hub_boards.boards_key_give(heat=heat), "public_number": heat.event.public_number})


class HeatStateView(OwnHeatView):
    @described("heat_state", sends=rules.STATE, answers=rules.STANDING)
    def put(self, request: Request, heat_id: str) -> Response:
        """Send the whole heat after each change, at most every two seconds. The answer is the standing."""
        heat, number = self.heat(heat_id), 0
        if request.headers.get("If-None-Match", "").strip() != "*":
            match = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
            if not (match.isascii() and match.isdecimal() and len(match) < 10):
                words = (
                    "Send `If-None-Match: *` with the first state, and `If-Match` with the number of the last later."
                )
                raise StateRefused(428, words)
            number = int(match)
        try:
            hub_heats.server_state_put(heat=heat, body=request.data, number=number, sender=address_of(request))
        except hub_heats.StateWaits as no:
            return Response({"detail": str(no), "lines": no.lines, "number": no.number}, 202)
        heat.refresh_from_db()
        return Response(standing_body(heat), headers={"ETag": f'"{heat.state_number}"'})


class HeatNamesView(OwnHeatView):
    @described("heat_names", sends=rules.NAMES, status=204)
    def put(self, request: Request, heat_id: str) -> Response:
        """Send all names as strangers may read them today, at any time. Names left out are no longer shown."""
        hub_heats.heat_names_put(heat=self.heat(heat_id), names=json_read(rules.NAMES, request.data)["names"])
        return Response(status=204)


class HeatStandingView(OwnHeatView):
    @described("heat_standing", answers=rules.STANDING)
    def get(self, request: Request, heat_id: str) -> Response:
        """Return the standing of the event, and the places of the heat."""
        return Response(standing_body(self.heat(heat_id)))


class HeatRankingView(OwnHeatView):
    @described("heat_ranking", answers=rules.RANKING)
    def get(self, request: Request, heat_id: str) -> Response:
        """The published ranking, with today's names and, once nobody can play any more, the secret."""
        if (body := ranking_body(self.heat(heat_id).event)) is None:
            raise Changed("The ranking is not published yet.")
        return Response(body)


heat_state = takes_files(rules.MAX_STATE_BYTES)(HeatStateView.as_view())
