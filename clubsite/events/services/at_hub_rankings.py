"""The published ranking of another server's event, stored for the pages of this one.

A ranking of 20,000 rows is stored in several transactions, so that others can write in between. Until the last one
nobody reads it.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventEntrant, EventPublication, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.answer_rules import RANKING
from clubsite.events.services.at_hub_events import (
    HubRefused,
    announced_read,
    announced_take,
    answer_read,
    body_read,
    file_log,
    heat_asked,
    heat_file_take,
    noted,
    refusal_log,
)
from clubsite.events.services.event_requests import SOON, boards_shut
from clubsite.events.services.events import event_locked
from games.event_seed import secret_commitment

MAX_RANKING_BYTES, MAX_FILE_BYTES = 25_000_000, 5_000_000
ROWS_AT_ONCE, LAST_TOLD_VERSION = 500, 30_000
MAX_VERSIONS = 100
"""The most versions of one ranking that are stored, so that a hub that keeps changing it cannot fill the disk."""
NOT_BY_HAND = (
    "A file is read only for an event that goes by hand in every club of this server. Here the organiser’s server says "
    "itself what is new."
)
TOO_MANY_VERSIONS = f"The ranking has changed more than {MAX_VERSIONS} times. The last one stays here."
ENTRANT_FACTS, OWN_FACTS = ("kind", "line", "stratum", "robot", "second_play", "name"), ("second_play",)
Keys = dict[tuple[str, str], int]
"""The keys of entrants by the ids of their heats at the hub and their labels."""


def ranking_hear(*, heat: Heat) -> None:
    """Fetch the ranking of a heat's event from its hub once it is published, and later again: its names may change."""
    others = Heat.objects.filter(event=heat.event_id, at_hub__ranking_at__gt=timezone.now() - SOON).exclude(pk=heat.pk)
    if heat.event.window_closes > timezone.now() or others.exists():
        return
    etag = heat.at_hub.ranking_etag
    try:
        answer = heat_asked(heat, "GET", "ranking/", etag=etag, most=MAX_RANKING_BYTES)
    except HubRefused as no:
        if no.status != HTTPStatus.CONFLICT:
            raise
        return
    if answer.status != HTTPStatus.NOT_MODIFIED:
        ranking_take(event=heat.event, said=answer_read(RANKING, answer))
    noted(heat, ranking_at=timezone.now(), ranking_etag=answer.etag or etag)
    heat.event.refresh_from_db()


def organiser_file_take(*, heat: Heat, file: bytes, user: User) -> None:
    """Take a file of the organiser about a heat, or a ranking. Raise Refused for another file or another event."""
    others = heat.event.heats.filter(club__isnull=False).exclude(club=heat.club)
    if heat.at_hub.is_connected or others.exists():
        raise Refused(NOT_BY_HAND, "file")
    if heat.club is not None and b'"lists"' not in file:
        heat_file_take(club=heat.club, user=user, file=file, heat=heat)
        return
    ranking_take(event=heat.event, said=body_read(RANKING, file))
    file_log(heat=heat, what="ranking", file=file, user=user)
    noted(heat, ranking_at=timezone.now())


def ranking_take(*, event: Event, said: dict[str, Any]) -> None:
    """Store a published ranking: the other heats by name, and a version whose payload is like one made here.

    The secret says that the event is over in every club, so the boards open. A secret that does not fit the commitment
    is not stored, and a line in the log says so. Raise Refused for a ranking of another event.
    """
    ids = {one["heat"] for one in said["heats"]}
    named = [(one["heat"], part["label"]) for one in said["heats"] for part in one["entrants"]]
    if len(set(named)) < len(named) or len(ids) < len(said["heats"]):
        raise Refused("The ranking names a heat, or a contestant of a heat, twice.", "file")
    if announced_read(said["facts"])[0] != event.hub_id or event.status == EventStatus.CANCELLED:
        raise Refused("This ranking is of another event, or of one that was cancelled.", "file")
    full = event.publications.count() >= MAX_VERSIONS
    if full and event.heats.filter(hub_id__in=ids).count() < len(ids):
        raise Refused(TOO_MANY_VERSIONS)  # before any row is written
    heats = _heats_put(event, said["heats"])
    payload = _payload(event, said, heats, _entrants_put(event, heats, said["heats"]))
    with transaction.atomic():
        event = event_locked(event)
        announced_take(event=event, facts=said["facts"])
        newest = event.publications.order_by("version").last()
        if newest is None or newest.payload != payload:
            if full:
                raise Refused(TOO_MANY_VERSIONS)
            version = max(min(said["version"], LAST_TOLD_VERSION), newest.version + 1 if newest is not None else 1)
            EventPublication.objects.create(event=event, version=version, payload=payload, digest=said["digest"])
        event.status = EventStatus.PUBLISHED
        if said["secret"] and not event.shown_secret:
            fits = secret_commitment(said["secret"]) == event.commitment
            event.shown_secret = said["secret"] if fits else ""
            refusal_log(event=event, names=() if fits else ("secret",))
        event.save(update_fields=["status", "shown_secret"])
        boards_shut(event=event)


