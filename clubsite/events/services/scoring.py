"""Scoring an event, and telling the pages that show it. Running it twice, late or in parallel changes nothing."""

import logging
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from clubsite.core import jobs
from clubsite.core.row_locks import rows_kept
from clubsite.events.heat_state import heat_state_faults, stored_state
from clubsite.events.models import (
    BOOKLET_PAGE_FORMAT,
    Event,
    EventBoard,
    EventBookletPage,
    EventEntrant,
    EventPlace,
    EventScoring,
    EventStatus,
)
from clubsite.events.models.heats import Heat, HeatStatus
from clubsite.events.selectors.event_booklets import booklet_making, pages_to_make, published_version
from clubsite.events.selectors.event_facts import event_facts_of, heats_counting
from clubsite.events.services.heat_put import session_results_take
from clubsite.nights.models import Session, SessionStatus
from clubsite.play import relay
from clubsite.rankings.payload import text_of
from clubsite.results.selectors.leaderboard import seats_group
from scoring.errors import ScoreError
from scoring.event import EventFacts, EventFieldLine, EventFrequency, EventScores, board_frequencies, score_event
from solver.verdicts.booklet.pages import booklet_page, page_json

SCORED = (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)
SEATS_JOB = "events.tell_seats"
COLUMNS_SCORED: dict[Any, tuple[str, ...]] = {
    EventPlace: ("kind", "position", "place", "won", "possible", "boards"),
    EventBoard: ("top", "results", "frequencies"),
}
UNIQUE: dict[Any, list[str]] = {model: [*model._meta.total_unique_constraints[0].fields] for model in COLUMNS_SCORED}
Rows = dict[tuple[Any, ...], tuple[Any, ...]]


def event_score(*, event_id: int) -> bool:
    """Store the new lines of an event's heats, and score the event if it waits. Return True if a figure changed.

    Everything is computed before the transaction that writes, which locks only the event's row of EventScoring.
    Requests that arrive in the meantime wait for the next run. An event of another server is scored there.
    """
    for heat in heats_behind().filter(event=event_id):
        session_results_take(heat=heat)
    while state := _waiting().filter(event=event_id).first():
        event, now = state.event, timezone.now()
        facts = event_facts_of(event, now)
        try:
            scores = score_event(facts)
        except ScoreError:  # heats whose stored lines cannot be scored are set aside, so that all others are scored
            heats = Heat.objects.filter(pk__in=heats_counting(event)).select_related("event")
            faulty = [heat.pk for heat in heats if heat_state_faults(event, stored_state(heat))]
            if not Heat.objects.filter(pk__in=faulty).update(set_aside=True):
                raise
            continue
        changed = event_scores_store(state=state, facts=facts, scores=scores, now=now)
        if changed is not None:
            return changed
    return False


def event_rest(event_id: int) -> float:
    """Return how many seconds the event still rests after its last scoring, at most two."""
    last = EventScoring.objects.filter(event=event_id).values_list("scored_at", flat=True).first()
    return min(max(2 - (timezone.now() - last).total_seconds(), 0.0), 2.0) if last else 0.0


def heats_behind() -> QuerySet[Heat]:
    """Return the heats whose sessions have been scored since their lines were last stored."""
    taking_part = Heat.objects.filter(status=HeatStatus.ACCEPTED, event__status__in=SCORED)
    return taking_part.filter(session__scoring_state__isnull=False).exclude(session__scoring_state__runs=F("runs"))


def events_waiting() -> list[int]:
    """Return the events that wait to be scored, or whose heats have new lines that are not stored yet."""
    return sorted({*heats_behind().values_list("event", flat=True), *_waiting().values_list("event", flat=True)})


def _waiting() -> QuerySet[EventScoring]:
    """Return the rows of events with an unscored change, or whose window has closed since the last scoring."""
    rows = EventScoring.objects.filter(event__hub="", event__status__in=SCORED).select_related("event")
    closed = Q(event__window_closes__lte=timezone.now(), scored_at__lt=F("event__window_closes"))
    return rows.filter(~Q(asked=F("done")) | closed)


def event_scores_store(*, state: EventScoring, facts: EventFacts, scores: EventScores, now: datetime) -> bool | None:
    """Write the places and frequencies that differ, for the event as it was at `now`. Return True if any did, or None
    if they are out of date: an entrant was deleted, or another process has written since `state` was read.
    """
    event = state.event
    places: Rows = {
        (row.entry, ranking.line, ranking.stratum): (
            ranking.kind,
            at,
            row.place,
            text_of(row.won),
            row.possible,
            row.boards,
        )
        for ranking in scores.rankings
        for at, row in enumerate(ranking.rows)
    }
    wanted: dict[Any, Rows] = {EventPlace: places, EventBoard: _boards(event, facts, scores)}
    changes = [(model, *rows_changed(model, event, {"event": event}, rows)) for model, rows in wanted.items()]
    entrants = {row.entrant_id for row in changes[0][1]}
    changed = any(rows or gone for _, rows, gone in changes)
    with transaction.atomic():
        if rows_kept(EventEntrant, entrants) != entrants:  # before the lock, in the order of a cascade
            return None
        locked = EventScoring.objects.select_for_update().filter(pk=state.pk).first()
        if locked is None or locked.runs != state.runs:
            return None
        for change in changes:
            rows_write(*change)
        locked.runs, locked.done, locked.scored_at = state.runs + 1, state.asked, now
        locked.save(update_fields=["runs", "done", "scored_at"])
        if changed:
            transaction.on_commit(lambda: places_tell(event_id=event.pk), robust=True)
    return changed


