"""The one writer of a heat's entrants and lines: it stores a state whole, whichever reader made it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock, rows_kept
from clubsite.duplicate.models import Contestant
from clubsite.events.heat_state import RESULT_COLUMNS, HeatState, StateEntrant, StateLine, heat_state_faults
from clubsite.events.models import EventEntrant, EventLine, EventPlace, Heat
from clubsite.events.services.event_requests import event_scoring_ask, heat_tell_ask
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.players import heat_people_put

ENTRANT_COLUMNS = ("kind", "line", "stratum", "robot", "penalties", "contestant_id", "withdrawn")
LINE_COLUMNS = ("south_id", "north_id", "status", *RESULT_COLUMNS, "table_board_id", "withdrawn")
PLACE = ("board", "round", "table")
FAULTS_SAID = 5

Place = tuple[int, int, str]
Said = tuple[Any, ...]
"""What a line says: the labels, the status and the result's columns, the row at the table, and whether withdrawn."""


def heat_put(*, heat: Heat, state: HeatState, before: Callable[[Heat], None] | None = None) -> bool:
    """Store a state of a heat in place of the one before. Return True if anything changed.

    The row of each label and of each place (board, round, table) stays the same row, because publications name rows by
    their keys. What the state does not have any more is deleted or, if the event was published, marked as withdrawn.
    Checking and comparing come before the transaction, so that others wait only for the writing. `before` is called in
    the transaction with the locked heat, before anything is written. If anything changed, `state_number` grows and the
    event waits to be scored. Raise Refused with a sentence for each of the first faults of the state.
    """
    if faults := heat_state_faults(heat.event, state):
        more = [f"And {len(faults) - FAULTS_SAID} more."] if len(faults) > FAULTS_SAID else []
        raise Refused(" ".join([*faults[:FAULTS_SAID], *more]))
    change = _change_of(heat, state)
    contestants = [one.contestant for one in state.entrants if one.contestant is not None]
    with transaction.atomic():
        rows_kept(Contestant, contestants)  # before the heat, in the order of a cascade
        heat = heat_locked(heat)
        if before is not None:
            before(heat)
        if heat.state_number != change.number:
            change = _change_of(heat, state)
        labels = _entrants_write(heat, change)
        _lines_write(heat, change, labels)
        _entrants_drop(heat, change.gone_entrants)
        people = {labels[one.label]: one.people for one in change.state.entrants if one.people is not None}
        heat_people_put(heat=heat, people=people)
        return _heat_note(heat, change)


@dataclass(frozen=True, slots=True)
class _Change:
    """What differs between the stored rows and a state, found when the heat's state had this number."""

    number: int
    state: HeatState
    entrants: Mapping[str, EventEntrant]
    new_entrants: Sequence[EventEntrant]
    changed_entrants: Sequence[EventEntrant]
    gone_entrants: Collection[int]
    new_lines: Mapping[Place, Said]
    changed_lines: Mapping[int, Said]
    gone_lines: Collection[int]

    def __bool__(self) -> bool:
        rows = (self.new_entrants, self.changed_entrants, self.gone_entrants)
        return any((*rows, self.new_lines, self.changed_lines, self.gone_lines))


def _change_of(heat: Heat, state: HeatState) -> _Change:
    known = {one.label: one for one in EventEntrant.every.filter(heat=heat)}
    state = _with_strata(state, known)
    new, changed = list[EventEntrant](), list[EventEntrant]()
    for one in state.entrants:
        row = known.get(one.label) or EventEntrant(heat=heat, label=one.label)
        wanted = _entrant_values(one)
        if row.pk is None or [getattr(row, name) for name in ENTRANT_COLUMNS] != wanted:
            (new if row.pk is None else changed).append(row)
            for name, value in zip(ENTRANT_COLUMNS, wanted, strict=True):
                setattr(row, name, value)
    labels = {one.label for one in state.entrants}
    gone = [row.pk for label, row in known.items() if label not in labels and not row.withdrawn]
    stored = _stored_lines(heat)
    said = {line.place: _said(line) for line in state.lines}
    return _Change(
        heat.state_number,
        state,
        known,
        new,
        changed,
        gone,
        {place: values for place, values in said.items() if place not in stored},
        {stored[at][0]: values for at, values in said.items() if at in stored and stored[at][1] != values},
        [pk for place, (pk, values) in stored.items() if place not in said and not values[-1]],
    )


def _with_strata(state: HeatState, known: Mapping[str, EventEntrant]) -> HeatState:
    """Return the state with the stored strata where it does not say them."""
    if all(one.stratum is not None for one in state.entrants):
        return state
    stored = {label: row.stratum for label, row in known.items()}
    entrants = [
        one if one.stratum is not None else replace(one, stratum=stored.get(one.label, "")) for one in state.entrants
    ]
    return replace(state, entrants=tuple(entrants))


def _entrant_values(one: StateEntrant) -> list[Any]:
    penalties = [list(penalty) for penalty in one.penalties]
    return [one.kind, one.line, one.stratum or "", one.robot, penalties, one.contestant, False]


