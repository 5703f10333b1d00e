"""The standing and the published ranking of another server's event, stored for the pages of this server.

A ranking of 20,000 rows is stored in several transactions, so that others can write in between. It is read at the end.
"""

from datetime import timedelta
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventAction, EventEntrant, EventPlace, EventPublication, EventStatus, HubHeat
from clubsite.events.models.heats import Heat, HeatStatus
from clubsite.events.selectors.event_rules import RANKING, STANDING
from clubsite.events.services import at_hub_events
from clubsite.events.services.event_requests import SOON, boards_shut, event_locked, event_log_add
from clubsite.events.services.scoring import COLUMNS_SCORED, places_tell, rows_changed, rows_write
from games.event_seed import secret_commitment

MAX_FILE_BYTES, MAX_RANKING_BYTES, MAX_VERSIONS = 5_000_000, 25_000_000, 100
"""The versions of one ranking that are stored at most, so that a hub that keeps changing it cannot fill the disk."""
ROWS_AT_ONCE = 500
NOT_BY_HAND = (
    "A file is read only for an event that goes by hand in every club of this server. Here the organiser’s server says "
    "itself what is new."
)
TOO_MANY_VERSIONS = f"The ranking has changed more than {MAX_VERSIONS} times. The last one stays here."


def standing_hear(*, heat: Heat) -> None:
    """Ask the hub how the event and the heat stand, once the window has opened."""
    if heat.counts and heat.event.status == EventStatus.ANNOUNCED and heat.event.window_opens <= timezone.now():
        answer = at_hub_events.heat_asked(heat, "GET", "standing/")
        standing_take(heat=heat, body=at_hub_events.answer_read(STANDING, answer))


def standing_take(*, heat: Heat, body: dict[str, Any]) -> None:
    """Store the standing of the whole event, and the provisional places of a heat."""
    lists = [
        {"kind": ranking["kind"], "line": ranking["line"], "placed": ranking["entrants"], "place": "1"}
        | {name: ranking["leader"][name] for name in ("won", "possible", "club")}
        for ranking in body["lists"]
        if ranking["leader"] is not None and not ranking["stratum"]
    ]
    standing = {name: body[name] for name in ("heats", "playing", "contestants")}
    standing |= {"played": max(0, body["heats_in"] - body["playing"]), "lists": lists}
    entrants = {entrant.label: entrant for entrant in heat.entrants.all()}
    places = {
        (who.pk, place["line"], place["stratum"]): (who.kind, *(place[name] for name in COLUMNS_SCORED[EventPlace][1:]))
        for place in body["places"]
        if (who := entrants.get(place["label"]))
    }
    with transaction.atomic():
        event = event_locked(heat.event)
        if event.status == EventStatus.PUBLISHED:
            return
        changes = rows_changed(EventPlace, event, {"entrant__heat": heat}, places)
        rows_write(EventPlace, *changes)
        if event.heard_standing != standing:
            event.heard_standing = standing
            event.save(update_fields=["heard_standing"])
        elif not any(changes):
            return
        transaction.on_commit(lambda: places_tell(event_id=event.pk), robust=True)


def names_let_go() -> None:
    """Remove the names of other clubs' players in rankings that could not be fetched again for a month."""
    old = HubHeat.objects.filter(ranking_at__isnull=False).values("heat__event").annotate(last=Max("ranking_at"))
    for event in old.filter(last__lt=timezone.now() - timedelta(days=30)).values_list("heat__event", flat=True):
        EventEntrant.every.filter(heat__event=event, heat__club=None).exclude(name="").update(name="")
        HubHeat.objects.filter(heat__event=event).update(ranking_at=None, ranking_etag="")


def ranking_hear(*, heat: Heat) -> None:
    """Fetch the ranking of a heat's event from its hub once published, and again later because names may change."""
    others = Heat.objects.filter(event=heat.event_id, at_hub__ranking_at__gt=timezone.now() - SOON).exclude(pk=heat.pk)
    if heat.event.window_closes > timezone.now() or others.exists():
        return
    etag = heat.at_hub.ranking_etag
    try:
        answer = at_hub_events.heat_asked(heat, "GET", "ranking/", etag=etag, most=MAX_RANKING_BYTES)
    except at_hub_events.HubRefused as no:
        if no.status != HTTPStatus.CONFLICT:
            raise
        return
    if answer.status != HTTPStatus.NOT_MODIFIED:
        ranking_take(event=heat.event, body=at_hub_events.answer_read(RANKING, answer))
    at_hub_events.noted(heat, ranking_at=timezone.now(), ranking_etag=answer.etag or etag)
    heat.event.refresh_from_db()


def organiser_file_take(*, heat: Heat, file: bytes, user: User) -> None:
    """Store the organiser's file about a heat, or a ranking. Raise Refused for any other file or another event."""
    others = heat.event.heats.filter(club__isnull=False).exclude(club=heat.club)
    if heat.at_hub.is_connected or others.exists():
        raise Refused(NOT_BY_HAND, "file")
    if heat.club is not None and b'"lists"' not in file:
        at_hub_events.hub_file_take(club=heat.club, user=user, file=file, heat=heat)
        return
    ranking_take(event=heat.event, body=at_hub_events.body_read(RANKING, file))
    about = {"file": "ranking", "sha256": sha256(file).hexdigest()}
    event_log_add(heat.event, EventAction.FILE_READ, about, heat=heat, user=user)
    at_hub_events.noted(heat, ranking_at=timezone.now())


