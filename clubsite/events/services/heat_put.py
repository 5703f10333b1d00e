"""The only writer of a heat's entrants, people and lines. It stores a whole state, whatever its source."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock, rows_kept
from clubsite.events import heat_state
from clubsite.events.heat_state import HeatState, StatePerson, session_people
from clubsite.events.models import Event, EventAction, EventEntrant, EventLine, EventPerson, EventPlace, Heat
from clubsite.events.selectors.heats import SEAT_SOMEBODY_ELSE
from clubsite.events.selectors.players import barred_from
from clubsite.events.services.event_requests import event_log_add, event_scoring_ask, heat_locked, heat_tell_ask
from clubsite.nights.models import Contestant, Repair, Session, SessionStatus
from clubsite.rankings.models import SessionScoring
from scoring.result import RESULT_COLUMNS

ENTRANT_COLUMNS = ("kind", "line", "stratum", "robot", "penalties", "contestant_id", "withdrawn")
LINE_COLUMNS = ("south_id", "north_id", *RESULT_COLUMNS, "table_board_id", "withdrawn")
PLACE = ("board", "round", "table")


def heat_put(*, heat: Heat, state: HeatState, before: Callable[[Heat], None] | None = None) -> bool:
    """Store a state of a heat in place of the previous one. Return True if anything changed.

    The row of each label and of each place stays, because publications name rows by their keys. Checks and comparisons
    run before the transaction, so that others wait only for the writing. `before` is called in the transaction with the
    locked heat, before anything is written. Raise Refused with a sentence for each of the first faults in the state.
    """
    heat_state.heat_state_check(heat.event, state)
    number, (whole, entrants, lines) = heat.state_number, _change_of(heat, state)
    with transaction.atomic():  # the contestants are locked before the heat, in the order of a cascade
        rows_kept(Contestant, [entrant.contestant for entrant in state.entrants if entrant.contestant is not None])
        heat = heat_locked(heat)
        if before is not None:
            before(heat)
        if heat.state_number != number:
            whole, entrants, lines = _change_of(heat, state)
        labels = _entrants_write(heat, entrants)
        _lines_write(heat, lines, labels)
        _drop(EventEntrant, heat, entrants.gone)
        people = {labels[entrant.label]: entrant.people for entrant in state.entrants if entrant.people is not None}
        heat_people_put(heat=heat, people=people)
        changed = any((*entrants, *lines)) or heat.state_digest != whole.digest
        heat.rounds_played, heat.rounds_planned = whole.rounds or (None, None)
        heat.complete, heat.tables = whole.complete, whole.tables or heat.tables
        heat.refused_state = heat.set_aside = False
        heat.state_number, heat.state_digest = heat.state_number + changed, whole.digest
        heat.save()
        if changed:
            event_scoring_ask(event_id=heat.event_id)
            heat_tell_ask(heat=heat)
    return changed


def session_results_take(*, heat: Heat) -> bool:
    """Make a heat's entrants and lines agree with its session, and `runs` with the session's scorings. Return True if
    anything changed. If a state cannot be scored, the last good one counts, and `refused_state` is set.
    """
    played_here = Heat.objects.filter(pk=heat.pk, session__isnull=False, results_file_at=None)
    row = played_here.select_related("event", "session").first()
    if row is None or row.session is None:
        return False
    # Read before the lines: a score that comes in meanwhile leads to another scoring of the session.
    runs = SessionScoring.objects.filter(session=row.session).values_list("runs", flat=True).first() or 0

    def still_played_here(_: Heat) -> None:
        if not played_here.exists():
            raise Refused("The results of this heat came from a file in the meantime.")

    try:
        changed = heat_put(heat=row, state=heat_state.session_state(row, row.session), before=still_played_here)
    except Refused:
        changed = False
        played_here.update(refused_state=True)
    played_here.exclude(runs=runs).update(runs=runs)
    return changed


def newcomers_check(*, session: Session) -> None:
    """Raise Refused if the newest change of a running heat seats somebody who may not play in it."""
    heat = Heat.objects.select_related("event").filter(session=session).first()
    newest = Repair.objects.filter(section__session=session).order_by("-pk").first()
    if heat is None or newest is None or newest.undone_at is not None:
        return
    came = Person.objects.filter(pk__in=newest.people.filter(came=True).values("person")).select_related("user")
    if barred := barred_from(heat, list(came)):
        raise Refused(" ".join(f"{sentence} {SEAT_SOMEBODY_ELSE}" for sentence in barred), "name")


def heat_people_put(*, heat: Heat, people: Mapping[int, Collection[StatePerson]]) -> None:
    """Store the people of these entrants, by id, and mark those who play a second time. Rows keep their times."""
    with transaction.atomic():
        rows = EventPerson.objects.select_for_update().filter(entrant__in=people)
        left, gone = (
            Counter((entrant, person) for entrant, those in people.items() for person in those),
            list[EventPerson](),
        )
        for row in rows.order_by("pk"):
            pair = row.entrant_id, StatePerson(row.key, row.person_id, row.name)
            if left[pair]:
                left[pair] -= 1
            else:
                gone.append(row)
        new = [
            EventPerson(entrant_id=entrant, key=person.key, person_id=person.person, name=person.name)
            for entrant, person in left.elements()
        ]
        EventPerson.objects.filter(pk__in=[row.pk for row in gone]).delete()
        EventPerson.objects.bulk_create(new)
        if new or gone:
            keys = {row.key for row in (*new, *gone)} - {""}
            touched = Q(people__key__in=keys) | Q(pk__in=[row.entrant_id for row in (*new, *gone)])
            _mark(heat.event, EventEntrant.objects.filter(touched, heat__event=heat.event))


def person_accounts_follow(*, person: Person) -> None:
    """Store a person's key with every event entrant that they are, because the person now has an account."""
    rows = EventEntrant.objects.filter(contestant__persons__person=person).select_related("heat__event").distinct()
    for entrant in rows:
        (people,) = session_people(entrant.heat, [entrant.contestant_id]).values()
        heat_people_put(heat=entrant.heat, people={entrant.pk: people})