def _said(line: StateLine) -> Said:
    columns = line.result.columns()
    result = [columns[name] for name in RESULT_COLUMNS]
    return (line.south, line.north, str(columns["status"]), *result, line.table_board, False)


def _stored_lines(heat: Heat) -> dict[Place, tuple[int, Said]]:
    rows: Any = EventLine.every.filter(heat=heat).order_by()
    columns = ("south__label", "north__label", *LINE_COLUMNS[2:])
    return {tuple(place): (pk, tuple(said)) for pk, *place, said in _split(rows.values_list("pk", *PLACE, *columns))}


def _split(rows: Iterable[tuple[Any, ...]]) -> Iterable[tuple[Any, ...]]:
    for row in rows:
        yield (*row[:4], row[4:])


def _entrants_write(heat: Heat, change: _Change) -> dict[str, int]:
    """Write the entrants that are new or changed. Return the keys of all of them by label."""
    changed = [row.pk for row in change.changed_entrants]
    moved = [*changed, *change.gone_entrants]  # two entrants may have exchanged contestants
    if moved:
        EventEntrant.every.filter(pk__in=moved).update(contestant=None)
    EventEntrant.every.bulk_update(change.changed_entrants, [name.removesuffix("_id") for name in ENTRANT_COLUMNS])
    EventEntrant.every.bulk_create(change.new_entrants)
    if not change.new_entrants:
        return {label: row.pk for label, row in change.entrants.items()}
    return dict(EventEntrant.every.filter(heat=heat).values_list("label", "pk"))


def _lines_write(heat: Heat, change: _Change, labels: Mapping[str, int]) -> None:
    """Write the lines in few statements: Django's own bulk methods let other writers wait five times as long."""
    moved = [*change.changed_lines, *change.gone_lines]  # two lines may have exchanged rows at the tables
    if any(said[-2] is not None for said in (*change.changed_lines.values(), *change.new_lines.values())):
        EventLine.every.filter(pk__in=moved).exclude(table_board=None).update(table_board=None)
    _drop(EventLine, heat, change.gone_lines)
    quoted = [connection.ops.quote_name(name) for name in LINE_COLUMNS]
    table = connection.ops.quote_name(EventLine._meta.db_table)
    with connection.cursor() as cursor:
        if change.changed_lines:
            cursor.executemany(
                f"UPDATE {table} SET {', '.join(f'{name} = %s' for name in quoted)} WHERE id = %s",
                [(*_keyed(said, labels), pk) for pk, said in change.changed_lines.items()],
            )
        if change.new_lines:
            at = connection.ops.adapt_datetimefield_value(timezone.now())
            names: list[str] = ["heat_id", *PLACE, *LINE_COLUMNS, "at"]
            cursor.executemany(
                f"INSERT INTO {table} ({', '.join(map(connection.ops.quote_name, names))}) "
                f"VALUES ({', '.join(['%s'] * len(names))})",
                [(heat.pk, *place, *_keyed(said, labels), at) for place, said in change.new_lines.items()],
            )


def _keyed(said: Said, labels: Mapping[str, int]) -> Said:
    return (labels[said[0]], labels[said[1]], *said[2:])


def _entrants_drop(heat: Heat, gone: Collection[int]) -> None:
    if gone:
        deletion_lock(EventEntrant.every.filter(pk__in=gone))
        _drop(EventEntrant, heat, gone)


def _drop(model: type[EventEntrant] | type[EventLine], heat: Heat, keys: Collection[int]) -> None:
    """Delete rows, but withdraw those that a publication names. Once the window has closed an entrant with a place may
    be published at any moment.
    """
    if not keys:
        return
    named = _named(heat, model)
    if model is EventEntrant and heat.event.is_closed():
        named |= set(EventPlace.objects.filter(entrant__in=keys).values_list("entrant", flat=True))
    if model is EventEntrant:
        gone = EventLine.every.filter(heat=heat, withdrawn=True)
        named |= {key for both in gone.values_list("south", "north") for key in both}
    model.every.filter(pk__in=named.intersection(keys)).update(withdrawn=True)
    model.every.filter(pk__in=set(keys) - named).delete()


def _named(heat: Heat, model: type[EventEntrant] | type[EventLine]) -> set[int]:
    """Return the keys of entrants, or of lines, that the event's publications name."""
    found: set[int] = set()
    for publication in heat.event.publications.defer(None):
        if model is EventLine:
            found |= {row[0] for row in publication.lines}
        else:
            found |= {row["entrant"] for one in publication.payload["lists"] for row in one["rows"]}
            found |= {key for row in publication.lines for key in row[4:6]}
    return found


def _heat_note(heat: Heat, change: _Change) -> bool:
    """Note in the heat's row what was stored. Return True if anything changed."""
    state = change.state
    changed = bool(change) or heat.state_digest != state.digest
    played, planned = state.rounds or (None, None)
    heat.rounds_played, heat.rounds_planned, heat.complete = played, planned, state.complete
    heat.tables = state.tables or heat.tables
    heat.refused_state = heat.set_aside = ""
    if changed:
        heat.state_number += 1
        heat.state_digest = state.digest
    heat.save()
    if changed:
        event_scoring_ask(event_id=heat.event_id)
        heat_tell_ask(heat=heat)
    return changed
