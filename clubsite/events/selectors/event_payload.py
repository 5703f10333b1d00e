"""The content of an event's publication, from its stored places and frequencies, its digest, and whether one is due."""

import datetime
from fractions import Fraction
from itertools import groupby
from typing import Any

from clubsite.events.models import Event, EventEntrant, EventPublication, EventStatus
from clubsite.events.selectors.awaited_heats import heats_awaited
from clubsite.events.selectors.event_facts import heats_counting, tables_of_heats
from clubsite.events.selectors.event_reader import BOARD_FIELD_COLUMNS, LIST_COLUMNS, PLACE_COLUMNS
from clubsite.rankings.digests import digest_of
from clubsite.rankings.fractions import text_of
from scoring.event import EventRow
from scoring.masterpoints import SCHEMES, masterpoints

PUBLISHED_LINE = (
    "id", "board", "round", "table", "south_id", "north_id", "status", "contract", "declarer", "lead", "tricks",
    "ns_score", "ruling", "group",
)  # fmt: skip
"""The columns of EventLine that a publication keeps of each line."""
Json = dict[str, Any]


def event_payload(event: Event) -> Json:
    """Return the lists of places and the frequencies of each board, with the keys of entrants and without names.

    `tables` is the number of tables of each heat that counts, by its id, and `digests` are those of the heats' states.
    """
    tables = tables_of_heats(event)
    heats = event.heats.filter(pk__in=heats_counting(event)).order_by("pk")
    return {
        "scoring": event.scoring,
        "winners": event.winners,
        "minimum_boards": event.min_boards,
        "tables": {heat.public_id: tables[heat.pk] for heat in heats},
        "digests": {heat.public_id: heat.state_digest for heat in heats},
        "lists": _lists(event, sum(tables[heat.pk] for heat in heats)),
        "boards": list(event.board_fields.order_by("number", "kind").values(*BOARD_FIELD_COLUMNS)),
    }


def _lists(event: Event, tables: int) -> list[Json]:
    places: Any = event.places.order_by("stratum", "kind", "line", "position").values(*LIST_COLUMNS, *PLACE_COLUMNS)
    found = []
    for which, group in groupby(places, key=lambda one: {column: one[column] for column in LIST_COLUMNS}):
        rows = [{column: one[column] for column in PLACE_COLUMNS} for one in group]
        if event.master_points and not which["stratum"]:
            placed = [
                EventRow(one["entrant"], one["place"], Fraction(one["won"]), one["possible"], one["boards"])
                for one in rows
            ]
            awards = masterpoints(SCHEMES["event"], placed, tables, event.winners)
            given = {entrant: {"master_points": text_of(award)} for entrant, award in awards.items() if award}
            rows = [row | given.get(row["entrant"], {}) for row in rows]
        found.append({**which, "rows": rows})
    return found


def event_digest(publication: EventPublication) -> str:
    """Return the SHA-256, as 64 hex digits, of a published version: its lists, its boards and its lines.

    Entrants are in it by heat and number, so it stays the same when a name changes or the club moves.
    """
    rows: Any = EventEntrant.every.filter(heat__event=publication.event_id)
    numbers = {pk: at for pk, *at in rows.values_list("pk", "heat__public_id", "label")}
    said = publication.payload
    lists = [
        [{**one, "rows": [{**row, "entrant": numbers.get(row["entrant"])} for row in one["rows"]]}]
        for one in said["lists"]
    ]
    lines = [
        [board, number, table, numbers.get(south), numbers.get(north), *result]
        for _, board, number, table, south, north, *result in publication.lines
    ]
    parts = {"boards": [[{**said, "lists": []}]], "players": [], "results": lines, "figures": lists}
    return digest_of(publication.event.seal_id, publication.version, parts)


def correctable_until(event: Event) -> datetime.datetime | None:
    """Return the end of the correction period, or None before the first publication."""
    first = event.publications.order_by("version").values_list("at", flat=True).first()
    return None if first is None else first + datetime.timedelta(hours=event.correction_hours)


def due_by_clock(now: datetime.datetime) -> list[Event]:
    """Return the events that are published by the clock now: the window has closed, there are scores that count, and no
    heat is awaited but those that were left out.
    """
    closed = Event.objects.filter(status=EventStatus.ANNOUNCED, publish_by_clock=True, hub="", window_closes__lte=now)
    return [
        event
        for event in closed.order_by("pk")
        if heats_counting(event, now) and not any(one.heat.counts for one in heats_awaited(event))
    ]
