"""What a hub says about its event and a heat of this server: facts, sealed boards, how the event stands."""

from typing import Any

from django.db import transaction

from clubsite.core.refused import Refused
from clubsite.events.heat_state import stored_state
from clubsite.events.models import Event, EventAction, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.sealing import seal_facts
from clubsite.events.selectors.answer_rules import HEAT, ID, PLACED, STANDING
from clubsite.events.selectors.event_ends import has_given_cards
from clubsite.events.selectors.event_rules import Announcement, first_heard_differs
from clubsite.events.services.at_hub_requests import answer_read, heat_asked, noted
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.events import event_locked
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.shut_boards import boards_shut
from clubsite.events.services.telling import places_tell

LEFT_TOLD = "left"
"""The value of `told_plans` once the hub knows that a heat has left."""
PLACE_COLUMNS = tuple(PLACED)


def heat_hear(*, heat: Heat, **limits: Any) -> None:
    """Ask the hub about a heat, and take over what has changed. Raise ServerSilent or HubRefused as `heat_asked`."""
    etag = heat.at_hub.facts_etag
    answer = heat_asked(heat, "GET", headers={"If-None-Match": etag} if etag else {}, **limits)
    if answer.status == 304:
        return
    heard = answer_read(HEAT, answer)
    with transaction.atomic():
        event_locked(heat.event)
        heard_take(heat=heat, heard=heard)
    noted(heat, facts_etag=answer.etag)
    heat.refresh_from_db()


def heard_take(*, heat: Heat, heard: dict[str, Any]) -> None:
    """Take over what a hub says about a heat, in the caller's transaction with the event locked.

    Facts that were heard first stay. A heat that has its cards keeps what they are dealt from.
    """
    heat = heat_locked(heat)
    event = heat.event
    announced_take(event=event, facts=heard["event"])
    if heard["sealed"] and heard["sealed"] != event.sealed_boards and not has_given_cards(event):
        event.sealed_boards = heard["sealed"]
        event.save(update_fields=["sealed_boards"])
    if heat.status == HeatStatus.ACCEPTED and heard["status"] in (HeatStatus.DECLINED, HeatStatus.LEFT):
        heat.status = HeatStatus(heard["status"])
        heat.save(update_fields=["status"])
        noted(heat, told_plans=LEFT_TOLD)
    known = {heat.at_hub.sent_digest, stored_state(heat).digest}
    told = heard["state"]
    if told["number"] and told["digest"] in known:  # its answer was lost on the way, or somebody took it along
        there = {"told_number": told["number"], "told_digest": told["digest"], "told_confirmed": heard["confirmed"]}
        noted(heat, **there, conflict=None)


def announced_read(facts: dict[str, Any], *, first: bool = False) -> tuple[str, Announcement]:
    """Return the id of an event at its hub, and what it announces there. Raise Refused for what is not possible."""
    rest = dict(facts)
    try:
        event_id = ID.read(rest.pop("id", None))
        return event_id, Announcement.checked(rest, first=first)
    except (Refused, ValueError) as no:
        raise Refused(f"The organiser announces an event that is not possible: {no}") from no


def announced_take(*, event: Event, facts: dict[str, Any]) -> None:
    """Change what the organiser may change, and log what it may not, in the caller's transaction with the event locked.
    Boards that were sealed for other facts are dropped.
    """
    event_id, said = announced_read(facts)
    if event_id != event.hub_id:
        raise Refused("This is about another event.", "file")
    was, shut = seal_facts(event), (event.status, event.window_closes)
    refused = first_heard_differs(event, said)
    kept = {name: getattr(event, name) for name in refused}
    said.put_into(event)
    for name, value in kept.items():
        setattr(event, name, value)
    if said.status == EventStatus.CANCELLED and event.status == EventStatus.ANNOUNCED:
        event.status = EventStatus.CANCELLED
    if seal_facts(event) != was:
        event.sealed_boards = ""
    event.save()
    if refused:
        _refusal_log(event, refused)
    if shut != (event.status, event.window_closes):
        boards_shut(event=event)


def _refusal_log(event: Event, refused: list[str]) -> None:
    told = set(event.log.filter(action=EventAction.FACTS_REFUSED).values_list("subject", flat=True))
    for words in sorted({name.replace("_", " ") for name in refused} - told):
        event_log_add(event, EventAction.FACTS_REFUSED, words)


def standing_hear(*, heat: Heat) -> None:
    """Ask the hub how the event and the heat stand."""
    standing_take(heat=heat, said=answer_read(STANDING, heat_asked(heat, "GET", "standing/")))


def standing_take(*, heat: Heat, said: dict[str, Any]) -> None:
    """Store how the whole event stands, and the provisional places of a heat."""
    standing = {
        "heats": said["heats"],
        "played": max(0, said["heats_in"] - said["playing"]),
        "playing": said["playing"],
        "contestants": said["contestants"],
        "lists": [_list(one) for one in said["lists"] if one["leader"] is not None and not one["stratum"]],
    }
    with transaction.atomic():
        event = event_locked(heat.event)
        if event.status == EventStatus.PUBLISHED:
            return
        changed = _places_take(event, heat, said["places"])
        if event.heard_standing != standing:
            event.heard_standing, changed = standing, True
            event.save(update_fields=["heard_standing"])
        if changed:
            transaction.on_commit(lambda: places_tell(event_id=event.pk), robust=True)


def _list(one: dict[str, Any]) -> dict[str, Any]:
    leader = one["leader"]
    first = {"place": "1", "won": leader["won"], "possible": leader["possible"], "club": leader["club"]}
    return {"kind": one["kind"], "line": one["line"], "placed": one["entrants"], **first}


def _places_take(event: Event, heat: Heat, places: list[dict[str, Any]]) -> bool:
    """Store the provisional places of a heat. Return True if one has changed."""
    entrants = {one.label: one for one in heat.entrants.all()}
    rows = dict[tuple[Any, ...], EventPlace]()
    for one in places:
        if who := entrants.get(one["label"]):
            facts = {name: one[name] for name in PLACE_COLUMNS}
            rows[who.pk, one["line"], one["stratum"]] = EventPlace(event=event, entrant=who, kind=who.kind, **facts)
    stored: Any = EventPlace.objects.filter(entrant__heat=heat)
    columns = ("entrant_id", *PLACE_COLUMNS)
    if {tuple(getattr(row, name) for name in columns) for row in rows.values()} == set(stored.values_list(*columns)):
        return False
    stored.delete()
    EventPlace.objects.bulk_create(rows.values())
    return True