def ranking_take(*, event: Event, body: dict[str, Any]) -> None:
    """Store a published ranking: the other heats by name, and a version whose payload is like one made here.

    The secret shows that the event is over in every club, so the boards open. A secret that does not fit the commitment
    is not stored, and a line in the log says so. Raise Refused for a ranking of another event.
    """
    ids = {heat["heat"] for heat in body["heats"]}
    named = [(heat["heat"], part["label"]) for heat in body["heats"] for part in heat["entrants"]]
    if len(set(named)) < len(named) or len(ids) < len(body["heats"]):
        raise Refused("The ranking names a heat, or a contestant of a heat, twice.", "file")
    if at_hub_events.announced_read(body["facts"])[0] != event.hub_id or event.status == EventStatus.CANCELLED:
        raise Refused("This ranking is of another event, or of one that was cancelled.", "file")
    full = event.publications.count() >= MAX_VERSIONS
    if full and event.heats.filter(hub_id__in=ids).count() < len(ids):
        raise Refused(TOO_MANY_VERSIONS)  # before any row is written
    payload = _payload(event, body, *_heats_put(event, body["heats"]))
    with transaction.atomic():
        event = event_locked(event)
        at_hub_events.announced_take(event=event, facts=body["facts"])
        newest = event.publications.order_by("version").last()
        if newest is None or newest.payload != payload:
            if full:
                raise Refused(TOO_MANY_VERSIONS)
            version = max(min(body["version"], 30_000), newest.version + 1 if newest is not None else 1)
            EventPublication.objects.create(event=event, version=version, payload=payload, digest=body["digest"])
        event.status = EventStatus.PUBLISHED
        if body["secret"] and not event.shown_secret:
            fits = secret_commitment(body["secret"]) == event.commitment
            event.shown_secret = body["secret"] if fits else ""
            at_hub_events.refusal_log(event=event, names=() if fits else ("secret",))
        event.save(update_fields=["status", "shown_secret"])
        boards_shut(event=event)


def _heats_put(event: Event, bodies: list[dict[str, Any]]) -> tuple[dict[str, Heat], dict[tuple[str, str], int]]:
    """Store the heats on other servers, and all contestants with today's names. Contestants who are gone lose their
    names. Return the heats by their ids at the hub, and the keys of contestants by those ids and their labels.
    """
    for some in _parts(bodies):
        new_heats = [
            Heat(event=event, hub_id=part["heat"], club_name=part["club"], tables=part["tables"]) for part in some
        ]
        for heat in new_heats:
            heat.status = HeatStatus.ACCEPTED
        Heat.objects.bulk_create(new_heats, ignore_conflicts=True)  # those that are known stay as they are
    heats = {heat.hub_id: heat for heat in event.heats.exclude(hub_id="")}
    rows = EventEntrant.every.filter(heat__event=event)
    known = {(row.heat_id, row.label): row for row in rows}
    new, changed = list[EventEntrant](), list[tuple[int, dict[str, Any]]]()
    for heat, entrant in ((heats[part["heat"]], who) for part in bodies for who in part["entrants"]):
        own = heat.club_id is not None
        row = known.pop((heat.pk, entrant["label"]), None)
        facts = {"second_play": entrant["second_play"]} if own else entrant
        if row is None and not own:
            new.append(EventEntrant(heat=heat, **entrant))
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
    return heats, {(hub_id, label): pk for hub_id, label, pk in ids}


def _parts(rows: list[Any]) -> list[list[Any]]:
    return [rows[at : at + ROWS_AT_ONCE] for at in range(0, len(rows), ROWS_AT_ONCE)]


def _payload(event: Event, body: Any, heats: dict[str, Heat], keys: dict[tuple[str, str], int]) -> dict[str, Any]:
    """Return a payload like that of `event_payload`, with the digests of the heats at the hub."""
    ids = {hub_id: heat.public_id for hub_id, heat in heats.items()}
    for ranking in body["lists"]:
        rows = [(row, keys.get((row.pop("heat"), row.pop("label")))) for row in ranking["rows"]]
        ranking["rows"] = [{"entrant": entrant, **row} for row, entrant in rows if entrant is not None]
    return {
        "scoring": event.scoring,
        "winners": event.winners,
        "minimum_boards": event.min_boards,
        "tables": {ids[heat["heat"]]: heat["tables"] or 0 for heat in body["heats"] if heat["counts"]},
        "lists": body["lists"],
        "boards": [
            {
                **board,
                "frequencies": [{**row, "heat": ids.get(row.get("heat", ""), "")} for row in board["frequencies"]],
            }
            for board in body["boards"]
        ],
        "digests": {ids[heat["heat"]]: heat["digest"] for heat in body["heats"]},
    }
