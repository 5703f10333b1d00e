"""An event's stored places and frequencies, and how to write new ones where they differ."""

import datetime
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from clubsite.core.row_locks import rows_kept
from clubsite.events.models import Event, EventBoard, EventEntrant, EventPlace, EventScoring
from clubsite.events.services.telling import places_tell
from clubsite.rankings.fractions import text_of
from scoring.event import EventFacts, EventFieldLine, EventFrequency, EventScores, board_frequencies

ROWS_AT_ONCE = 500
ROW_KEYS: dict[Any, tuple[str, ...]] = {EventPlace: ("entrant_id", "line", "stratum"), EventBoard: ("kind", "number")}
UNIQUE: dict[Any, list[str]] = {EventPlace: ["entrant", "line", "stratum"], EventBoard: ["event", "kind", "number"]}
COLUMNS_SCORED: dict[Any, tuple[str, ...]] = {
    EventPlace: ("kind", "position", "place", "won", "possible", "boards"),
    EventBoard: ("top", "results", "frequencies"),
}
Rows = dict[tuple[Any, ...], tuple[Any, ...]]


def event_scores_store(
    *, event: Event, state: EventScoring, facts: EventFacts, scores: EventScores, now: datetime.datetime
) -> bool | None:
    """Write the places and frequencies that differ. Return True if any did, or None if they are out of date.

    They are out of date if another process has written since `state` was read, which was before the facts were, or if
    an entrant was deleted. `now` is the time for which the event was scored.
    """
    boards = _boards(facts, scores, dict(event.heats.values_list("pk", "public_id")))
    changes = {
        EventPlace: _changes(EventPlace, event, _places(scores)),
        EventBoard: _changes(EventBoard, event, boards),
    }
    entrants = {row.entrant_id for row in changes[EventPlace][0]}
    with transaction.atomic():
        if rows_kept(EventEntrant, entrants) != entrants:  # before the lock, in the order of a cascade
            return None
        locked = EventScoring.objects.select_for_update().filter(pk=state.pk).first()
        if locked is None or locked.runs != state.runs:
            return None
        for model, (rows, gone) in changes.items():
            _write(model, rows, gone)
        changed = any(rows or gone for rows, gone in changes.values())
        locked.runs, locked.done, locked.scored_at = state.runs + 1, state.asked, now
        locked.save(update_fields=["runs", "done", "scored_at"])
        if changed:
            transaction.on_commit(lambda: places_tell(event_id=event.pk), robust=True)
    return changed


def _places(scores: EventScores) -> Rows:
    return {
        (row.entry, found.line, found.stratum): (
            found.kind, position, row.place, text_of(row.won), row.possible, row.boards
        )
        for found in scores.rankings
        for position, row in enumerate(found.rows)
    }  # fmt: skip


def _boards(facts: EventFacts, scores: EventScores, heats: Mapping[int, str]) -> Rows:
    kinds = {entry.key: entry.kind for entry in facts.entries}
    lines: defaultdict[tuple[str, int], list[EventFieldLine]] = defaultdict(list)
    for line in facts.lines:
        lines[kinds[line.south], line.board].append(line)
    found: Rows = {}
    for which, own in lines.items():
        rows = board_frequencies(own, scores.points)
        results = sum(row.times for row in rows if row.points.ns is not None)
        found[which] = (
            max((row.points.top for row in rows), default=0),
            results,
            [_frequency(row, heats) for row in rows],
        )
    return found


def _frequency(row: EventFrequency, heats: Mapping[int, str]) -> dict[str, Any]:
    points = {"ns": row.points.ns, "ew": row.points.ew}
    return {
        **row.outcome._asdict(),
        "heat": heats.get(row.heat, "") if isinstance(row.heat, int) else "",
        "times": row.times,
        **{side: None if figure is None else text_of(figure) for side, figure in points.items()},
    }


def _changes(model: Any, event: Event, wanted: Rows) -> tuple[list[Any], list[int]]:
    """Return the rows of this model that differ from those that are wanted, and the keys of those that are not."""
    key, columns = ROW_KEYS[model], COLUMNS_SCORED[model]
    stored: dict[tuple[Any, ...], tuple[int, tuple[Any, ...]]] = {}
    for pk, *values in model.objects.filter(event=event).order_by().values_list("pk", *key, *columns):
        stored[tuple(values[: len(key)])] = pk, tuple(values[len(key) :])
    gone = [pk for which, (pk, _) in stored.items() if which not in wanted]
    changed = [
        model(event=event, **dict(zip((*key, *columns), (*which, *values), strict=True)))
        for which, values in wanted.items()
        if which not in stored or stored[which][1] != values
    ]
    return changed, gone


def _write(model: Any, rows: list[Any], gone: list[int]) -> None:
    """Write the changes. Runs in the caller's transaction."""
    model.objects.filter(pk__in=gone).delete()
    how = {"update_conflicts": True, "unique_fields": UNIQUE[model], "update_fields": COLUMNS_SCORED[model]}
    model.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE, **how)