def _boards(event: Event, facts: EventFacts, scores: EventScores) -> Rows:
    heats: dict[Any, str] = dict(event.heats.values_list("pk", "public_id"))
    kinds = {entry.key: entry.kind for entry in facts.entries}
    lines: defaultdict[tuple[str, int], list[EventFieldLine]] = defaultdict(list)
    for line in facts.lines:
        lines[kinds[line.south], line.board].append(line)
    by_board: Rows = {}
    for which, own in lines.items():
        rows = board_frequencies(own, scores.points)
        top = max((row.points.top for row in rows), default=0)
        results = sum(row.times for row in rows if row.points.ns is not None)
        by_board[which] = top, results, [_frequency(row, heats) for row in rows]
    return by_board


def _frequency(row: EventFrequency, heats: dict[Any, str]) -> dict[str, Any]:
    points = {"ns": row.points.ns, "ew": row.points.ew}
    worth = {side: None if figure is None else text_of(figure) for side, figure in points.items()}
    return {**row.outcome._asdict(), "heat": heats.get(row.heat, ""), "times": row.times, **worth}


def rows_changed(model: Any, event: Event, among: dict[str, Any], wanted: Rows) -> tuple[list[Any], list[int]]:
    """Return the wanted rows that differ from the stored ones `among` these, and the keys of stored rows not wanted."""
    key = [model._meta.get_field(name).attname for name in UNIQUE[model] if name != "event"]
    columns, size = COLUMNS_SCORED[model], len(key)
    rows = model.objects.filter(**among).order_by().values_list(*key, "pk", *columns)
    known = {row[:size]: (row[size], row[size + 1 :]) for row in rows}
    gone = [pk for which, (pk, _) in known.items() if which not in wanted]
    changed = [
        model(event=event, **dict(zip((*key, *columns), (*which, *values), strict=True)))
        for which, values in wanted.items()
        if which not in known or known[which][1] != values
    ]
    return changed, gone


def rows_write(model: Any, rows: list[Any], gone: list[int]) -> None:
    """Write the changes found by `rows_changed`, in the caller's transaction."""
    model.objects.filter(pk__in=gone).delete()
    how = {"update_conflicts": True, "unique_fields": UNIQUE[model], "update_fields": COLUMNS_SCORED[model]}
    model.objects.bulk_create(rows, batch_size=500, **how)


def places_tell(*, event_id: int) -> None:
    """Tell the pages that show an event's heats that its places have changed, and tell the seats later, because there
    may be a thousand, with changes every two seconds. A page that misses this hint fetches the places at its next
    change.
    """
    for session in _on_show(event_id):
        relay.send_seldom(f"director.{session}", {"type": "session.changed"})
        relay.send_seldom(f"leaderboard.{session}", {"type": "session.changed"})
    jobs.enqueue(SEATS_JOB, event_id, once=True, delay=10)


def seats_tell(*, event_id: int) -> None:
    """Tell the seats of an event's heats that its places have changed, if a director shows places there."""
    for session in _on_show(event_id, leaderboard__isnull=False):
        relay.send(seats_group(session), {"type": "seat.hint"})


def _on_show(event_id: int, **which: bool) -> list[str]:
    """Return the public ids of the event's nights that are running, or that a wall may still show after their end."""
    sessions = Session.objects.filter(heat__event=event_id, heat__status=HeatStatus.ACCEPTED, **which)
    running = Q(status__in=[SessionStatus.RUNNING, SessionStatus.PAUSED])
    lately = Q(status=SessionStatus.ENDED, ended_at__gte=timezone.now() - timedelta(hours=12))
    return list(sessions.filter(running | lately).values_list("public_id", flat=True))


BOOKLET_JOB = "events.make_booklet_page"
log = logging.getLogger(__name__)


def booklet_ask(*, event_id: int) -> None:
    """Request the next page of an event's booklet. This is only a hint: the sweep finds the pages to be made."""
    jobs.enqueue(BOOKLET_JOB, event_id, once=True, slow=True)


def booklet_page_make(*, event_id: int) -> bool:
    """Make the next page of an event's booklet, if one has to be made. Return True if others remain. The solver runs
    for some seconds, outside any transaction. A page whose board has the same lines as before is kept. Nothing is
    stored if the event has been deleted meanwhile, or if a newer publication needs the page made again.
    """
    event = Event.objects.filter(pk=event_id).first()
    numbers = pages_to_make(event) if event is not None else []
    if event is None or not numbers:
        return False
    version, board, made_from = booklet_making(event, number := numbers[0])
    columns: dict[str, Any] = {"version": version}
    same = event.booklet_pages.filter(number=number, format=BOOKLET_PAGE_FORMAT, made_from=made_from)
    if not same.exclude(page=None).exists():
        columns |= {"made_from": made_from, "page": None, "format": BOOKLET_PAGE_FORMAT, "made_at": timezone.now()}
        try:
            columns["page"] = page_json(booklet_page(board))
        except Exception:  # the same lines would lead to the same defect every time
            log.exception("The booklet of event %s has no page of board %d", event.public_id, board.number)
    with transaction.atomic():
        locked = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
        left = pages_to_make(locked) if locked is not None else []
        if locked is None or number not in left:
            return bool(left)
        if published_version(locked) != version:
            return True
        EventBookletPage.objects.update_or_create(event=locked, number=number, defaults=columns)
    return len(numbers) > 1