class _Rows(NamedTuple):
    """The rows to write, with their values by label or place. `moved` has the keys of rows that change or go."""

    wanted: Mapping[Any, tuple[Any, ...]]
    moved: Collection[int]
    gone: Collection[int]

    @classmethod
    def of(cls, stored: Mapping[Any, tuple[Any, ...]], new_rows: Mapping[Any, tuple[Any, ...]]) -> "_Rows":
        """Compare the stored rows, each with its key first, with the rows of a state. Both end with `withdrawn`."""
        wanted = {at: values for at, values in new_rows.items() if at not in stored or stored[at][1:] != values}
        gone = [row[0] for at, row in stored.items() if at not in new_rows and not row[-1]]
        return cls(wanted, [stored[at][0] for at in wanted if at in stored] + gone, gone)


def _change_of(heat: Heat, state: HeatState) -> tuple[HeatState, _Rows, _Rows]:
    """Return the state with all strata, and the entrants and lines that differ from the stored ones."""
    entrants: Any = EventEntrant.every.filter(heat=heat).order_by().values_list("pk", "label", *ENTRANT_COLUMNS)
    known = {label: (pk, *values) for pk, label, *values in entrants}
    if any(entrant.stratum is None for entrant in state.entrants):  # the stored strata stay
        strata = {label: values[3] for label, values in known.items()} | {
            entrant.label: entrant.stratum for entrant in state.entrants if entrant.stratum is not None
        }
        filled = tuple(replace(entrant, stratum=strata.get(entrant.label, "")) for entrant in state.entrants)
        state = replace(state, entrants=filled)
    by_label: Any = {
        entrant.label: (
            entrant.kind,
            entrant.line,
            entrant.stratum,
            entrant.robot,
            list(map(list, entrant.penalties)),
            entrant.contestant,
            False,
        )
        for entrant in state.entrants
    }
    rows: Any = EventLine.every.filter(heat=heat).order_by()
    stored = rows.values_list("pk", *PLACE, "south__label", "north__label", *LINE_COLUMNS[2:])
    results: Any = {line.place: (line.south, line.north, *line.said, line.table_board, False) for line in state.lines}
    lines = _Rows.of({(board, number, table): (pk, *values) for pk, board, number, table, *values in stored}, results)
    return state, _Rows.of(known, by_label), lines


