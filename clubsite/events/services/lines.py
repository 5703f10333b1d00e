"""The entrants and lines of a heat that is played on this site, taken from its session."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from clubsite.core.row_locks import deletion_lock, rows_kept
from clubsite.duplicate.models import Contestant, Movement, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.events.models import EventEntrant, EventLine, EventPenalty, Heat
from clubsite.events.selectors.heat_penalties import heat_penalties
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.players import heat_people_set
from clubsite.events.services.scoring_requests import event_scoring_ask
from clubsite.events.signals import heat_lines_changed
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import SessionScoring
from clubsite.scores.models import ScoreEntry, ScoreStatus
from movements.plan import south_of

RESULT_COLUMNS = ("contract", "declarer", "lead", "tricks", "ns_score", "ruling", "group")
NOT_IN_PLAY = ScoreStatus.SIT_OUT
"""The status of a line that was taken and does not count any more."""
LINES_AT_ONCE = 400


class LinePlace(NamedTuple):
    """Where a line is in its heat. A heat has at most one line at each place."""

    board: int
    round: int
    table: str


@dataclass(frozen=True, slots=True)
class TakenLine:
    """What a line says: who played, the result's columns, and the row at the table that it comes from."""

    south: int
    north: int
    table_board: int | None
    status: str
    result: tuple[Any, ...]


def heat_lines_take(*, heat: Heat) -> bool:
    """Make a heat's entrants and lines agree with its session. Return True if anything changed.

    A line is taken once there is a result, if its board is one of the event's. A line whose row at the table is void or
    gone is kept with the status "sit_out" and without a result, and `revision` grows: such a line counts for nobody,
    and another server that has an older revision learns about it. `runs` of the heat then equals the number of
    scorings of the session. If anything changed, the event waits to be scored, from the same transaction on.
    """
    with transaction.atomic():
        contestants = Contestant.objects.filter(section__session=heat.session_id)
        rows_kept(Contestant, contestants.values_list("pk", flat=True))  # before the heat, in the order of a cascade
        heat = heat_locked(heat)
        if heat.session is None or heat.results_file_at is not None:
            return False
        # Read before the lines: a score that comes in meanwhile leads to another scoring of the session.
        runs = SessionScoring.objects.filter(session=heat.session).values_list("runs", flat=True).first() or 0
        entrants, changed = _entrants_take(heat, heat.session)
        heat_people_set(heat=heat)
        changed |= _penalties_take(heat, heat.session, entrants)
        changed |= lines_store(heat, _lines_of(heat, entrants))
        if heat.runs != runs:
            heat.runs = runs
            heat.save(update_fields=["runs"])
        if changed:
            event_scoring_ask(event_id=heat.event_id)
            heat_lines_changed.send(sender=Heat, heat=heat)
    return changed


def _entrants_take(heat: Heat, session: Session) -> tuple[dict[int, int], bool]:
    """Store the heat's entrants. Return a dict from contestant to entrant, and whether anything changed."""
    wanted = _entrant_columns(session) if session.status != SessionStatus.DRAFT else {}
    gone = heat.entrants.exclude(contestant__in=wanted)
    changed = gone.exists()
    deletion_lock(gone)
    gone.delete()
    retold = set()
    known = {entrant.contestant_id: entrant for entrant in heat.entrants.all()}
    for contestant, columns in wanted.items():
        entrant = known.get(contestant) or EventEntrant(heat=heat, contestant_id=contestant)
        if entrant.pk is None or any(getattr(entrant, name) != value for name, value in columns.items()):
            retold |= {entrant.pk} - {None}
            for name, value in columns.items():
                setattr(entrant, name, value)
            entrant.save()
            changed = True
        known[contestant] = entrant
    entrants_retell(heat=heat, entrants=retold)
    return {contestant: entrant.pk for contestant, entrant in known.items() if contestant is not None}, changed


def _entrant_columns(session: Session) -> dict[int, dict[str, Any]]:
    """Return each contestant's columns as an entrant, in the order of sections and numbers."""
    plans = dict(Movement.objects.filter(section__session=session).values_list("section", "plan"))
    apart = {section: south_of(plan) for section, plan in plans.items() if plan.get("winners") == 2}
    contestants = Contestant.objects.filter(section__session=session).select_related("section")
    return {
        one.pk: {
            "label": one.label,
            "kind": one.section.kind,
            "line": _line_of(one, apart),
            "stratum": one.stratum,
            "robot": bool(one.robot),
        }
        for one in contestants.order_by("section__name", "number")
    }


