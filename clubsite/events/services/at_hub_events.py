"""An event of another server, its hub: a club joins it, asks the hub, and stores what the hub says about a heat."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.core.json_rules import Fields, FreeObject, json_loaded, json_read, json_tidied, moment_text, said_text
from clubsite.core.limits import SERVERS_TYPED
from clubsite.core.other_servers import ServerAnswer, ServerSilent, server_asked
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.heat_state import stored_state
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus, HubHeat
from clubsite.events.sealing import seal_facts
from clubsite.events.selectors.event_facts import HAS_CARDS
from clubsite.events.selectors.event_rules import (
    CHANGEABLE,
    FACT_NAMES,
    FACTS,
    HEAT,
    ID,
    JOINED,
    Announcement,
    first_heard_differs,
)
from clubsite.events.selectors.players import may_be_named
from clubsite.events.services.event_requests import boards_shut, event_locked, event_log_add, heat_locked
from clubsite.events.services.events import change_log
from clubsite.installation import site_version


class HubRefused(Refused):
    """The error for a request that the hub refuses, with the hub's own sentence. `data` is the object in its answer."""

    def __init__(self, status: int, message: str, data: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.status, self.data = status, data

    @property
    def is_end(self) -> bool:
        """True if the hub no longer knows the token or the heat."""
        return self.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def heat_asked(heat: Heat, method: str, what: str = "", *, etag: str = "", **facts: Any) -> ServerAnswer:
    """Ask the hub about a heat. The answer for a known `etag` is empty. Raise KeyMissing if no key opens the token."""
    headers = {"Authorization": f"Bearer {heat.at_hub.token.open()}", **facts.pop("headers", {})}
    headers |= {"If-None-Match": etag} if etag else {}
    return hub_asked(heat.event.hub, method, f"heats/{heat.hub_id}/{what}", headers=headers, **facts)


def hub_asked(hub: str, method: str, path: str, **facts: Any) -> ServerAnswer:
    """Ask a hub. Raise ServerSilent if there is no answer, and HubRefused if the hub refuses."""
    answer = server_asked(method, f"{hub}/api/v1/{path}", **facts)
    if answer.status < 300 or answer.status == HTTPStatus.NOT_MODIFIED:
        return answer
    data = None
    with suppress(Refused):
        data = json_loaded(answer.data)
    if not 400 <= answer.status < 500 or not isinstance(data, dict) or "detail" not in data:
        raise ServerSilent  # such as the page of a proxy
    raise HubRefused(answer.status, said_text(data["detail"]) or f"Status {answer.status}.", data)


def answer_read(rules: Fields, answer: ServerAnswer) -> Any:
    """Return the values of an answer by its rules. Raise ServerSilent for any other answer."""
    try:
        return body_read(rules, answer.data)
    except Refused as no:
        raise ServerSilent from no


def body_read(rules: Fields, data: bytes) -> Any:
    """Return a hub's body by its rules, tidied: one odd name voids no ranking. Raise Refused for any other body."""
    loaded = None
    with suppress(RecursionError):
        loaded = json_tidied(json_loaded(data))
    if not isinstance(loaded, dict) or rules.keys().isdisjoint(loaded):
        raise Refused("This is not what an organiser’s server sends.", "file")
    return json_read({name: FreeObject() if rule is FACTS else rule for name, rule in rules.items()}, loaded)


def noted(heat: Heat, **facts: Any) -> None:
    """Store these columns in the row about the heat's hub."""
    for name, value in facts.items():
        setattr(heat.at_hub, name, value)
    HubHeat.objects.filter(pk=heat.pk).update(**facts)


def hub_join(
    *, club: Club, user: User, hub: str, letters: str, planned_at: datetime | None = None, tables: int | None = None
) -> Heat:
    """Connect or reconnect a heat to its hub with an organiser's invitation. Raise Refused with the field at fault."""
    own = settings.PUBLIC_URL.rstrip("/")
    if SERVERS_TYPED.exceeded(str(user.pk)):
        raise Refused(SERVERS_TYPED.refusal(str(user.pk)), "address")
    if hub == own:
        raise Refused("This event is organised on this server. Join it from the list of events.", "address")
    plan = {"planned_at": moment_text(planned_at), "tables": tables, "names": may_be_named(club)}
    body = {"invitation": letters, **plan, "server": own, "software": f"two-handed-club {site_version()}"[:60]}
    try:
        joined = answer_read(JOINED, hub_asked(hub, "POST", "heats/", body=body))
    except HubRefused as no:
        errors = no.data.get("errors")
        named = [error.get("field") for error in errors if isinstance(error, dict)] if isinstance(errors, list) else []
        usual = "letters" if "invitation" in named or no.status == HTTPStatus.FORBIDDEN or no.is_end else ""
        raise Refused(str(no), next((name for name in ("planned_at", "tables") if name in named), usual)) from no
    except ServerSilent as no:
        raise Refused(str(no), "address") from no
    heard, etag = _heard_of(hub, joined)
    with transaction.atomic():
        heat = _heat_get_or_create(hub, club, user, heard)
        new = {"token": Sealed.of(joined["token"]), "facts_etag": etag, "refusal": "", "refused_digest": ""}
        HubHeat.objects.update_or_create(heat=heat, defaults=new)
        heard_take(heat=heat, heard=heard)
    return heat


def hub_file_take(*, club: Club, user: User, file: bytes, heat: Heat | None = None) -> Heat:
    """Store the organiser's file about `heat`, or about a new heat. Raise Refused for any other file."""
    heard = body_read(HEAT, file)
    hub = heat.event.hub if heat is not None else f"by hand {club.slug}"
    if heat is not None and heat.hub_id != heard["heat"]:
        raise Refused("This file is of another heat. Ask the organiser for the file of this one.", "file")
    with transaction.atomic():
        taken = _heat_get_or_create(hub, club, user, heard)
        HubHeat.objects.get_or_create(heat=taken)
        heard_take(heat=taken, heard=heard)
        about = {"file": "heat", "sha256": sha256(file).hexdigest()}
        event_log_add(taken.event, EventAction.FILE_READ, about, heat=taken, user=user)
    return taken


def connection_end(*, heat: Heat, user: User) -> None:
    """Forget a heat's token at its hub. The hub keeps what it has; from now on everything goes by hand."""
    with transaction.atomic():
        heat.at_hub.token = Sealed()
        heat.at_hub.save(update_fields=["token"])
        event_log_add(heat.event, EventAction.CONNECTION_ENDED, heat.club_name, heat=heat, user=user)


def _heard_of(hub: str, joined: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return what the hub says about the heat, and its ETag. The invitation is used up, so this is retried."""
    headers = {"Authorization": f"Bearer {joined['token']}"}
    for _ in range(3):
        with suppress(ServerSilent):
            answer = hub_asked(hub, "GET", f"heats/{joined['heat']}/", headers=headers)
            heard: dict[str, Any] = answer_read(HEAT, answer)
            if (heard["heat"], announced_read(heard["event"])[0]) == (joined["heat"], joined["event"]):
                return heard, answer.etag
    raise Refused(
        "The organiser’s server took the invitation, and then did not answer. Ask the organiser for a new invitation.",
        "address",
    )


def _heat_get_or_create(hub: str, club: Club, user: User, heard: dict[str, Any]) -> Heat:
    """Return the heat that a hub described, in the caller's transaction. Store it and its event the first time."""
    hub_id, announcement = announced_read(heard["event"], first=True)
    event = Event.objects.filter(hub=hub, hub_id=hub_id).first()
    if event is not None:
        event = event_locked(event)
    elif announcement.status == EventStatus.CANCELLED:
        raise Refused("This event does not take place.", "address")
    else:
        event = Event(hub=hub, hub_id=hub_id, announced_at=timezone.now(), created_by=user)
        event.status = EventStatus.ANNOUNCED
        announcement.put_into(event)
        event.save()
        event_log_add(event, EventAction.HEARD_OF, event.organiser, user=user)
    facts = {"club": club, "club_name": heard["club"], "status": HeatStatus.ACCEPTED}
    facts |= {name: heard[name] for name in ("planned_at", "tables")}
    heat, new = Heat.objects.get_or_create(event=event, hub_id=heard["heat"], defaults=facts)
    if heat.club_id != club.pk:
        raise Refused("This invitation is for a heat of another club of this site.", "letters")
    if new:
        event_log_add(event, EventAction.JOINED, heat.club_name, heat=heat, user=user)
    return heat


def heat_hear(*, heat: Heat, **limits: Any) -> None:
    """Ask the hub about a heat, and store what has changed. Raise ServerSilent or HubRefused like `heat_asked`."""
    answer = heat_asked(heat, "GET", etag=heat.at_hub.facts_etag, **limits)
    if answer.status == HTTPStatus.NOT_MODIFIED:
        return
    heard = answer_read(HEAT, answer)
    with transaction.atomic():
        event_locked(heat.event)
        heard_take(heat=heat, heard=heard)
    noted(heat, facts_etag=answer.etag)
    heat.refresh_from_db()


def heard_take(*, heat: Heat, heard: dict[str, Any]) -> None:
    """Store what a hub says about a heat, in the caller's transaction with the event locked."""
    heat = heat_locked(heat)
    event = heat.event
    announced_take(event=event, facts=heard["event"])
    if heard["sealed"] and heard["sealed"] != event.sealed_boards and not event.heats.filter(HAS_CARDS).exists():
        event.sealed_boards = heard["sealed"]
        event.save(update_fields=["sealed_boards"])
    if heat.status == HeatStatus.ACCEPTED and heard["status"] in (HeatStatus.DECLINED, HeatStatus.LEFT):
        heat.status = HeatStatus(heard["status"])
        heat.save(update_fields=["status"])
        noted(heat, told_plans=HeatStatus.LEFT)
    state = heard["state"]
    if state["number"] and state["digest"] in (heat.at_hub.sent_digest, stored_state(heat).digest):
        # Its answer was lost on the way, or somebody took it along.
        there = {"told_number": state["number"], "told_digest": state["digest"], "told_confirmed": heard["confirmed"]}
        noted(heat, **there, conflict=None)


def announced_read(facts: dict[str, Any], *, first: bool = False) -> tuple[str, Announcement]:
    """Return an event's id at its hub, and what it announces there. Raise Refused for impossible facts."""
    rest = dict(facts)
    try:
        return ID.read(rest.pop("id", None)), Announcement.checked(rest, first=first)
    except (Refused, ValueError) as no:
        raise Refused(f"The organiser announces an event that is not possible: {no}") from no


def announced_take(*, event: Event, facts: dict[str, Any]) -> None:
    """Change what the organiser may change. Log this, and refused changes, in a transaction with the event locked."""
    event_id, announcement = announced_read(facts)
    if event_id != event.hub_id:
        raise Refused("This is about another event.", "file")
    was, shut = seal_facts(event), (event.status, event.window_closes)
    refused = first_heard_differs(event, announcement)
    for name in refused:
        setattr(announcement, name, getattr(event, name))
    for name in sorted({*CHANGEABLE, "public_number"}.intersection(FACT_NAMES)):
        if getattr(announcement, name) != getattr(event, name):
            change_log(event, name, getattr(announcement, name))
    announcement.put_into(event)
    if announcement.status == EventStatus.CANCELLED and event.status == EventStatus.ANNOUNCED:
        event.status = EventStatus.CANCELLED
    if seal_facts(event) != was:
        event.sealed_boards = ""
    event.save()
    refusal_log(event=event, names=refused)
    if shut != (event.status, event.window_closes):
        boards_shut(event=event)


def refusal_log(*, event: Event, names: Iterable[str]) -> None:
    """Log the facts that are not accepted from the hub, each only once."""
    logged = event.log.filter(action=EventAction.FACTS_REFUSED).values_list("facts__fact", flat=True)
    for name in sorted({*names} - {*logged}):
        event_log_add(event, EventAction.FACTS_REFUSED, {"fact": name})