def _entrants_write(heat: Heat, rows: _Rows) -> dict[str, int]:
    """Write the new or changed entrants. Return the keys of all entrants by label."""
    if rows.moved:  # two entrants may have exchanged contestants
        EventEntrant.every.filter(pk__in=rows.moved).update(contestant=None)
    by_label = {label: dict(zip(ENTRANT_COLUMNS, values, strict=True)) for label, values in rows.wanted.items()}
    EventEntrant.every.bulk_create(
        [EventEntrant(heat=heat, label=label, **values) for label, values in by_label.items()],
        update_conflicts=True,
        unique_fields=["heat", "label"],
        update_fields=[name.removesuffix("_id") for name in ENTRANT_COLUMNS],
    )
    return dict(EventEntrant.every.filter(heat=heat).values_list("label", "pk"))


def _lines_write(heat: Heat, rows: _Rows, labels: Mapping[str, int]) -> None:
    """Write the lines in one statement: Django's own bulk methods let other writers wait five times as long."""
    if any(values[-2] is not None for values in rows.wanted.values()):  # two lines may have exchanged rows at tables
        EventLine.every.filter(pk__in=rows.moved).exclude(table_board=None).update(table_board=None)
    _drop(EventLine, heat, rows.gone)
    quote, key = connection.ops.quote_name, ["heat_id", *PLACE]
    columns = [*key, *LINE_COLUMNS]
    changes = ", ".join(f"{quote(name)} = EXCLUDED.{quote(name)}" for name in LINE_COLUMNS)
    known = f" ON CONFLICT ({', '.join(map(quote, key))}) DO UPDATE SET {changes}" if rows.moved else ""
    entries = rows.wanted.items()
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quote(EventLine._meta.db_table)} ({', '.join(map(quote, columns))}) "
            f"VALUES ({', '.join(['%s'] * len(columns))}){known}",
            [(heat.pk, *place, labels[south], labels[north], *rest) for place, (south, north, *rest) in entries],
        )


def _drop(model: type[EventEntrant] | type[EventLine], heat: Heat, gone: Collection[int]) -> None:
    """Delete rows, but withdraw those that a publication or a withdrawn line names or may soon name."""
    if not gone:
        return
    named, publications = set[int](), heat.event.publications.defer(None)
    if model is EventLine:
        named.update(row[0] for each in publications for row in each.lines)
    else:
        deletion_lock(EventEntrant.every.filter(pk__in=gone))
        withdrawn = EventLine.every.filter(heat=heat, withdrawn=True)
        named.update(key for both in withdrawn.values_list("south", "north") for key in both)
        for publication in publications:
            named.update(row["entrant"] for ranking in publication.payload["lists"] for row in ranking["rows"])
            named.update(key for row in publication.lines for key in row[4:6])
        if heat.event.is_closed():
            named.update(EventPlace.objects.filter(entrant__in=gone).values_list("entrant", flat=True))
    model.every.filter(pk__in=named.intersection(gone)).update(withdrawn=True)
    model.every.filter(pk__in=set(gone) - named).delete()


def _mark(event: Event, entrants: QuerySet[EventEntrant]) -> None:
    """Mark each of these entrants with a person who has played the event before in another heat, log it, and unmark the
    others. The heat that began first counts. A heat on another server began when it got the key.
    """
    keys = EventPerson.objects.filter(entrant__in=entrants).exclude(key="").values("key")
    rows = EventPerson.objects.filter(entrant__heat__event=event, key__in=keys)
    rows = rows.exclude(entrant__heat__session__status=SessionStatus.DRAFT, entrant__heat__results_file="")
    began = Coalesce("entrant__heat__session__started_at", "entrant__heat__released_at", "since")
    plays: defaultdict[str, list[Any]] = defaultdict(list)
    for key, *play in rows.values_list("key", began, "entrant__heat", "entrant"):
        plays[key].append(play)
    firsts = {key: min(times)[1] for key, times in plays.items()}
    second = {entrant for key, times in plays.items() for _, heat, entrant in times if heat != firsts[key]}
    marked = EventEntrant.objects.filter(pk__in=entrants, second_play=True)
    changed = marked.exclude(pk__in=second).update(second_play=False)
    to_mark = EventEntrant.objects.filter(pk__in=second, second_play=False).select_related("heat").order_by("pk")
    for entrant in to_mark:
        if EventEntrant.objects.filter(pk=entrant.pk, second_play=False).update(second_play=True):
            event_log_add(event, EventAction.PLAYED_TWICE, {"number": entrant.label}, heat=entrant.heat)
            changed += 1
    if changed:
        event_scoring_ask(event_id=event.pk)