def _penalties_take(heat: Heat, session: Session, entrants: Mapping[int, int]) -> bool:
    """Make the penalties of a heat's entrants agree with its session's. Return True if anything changed."""
    given = heat_penalties(heat.event, session)
    wanted = [
        (entrants[contestant], text_of(amount), unit)
        for contestant, penalties in sorted(given.items())
        for amount, unit in penalties
        if contestant in entrants
    ]
    rows = EventPenalty.objects.filter(entrant__heat=heat)
    stored = Counter(rows.values_list("entrant", "amount", "unit"))
    if stored == Counter(wanted):
        return False
    differ = (stored - Counter(wanted)) + (Counter(wanted) - stored)
    entrants_retell(heat=heat, entrants={entrant for entrant, *_ in differ})
    rows.delete()
    EventPenalty.objects.bulk_create(
        EventPenalty(entrant_id=entrant, amount=amount, unit=unit) for entrant, amount, unit in wanted
    )
    return True


def entrants_retell(*, heat: Heat, entrants: Collection[int]) -> None:
    """Let the hub of another server's event be told again about these entrants: with a line of each, in the caller's
    transaction. A document has the contestants of its lines, and with each all of their penalties.
    """
    if heat.event.is_remote:
        heat.lines.filter(Q(south__in=entrants) | Q(north__in=entrants)).update(sent=0)


def _line_of(contestant: Contestant, apart: Mapping[int, frozenset[int]]) -> str:
    south = apart.get(contestant.section_id)
    if south is None:
        return "ALL"
    return "NS" if contestant.number in south else "EW"


def _lines_of(heat: Heat, entrants: Mapping[int, int]) -> dict[LinePlace, TakenLine]:
    """Return the lines of the event's boards that have a result now."""
    rows = TableBoard.objects.filter(
        round__section__session=heat.session_id,
        board__board_set__event_boards__gt=0,
        board__number__lte=heat.event.boards,
    ).exclude(state=TableBoardState.VOID)
    entries = _entries_of(heat)
    return {
        LinePlace(row.board.number, row.round.number, row.round.section.label(row.table.number)): TakenLine(
            entrants[row.ns_id], entrants[row.ew_id], row.pk, *entries[row.pk]
        )
        for row in rows.select_related("board", "round__section", "table").order_by("pk")
        if row.pk in entries
    }


def _entries_of(heat: Heat) -> dict[int, tuple[str, tuple[Any, ...]]]:
    """Return the status and the result's columns of the newest entry of each row at a table."""
    entries: Any = ScoreEntry.objects.filter(table_board__round__section__session=heat.session_id)
    rows = entries.order_by("pk").values_list("table_board", "status", *RESULT_COLUMNS)
    return {table_board: (status, tuple(columns)) for table_board, status, *columns in rows}


def lines_store(heat: Heat, wanted: Mapping[LinePlace, TakenLine]) -> bool:
    """Make a heat's lines agree with these, in the caller's transaction. Return True if anything changed."""
    known = {LinePlace(line.board, line.round, line.table): line for line in heat.lines.all()}
    changed = [line for place, line in known.items() if _said(line) != (wanted.get(place) or _gone(line))]
    moved = [line.pk for line in changed if line.table_board_id is not None]
    heat.lines.filter(pk__in=moved).update(table_board=None)  # two lines may have changed rows with each other
    for line in changed:
        _say(line, wanted.get(LinePlace(line.board, line.round, line.table)) or _gone(line))
        line.revision += 1
    written = ["south", "north", "table_board", "status", "revision", *RESULT_COLUMNS]
    EventLine.objects.bulk_update(changed, written, batch_size=LINES_AT_ONCE)
    new = [EventLine(heat=heat, **place._asdict()) for place in wanted if place not in known]
    for line in new:
        _say(line, wanted[LinePlace(line.board, line.round, line.table)])
    EventLine.objects.bulk_create(new, batch_size=LINES_AT_ONCE)
    return bool(changed or new)


def _said(line: EventLine) -> TakenLine:
    columns = tuple(getattr(line, name) for name in RESULT_COLUMNS)
    return TakenLine(line.south_id, line.north_id, line.table_board_id, line.status, columns)


def _gone(line: EventLine) -> TakenLine:
    nothing = tuple(None if name in ("tricks", "ns_score") else "" for name in RESULT_COLUMNS)
    return TakenLine(line.south_id, line.north_id, None, NOT_IN_PLAY, nothing)


def _say(line: EventLine, taken: TakenLine) -> None:
    line.south_id, line.north_id, line.table_board_id = taken.south, taken.north, taken.table_board
    line.status = taken.status
    for name, value in zip(RESULT_COLUMNS, taken.result, strict=True):
        setattr(line, name, value)