def _heats_put(event: Event, said: list[dict[str, Any]]) -> dict[str, Heat]:
    """Store the heats of other servers. Return all heats of the ranking by their ids at the hub."""
    rows = [
        Heat(event=event, hub_id=one["heat"], club_name=one["club"], status=HeatStatus.ACCEPTED, tables=one["tables"])
        for one in said
    ]
    for some in _parts(rows):
        Heat.objects.bulk_create(some, ignore_conflicts=True)  # those that are known stay as they are
    return {heat.hub_id: heat for heat in event.heats.exclude(hub_id="")}


def _entrants_put(event: Event, heats: dict[str, Heat], said: list[dict[str, Any]]) -> Keys:
    """Store the contestants of all heats with today's names; those who are gone lose theirs. Return their keys."""
    rows = EventEntrant.every.filter(heat__event=event)
    known = {(row.heat_id, row.label): row for row in rows}
    new, changed = list[EventEntrant](), list[tuple[int, dict[str, Any]]]()
    for heat, one in ((heats[part["heat"]], one) for part in said for one in part["entrants"]):
        own = heat.club_id is not None
        row = known.pop((heat.pk, one["label"]), None)
        facts = {name: one[name] for name in (OWN_FACTS if own else ENTRANT_FACTS)}
        if row is None and not own:
            new.append(EventEntrant(heat=heat, label=one["label"], **facts))
        elif row is not None and any(getattr(row, name) != value for name, value in facts.items()):
            changed.append((row.pk, facts))
    for some in _parts(new):
        EventEntrant.every.bulk_create(some)
    for parts in _parts(changed):
        with transaction.atomic():  # 500 short statements are far quicker than a `bulk_update`
            for pk, facts in parts:
                EventEntrant.every.filter(pk=pk).update(**facts)
    for keys in _parts([row.pk for row in known.values() if row.name]):
        EventEntrant.every.filter(pk__in=keys, heat__club=None).update(name="")
    ids: Any = rows.values_list("heat__hub_id", "label", "pk")
    return {(hub_id, label): pk for hub_id, label, pk in ids}


def _parts(rows: list[Any]) -> list[list[Any]]:
    return [rows[at : at + ROWS_AT_ONCE] for at in range(0, len(rows), ROWS_AT_ONCE)]


def _payload(event: Event, said: dict[str, Any], heats: dict[str, Heat], keys: Keys) -> dict[str, Any]:
    """Return a payload as `event_payload` makes it, with the digests of the heats at the hub."""
    ids = {hub_id: heat.public_id for hub_id, heat in heats.items()}
    return {
        "scoring": event.scoring,
        "winners": event.winners,
        "minimum_boards": event.min_boards,
        "tables": {ids[one["heat"]]: one["tables"] or 0 for one in said["heats"] if one["counts"]},
        "lists": [{**one, "rows": [*_rows(one["rows"], keys)]} for one in said["lists"]],
        "boards": [
            {**one, "frequencies": [{**row, "heat": ids.get(row.get("heat", ""), "")} for row in one["frequencies"]]}
            for one in said["boards"]
        ],
        "digests": {ids[one["heat"]]: one["digest"] for one in said["heats"]},
    }


def _rows(rows: list[dict[str, Any]], keys: Keys) -> Iterator[dict[str, Any]]:
    for row in rows:
        if entrant := keys.get((row["heat"], row["label"])):
            yield {"entrant": entrant, **{name: row[name] for name in row if name not in ("heat", "label")}}
