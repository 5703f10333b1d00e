"""The digest of an event's published ranking: one hash over all figures, without names and keys of the database."""

import hashlib
import json
from typing import Any

from clubsite.events.models import EventEntrant, EventPublication

FORMAT = 1


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
    text = [FORMAT, publication.event.seal_id, publication.version, facts, sorted(map(_as_text, lines))]
    return hashlib.sha256(_as_text(text).encode()).hexdigest()


def _as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
