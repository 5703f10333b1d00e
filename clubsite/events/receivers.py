"""Signal receivers: a heat's session starts, changes boards, seats people or is scored; a person is forgotten."""

from collections.abc import Callable
from typing import Any

from django.dispatch import Signal, receiver

from clubsite.clubs import time_zones
from clubsite.clubs.signals import account_joined
from clubsite.core import jobs
from clubsite.events.models import Heat
from clubsite.events.selectors.event_field import zone_of_event
from clubsite.events.selectors.event_lines import here_and_over_all, wider_ranking
from clubsite.events.selectors.events import front_page_events_of
from clubsite.events.selectors.heats import heat_of
from clubsite.events.services import heat_put, heats
from clubsite.events.services.at_hub_telling import heat_key_fetch, hub_heats_hurry
from clubsite.events.services.event_requests import SCORING_JOB
from clubsite.nights.models import BoardSet, Session
from clubsite.nights.selectors.boards import event_set_of
from clubsite.nights.signals import boards_made, players_changed, session_starting, start_asked
from clubsite.privacy.services import person_forgotten
from clubsite.rankings.signals import ranking_changed
from clubsite.results.over_all import OVER_ALL

time_zones.register("events/<str:public_id>/", "public_id", zone_of_event)
OVER_ALL.card, OVER_ALL.events, OVER_ALL.wider_ranking = here_and_over_all, front_page_events_of, wider_ranking


def _call(signal: Signal, what: str, service: Callable[..., Any]) -> None:
    """Connect a signal to a service that takes its argument `what`."""
    signal.connect(lambda **sent: service(**{what: sent[what]}), weak=False, dispatch_uid=f"events.{service.__name__}")


_call(session_starting, "session", heats.heat_start)
_call(players_changed, "session", heat_put.newcomers_check)
_call(account_joined, "person", heat_put.person_accounts_follow)
_call(person_forgotten, "person", hub_heats_hurry)


@receiver(boards_made, dispatch_uid="events.boards_made")
def let_the_heat_go(board_set: BoardSet, **_: Any) -> None:
    """Take a session out of the event if no section plays its boards any more."""
    if event_set_of(board_set.session) is None:
        heats.heat_session_let_go(session=board_set.session)


@receiver(ranking_changed, dispatch_uid="events.ranking_changed")
def score_the_event(session_id: str, **_: Any) -> None:
    """Request the scoring of a heat's event. This is only a hint: the sweep finds the heat by its rows."""
    event = Heat.objects.filter(session__public_id=session_id).values_list("event", flat=True).first()
    if event is not None:
        jobs.enqueue(SCORING_JOB, event, once=True)


@receiver(start_asked, dispatch_uid="events.start_asked")
def fetch_the_key(session: Session, **_: Any) -> None:
    """Ask the hub of another server's event for the key of the boards, before the transaction that starts a heat."""
    if heat := heat_of(session):
        heat_key_fetch(heat=heat)
