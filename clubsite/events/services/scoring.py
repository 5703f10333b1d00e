"""Scoring an event: from a request to the stored places. Running it twice, late or in parallel changes nothing."""

import datetime

from django.db.models import F, QuerySet
from django.utils import timezone

from clubsite.core import jobs
from clubsite.events.heat_state import heat_state_faults, stored_state
from clubsite.events.models import Event, EventScoring, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import event_facts_of, heats_counting
from clubsite.events.services.heat_put import session_results_take
from clubsite.events.services.scoring_requests import SCORING_JOB
from clubsite.events.services.stored_event_scores import event_scores_store
from scoring.errors import ScoreError
from scoring.event import score_event

REST = datetime.timedelta(seconds=2)
"""How long an event rests between two scorings."""
SCORED = (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)


def event_score(*, event_id: int) -> bool:
    """Take the new lines of an event's heats, and score the event if it waits. Return True if a figure changed.

    Everything is read and computed before the transaction that writes, and that transaction locks only the event's
    row of EventScoring. Requests that arrive in the meantime wait for the next run. An event of another server is
    scored there.
    """
    for heat in heats_behind().filter(event=event_id):
        session_results_take(heat=heat)
    while True:
        event = Event.objects.filter(pk=event_id, status__in=SCORED).first()
        if event is None:
            return False
        now = timezone.now()
        state, _ = EventScoring.objects.get_or_create(event=event)
        if event.is_remote:
            EventScoring.objects.filter(pk=event.pk).update(done=state.asked)
            return False
        if not _waits(event, state, now):
            return False
        facts = event_facts_of(event, now)
        try:
            scores = score_event(facts)
        except ScoreError:
            if not heats_set_aside(event=event):
                raise
            continue
        changed = event_scores_store(event=event, state=state, facts=facts, scores=scores, now=now)
        if changed is not None:
            return changed


def heats_set_aside(*, event: Event) -> int:
    """Set aside the heats whose stored lines cannot be scored, so that all others are. Return how many there were."""
    found = 0
    for heat in Heat.objects.filter(pk__in=heats_counting(event)).select_related("event"):
        if faults := heat_state_faults(event, stored_state(heat)):
            found += Heat.objects.filter(pk=heat.pk).update(set_aside=faults[0][:300])
    return found


def heat_scored(session_id: str) -> None:
    """Request the scoring of the event that the session with this public id is a heat of, if there is one.

    This is only a hint: `heats_behind` finds the heat by its rows.
    """
    event = Heat.objects.filter(session__public_id=session_id).values_list("event", flat=True).first()
    if event is not None:
        jobs.enqueue(SCORING_JOB, event, once=True)


def event_rest(event_id: int) -> float:
    """Return for how many seconds the event still rests after its last scoring."""
    last = EventScoring.objects.filter(event=event_id).values_list("scored_at", flat=True).first()
    rest = (last + REST - timezone.now()).total_seconds() if last else 0.0
    return min(max(rest, 0.0), REST.total_seconds())


def heats_behind() -> QuerySet[Heat]:
    """Return the heats whose sessions have been scored since their lines were taken."""
    taking_part = Heat.objects.filter(status=HeatStatus.ACCEPTED, event__status__in=SCORED)
    return taking_part.filter(session__scoring_state__isnull=False).exclude(session__scoring_state__runs=F("runs"))


def events_waiting() -> list[int]:
    """Return the events that wait to be scored, or whose heats have lines that were not taken."""
    now = timezone.now()
    asked = EventScoring.objects.filter(event__status__in=SCORED).exclude(asked=F("done"))
    closed = EventScoring.objects.filter(
        event__status__in=SCORED, event__window_closes__lte=now, scored_at__lt=F("event__window_closes")
    )
    found = {*heats_behind().values_list("event", flat=True)}
    return sorted(found.union(asked.values_list("event", flat=True), closed.values_list("event", flat=True)))


def _waits(event: Event, state: EventScoring, now: datetime.datetime) -> bool:
    """True if a change was not scored yet, or if the window has closed since the last scoring."""
    if state.asked != state.done:
        return True
    return event.is_closed(now) and state.scored_at is not None and state.scored_at < event.window_closes
