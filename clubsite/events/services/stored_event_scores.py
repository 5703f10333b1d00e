"""An event's stored places and frequencies, and how to write new ones where they differ."""

import datetime
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from clubsite.core.row_locks import rows_kept
from clubsite.events.models import Event, EventBoard, EventEntrant, EventPlace, EventScoring
from clubsite.events.signals import event_ranking_changed
from clubsite.rankings.fractions import text_of
from scoring.event import EventFacts, EventFieldLine, EventFrequency, EventScores, board_frequencies

ROWS_AT_ONCE = 500
PLACE_KEY = ("entrant_id", "line", "stratum")
PLACE_COLUMNS = ("kind", "position", "place", "won", "possible", "boards")
BOARD_KEY = ("kind", "number")
BOARD_COLUMNS = ("top", "results", "frequencies")
UNIQUE: dict[Any, list[str]] = {EventPlace: ["entrant", "line", "stratum"], EventBoard: ["event", "kind", "number"]}
Rows = dict[tuple[Any, ...], tuple[Any, ...]]


def event_scores_store(
    *, event: Event, state: EventScoring, facts: EventFacts, scores: EventScores, now: datetime.datetime
) -> bool | None:
    """Write the places and frequencies that differ. Return True if any did, or None if they are out of date.

    They are out of date if another process has written since `state` was read, which was before the facts were, or if
    an entrant was deleted. `now` is the time for which the event was scored.
    """
    boards = _boards(facts, scores, dict(event.heats.values_list("pk", "public_id")))
    of_places = _changes(EventPlace, event, _places(scores), PLACE_KEY, PLACE_COLUMNS)
    of_boards = _changes(EventBoard, event, boards, BOARD_KEY, BOARD_COLUMNS)
    entrants = {row.entrant_id for row in of_places.rows}
    with transaction.atomic():
        if rows_kept(EventEntrant, entrants) != entrants:  # before the lock, in the order of a cascade
            return None
        locked = EventScoring.objects.select_for_update().filter(pk=state.pk).first()
        if locked is None or locked.runs != state.runs:
            return None
        of_places.write()
        of_boards.write()
        changed = bool(of_places or of_boards)
        locked.runs, locked.done, locked.scored_at = state.runs + 1, state.asked, now
        locked.save(update_fields=["runs", "done", "scored_at"])
        if changed:
            transaction.on_commit(lambda: event_ranking_changed.send(sender=EventScoring, event=event), robust=True)
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


@dataclass(frozen=True, slots=True)
class _Changes:
    """The rows of a model that differ, and the keys of those that are not wanted any more."""

    model: type[models.Model]
    rows: list[Any]
    gone: list[int]
    columns: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.rows or self.gone)

    def write(self) -> None:
        """Write the changes. Runs in the caller's transaction."""
        self.model._default_manager.filter(pk__in=self.gone).delete()
        self.model._default_manager.bulk_create(
            self.rows,
            batch_size=ROWS_AT_ONCE,
            update_conflicts=True,
            unique_fields=UNIQUE[self.model],
            update_fields=self.columns,
        )


def _changes(
    model: type[models.Model], event: Event, wanted: Rows, key: tuple[str, ...], columns: tuple[str, ...]
) -> _Changes:
    """Return what has to be written so that the event's rows of this model are those that are wanted."""
    stored: dict[tuple[Any, ...], tuple[int, tuple[Any, ...]]] = {}
    rows: Any = model._default_manager.filter(event=event).order_by()
    for pk, *values in rows.values_list("pk", *key, *columns):
        stored[tuple(values[: len(key)])] = pk, tuple(values[len(key) :])
    gone = [pk for which, (pk, _) in stored.items() if which not in wanted]
    changed = [
        model(event=event, **dict(zip((*key, *columns), (*which, *values), strict=True)))
        for which, values in wanted.items()
        if which not in stored or stored[which][1] != values
    ]
    return _Changes(model, changed, gone, columns)
