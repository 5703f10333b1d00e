"""What a publication of an event says, from its stored places and frequencies, its digest, and whether one is due."""

import datetime
import hashlib
import json
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any

from clubsite.events.models import (
    Event,
    EventBoard,
    EventEntrant,
    EventLine,
    EventPlace,
    EventPublication,
    EventScoring,
    EventStatus,
)
from clubsite.events.selectors.awaited_heats import heats_awaited
from clubsite.events.selectors.event_facts import heats_counting, tables_of_heats
from clubsite.rankings.fractions import text_of
from scoring.event import EventRow
from scoring.masterpoints import SCHEMES, masterpoints

EVENT_PUBLICATION_FORMAT = DIGEST_FORMAT = 1
PUBLISHED_LINE = (
    "id", "board", "round", "table", "south_id", "north_id", "status", "contract", "declarer", "lead", "tricks",
    "ns_score", "ruling", "group",
)  # fmt: skip
"""The columns of EventLine that a publication keeps of each line."""
BOARD_FIELD_COLUMNS = ("number", "kind", "top", "results", "frequencies")


def event_payload(event: Event) -> dict[str, Any]:
    """Return the lists of places and the frequencies of each board, with the keys of entrants and without names.

    `tables` is the number of tables of each heat that counts, by its id, and `digests` are those of the heats' states.
    """
    tables, counting = tables_of_heats(event), heats_counting(event)
    rows = event.heats.filter(pk__in=counting).order_by("pk").values_list("pk", "public_id", "state_digest")
    heats = {public_id: tables[pk] for pk, public_id, _ in rows}
    boards: Any = EventBoard.objects.filter(event=event).order_by("number", "kind")
    return {
        "format": EVENT_PUBLICATION_FORMAT,
        "scoring": event.scoring,
        "winners": event.winners,
        "minimum_boards": event.min_boards,
        "tables": heats,
        "digests": {public_id: digest for _, public_id, digest in rows},
        "lists": _lists(event, sum(heats.values())),
        "boards": list(boards.values(*BOARD_FIELD_COLUMNS)),
    }


def lines_published(event: Event) -> list[list[Any]]:
    """Return the lines of the heats that count, as a publication keeps them: the values of `PUBLISHED_LINE`."""
    rows: Any = EventLine.objects.filter(heat__in=heats_counting(event)).order_by("heat", "board", "round", "pk")
    return [list(row) for row in rows.values_list(*PUBLISHED_LINE)]


def is_said_by(publication: EventPublication, payload: dict[str, Any]) -> bool:
    """True if the content of the publication is exactly `payload`."""
    return bool(publication.payload == json.loads(json.dumps(payload)))


def event_digest(publication: EventPublication) -> str:
    """Return the SHA-256, as 64 hex digits, of a published version: its lists, its boards and its lines.

    Entrants are in it by heat and number, so it stays the same when a name changes or the club moves.
    """
    rows: Any = EventEntrant.every.filter(heat__event=publication.event_id)
    numbers = {pk: at for pk, *at in rows.values_list("pk", "heat__public_id", "label")}
    said = publication.payload
    lines: list[Any] = []
    for one in said["lists"]:
        listed = [{**row, "entrant": numbers.get(row["entrant"])} for row in one["rows"]]
        lines.append({**one, "rows": listed})
    for _, board, number, table, south, north, *result in publication.lines:
        lines.append([board, number, table, numbers.get(south), numbers.get(north), *result])
    facts = {**said, "lists": []}
    text = [DIGEST_FORMAT, publication.event.seal_id, publication.version, facts, sorted(map(_as_text, lines))]
    return hashlib.sha256(_as_text(text).encode()).hexdigest()


def _as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def newest_publication(event: Event) -> EventPublication | None:
    """Return the newest published version, or None before the first one."""
    return event.publications.order_by("version").last()


def correctable_until(event: Event) -> datetime.datetime | None:
    """Return the end of the correction period, or None before the first publication."""
    first = event.publications.order_by("version").values_list("at", flat=True).first()
    return None if first is None else first + datetime.timedelta(hours=event.correction_hours)


def due_by_clock(now: datetime.datetime) -> list[Event]:
    """Return the events that are published by the clock now: the window has closed, there are scores that count, and
    the event waits for no heat but for those that were left out.
    """
    closed = Event.objects.filter(status=EventStatus.ANNOUNCED, publish_by_clock=True, hub="", window_closes__lte=now)
    return [
        event
        for event in closed.order_by("pk")
        if heats_counting(event, now) and not any(one.heat.counts for one in heats_awaited(event))
    ]


def is_scored(event: Event) -> bool:
    """True if the stored ranking is that of the end: scored after the window had closed, with every change."""
    state = EventScoring.objects.filter(event=event).first()
    return (
        state is not None
        and state.asked == state.done
        and state.scored_at is not None
        and state.scored_at >= event.window_closes
    )


def _lists(event: Event, tables: int) -> list[dict[str, Any]]:
    places = EventPlace.objects.filter(event=event).order_by("stratum", "kind", "line", "position")
    found = []
    for (stratum, kind, line), rows in groupby(places, key=lambda one: (one.stratum, one.kind, one.line)):
        own = list(rows)
        awards = _awards(own, tables, event.winners) if event.master_points and not stratum else {}
        found.append({"kind": kind, "line": line, "stratum": stratum, "rows": [_listed(row, awards) for row in own]})
    return found


def _awards(rows: Iterable[EventPlace], tables: int, winners: int) -> dict[Any, Fraction]:
    placed = [EventRow(row.entrant_id, row.place, Fraction(row.won), row.possible, row.boards) for row in rows]
    return {entry: award for entry, award in masterpoints(SCHEMES["event"], placed, tables, winners).items() if award}


def _listed(row: EventPlace, awards: dict[Any, Fraction]) -> dict[str, Any]:
    columns = {"entrant": row.entrant_id, "place": row.place, "won": row.won}
    columns |= {"possible": row.possible, "boards": row.boards}
    award = awards.get(row.entrant_id)
    return columns | ({} if award is None else {"master_points": text_of(award)})
