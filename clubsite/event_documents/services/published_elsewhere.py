"""The published ranking of an event that another server organises, stored for the pages of this one."""

from typing import Any

from clubsite.event_documents.messages.bodies import RankedListPart, ResultBody
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.messages.rules import part_written
from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.events.models import (
    Event,
    EventEntrant,
    EventPublication,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.selectors.event_payload import EVENT_PUBLICATION_FORMAT
from clubsite.events.services.shut_boards import boards_shut
from games.event_seed import secret_commitment

MAX_VERSIONS = 100
"""The most versions of one ranking that are stored: a hub that changes it without an end fills no disk."""
CONTESTANT_FACTS = ("kind", "line", "stratum", "robot", "second_play")


def result_take(*, event: Event, body: ResultBody) -> None:
    """Store a published ranking: the other heats by name, and a version whose payload is like one made here.

    The secret says that the event is over in every club, so the boards open. A secret that does not fit the commitment
    is not stored. Raise BadDocument after MAX_VERSIONS. Runs in the caller's transaction, with the event locked.
    """
    entrants = _entrants(event, body)
    payload = {
        "format": EVENT_PUBLICATION_FORMAT,
        "scoring": event.scoring,
        "winners": event.winners,
        "minimum_boards": event.min_boards,
        "tables": {heat.heat: heat.tables for heat in body.heats},
        "lists": [_list(one, entrants) for one in body.lists],
        "boards": [_board(part_written(board)) for board in body.boards],
    }
    newest = event.publications.order_by("version").last()
    if newest is None or newest.payload != payload:
        if event.publications.count() >= MAX_VERSIONS:
            raise BadDocument(f"The ranking has changed more than {MAX_VERSIONS} times. The last one stays here.")
        version = max(body.version, newest.version + 1 if newest is not None else 1)
        EventPublication.objects.create(event=event, version=version, payload=payload)
    event.status = EventStatus.PUBLISHED
    if body.secret and secret_commitment(body.secret) == event.commitment:
        event.shown_secret = body.secret
    event.save(update_fields=["status", "shown_secret"])
    boards_shut(event=event)


def _entrants(event: Event, body: ResultBody) -> dict[tuple[str, str], int]:
    """Store the contestants of all heats with their names, and return their keys by heat and label.

    Contestants of other servers that the ranking does not have any more lose their names.
    """
    found = {}
    heats = {heat.public_id: heat for heat in event.heats.all()}
    on_their_way = _on_their_way(event)
    for part in body.heats:
        heat = heats.get(part.heat)
        if heat is None:
            if Heat.objects.filter(public_id=part.heat).exists():
                continue  # an id of another event's heat: nothing of it is shown
            heat = Heat.objects.create(
                event=event, public_id=part.heat, club_name=part.club, status=HeatStatus.ACCEPTED, tables=part.tables
            )
        known = {one.label: one for one in heat.entrants.all()}
        for one in part.contestants:
            entrant = known.get(one.label) or EventEntrant(heat=heat, label=one.label)
            facts = {name: getattr(one, name) for name in CONTESTANT_FACTS}
            if heat not in on_their_way:
                facts["name"] = one.name
            if entrant.pk is None or any(getattr(entrant, name) != value for name, value in facts.items()):
                for name, value in facts.items():
                    setattr(entrant, name, value)
                entrant.save()
            found[part.heat, one.label] = entrant.pk
    elsewhere = EventEntrant.objects.filter(heat__event=event, heat__club=None).exclude(name="")
    gone = set(elsewhere.values_list("pk", flat=True)).difference(found.values())
    EventEntrant.objects.filter(pk__in=gone).update(name="")
    return found


def _on_their_way(event: Event) -> set[Heat]:
    """Return the heats of this server with documents that wait: the hub may not know today's names of theirs yet."""
    waiting = EventMessage.objects.filter(event=event, direction=MessageDirection.OUT, state=MessageState.WAITS)
    return {message.heat for message in waiting.exclude(type="ask").select_related("heat") if message.heat is not None}


def _list(part: RankedListPart, entrants: dict[tuple[str, str], int]) -> dict[str, Any]:
    rows = []
    for row in part.rows:
        entrant = entrants.get((row.heat, row.label))
        if entrant is not None:
            columns = {"entrant": entrant, "place": row.place, "won": row.won}
            columns |= {"possible": row.possible, "boards": row.boards}
            rows.append(columns | ({"master_points": row.master_points} if row.master_points else {}))
    return {"kind": part.kind, "line": part.line, "stratum": part.stratum, "rows": rows}


def _board(board: dict[str, Any]) -> dict[str, Any]:
    for row in board["frequencies"]:
        row["ns"], row["ew"] = row["ns"] or None, row["ew"] or None
    return board
