"""A club of this server joins an event of another one: with the organiser's invitation, or with a file by hand."""

import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.core.limits import SERVERS_TYPED
from clubsite.core.other_servers import ServerSilent
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus, HubHeat
from clubsite.events.selectors.answer_rules import HEAT, JOINED
from clubsite.events.selectors.at_hub_bodies import join_body, plan_body
from clubsite.events.selectors.entrant_names import may_be_named
from clubsite.events.services.at_hub_events import announced_read, heard_take
from clubsite.events.services.at_hub_requests import HubRefused, answer_read, body_read, hub_asked
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.events import event_locked

BY_HAND = "by hand"
HEARD_TRIES = 3
ORGANISED_HERE = "This event is organised on this server. Join it from the list of events."
OF_ANOTHER_CLUB = "This invitation is for a heat of another club of this site."
LOST_ON_THE_WAY = (
    "The organiser’s server took the invitation, and then did not answer. Ask the organiser for a new invitation."
)
PLAN_FIELDS = ("planned_at", "tables")


def hub_join(
    *,
    club: Club,
    user: User,
    hub: str,
    letters: str,
    planned_at: datetime.datetime | None = None,
    tables: int | None = None,
) -> Heat:
    """Use an organiser's invitation, which connects a heat of the club with its hub. Return the heat.

    An invitation for a heat that is here already connects it again. Raise Refused with the field at fault.
    """
    if SERVERS_TYPED.exceeded(str(user.pk)):
        raise Refused(SERVERS_TYPED.refusal(str(user.pk)), "address")
    if hub == settings.PUBLIC_URL.rstrip("/"):
        raise Refused(ORGANISED_HERE, "address")
    body = join_body(plan_body(planned_at, tables), letters, may_be_named(club))
    try:
        joined = answer_read(JOINED, hub_asked(hub, "POST", "heats/", body=body))
    except HubRefused as no:
        raise _at_fields(no) from no
    except ServerSilent as no:
        raise Refused(str(no), "address") from no
    heard, etag = _heard_of(hub, joined)
    with transaction.atomic():
        event = _event_get_or_create(hub=hub, facts=heard["event"], user=user)
        heat = _heat_get_or_create(event, club, user, heard)
        HubHeat.objects.update_or_create(heat=heat, defaults={"token": Sealed.of(joined["token"]), "facts_etag": etag})
        heard_take(heat=heat, heard=heard)
    return heat


def heat_file_take(*, club: Club, user: User, data: bytes, heat: Heat | None = None) -> Heat:
    """Take the organiser's file about a heat of a club that goes by hand, for the first time or again. With `heat`, it
    has to be of that one. Raise Refused for another file.
    """
    heard = body_read(HEAT, data)
    hub = heat.event.hub if heat is not None else f"{BY_HAND} {club.slug}"
    if heat is not None and heat.hub_id != heard["heat"]:
        raise Refused("This file is of another heat. Ask the organiser for the file of this one.", "file")
    with transaction.atomic():
        event = _event_get_or_create(hub=hub, facts=heard["event"], user=user)
        taken = _heat_get_or_create(event, club, user, heard)
        HubHeat.objects.get_or_create(heat=taken)
        heard_take(heat=taken, heard=heard)
        event_log_add(event, EventAction.FILE_READ, file_words("heat", data), heat=taken, user=user)
    return taken


def file_words(what: str, data: bytes) -> str:
    """Return how the event's log names a file: what is in it, and its SHA-256."""
    return f"{what}, SHA-256 {sha256(data).hexdigest()}"


def _event_get_or_create(*, hub: str, facts: dict[str, Any], user: User) -> Event:
    """Return the event with these facts of this hub, in the caller's transaction. The first time, it is stored."""
    hub_id, said = announced_read(facts, first=True)
    known = Event.objects.filter(hub=hub, hub_id=hub_id).first()
    if known is not None:
        return event_locked(known)
    if said.status == EventStatus.CANCELLED:
        raise Refused("This event does not take place.", "address")
    event = Event(hub=hub, hub_id=hub_id, announced_at=timezone.now(), created_by=user, status=EventStatus.ANNOUNCED)
    said.put_into(event)
    event.save()
    event_log_add(event, EventAction.HEARD_OF, event.organiser, user=user)
    return event


def _heard_of(hub: str, joined: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return what the hub says about the heat, and its ETag. The invitation is used up, so this is tried again."""
    headers = {"Authorization": f"Bearer {joined['token']}"}
    for _ in range(HEARD_TRIES):
        try:
            answer = hub_asked(hub, "GET", f"heats/{joined['heat']}/", headers=headers)
            heard: dict[str, Any] = answer_read(HEAT, answer)
        except ServerSilent:
            continue
        if (heard["heat"], announced_read(heard["event"])[0]) == (joined["heat"], joined["event"]):
            return heard, answer.etag
    raise Refused(LOST_ON_THE_WAY, "address")


def _heat_get_or_create(event: Event, club: Club, user: User, heard: dict[str, Any]) -> Heat:
    facts = {"club": club, "club_name": heard["club"], "status": HeatStatus.ACCEPTED}
    facts |= {name: heard[name] for name in PLAN_FIELDS}
    heat, new = Heat.objects.get_or_create(event=event, hub_id=heard["heat"], defaults=facts)
    if heat.club_id != club.pk:
        raise Refused(OF_ANOTHER_CLUB, "letters")
    if new:
        event_log_add(event, EventAction.JOINED, heat.club_name, heat=heat, user=user)
    return heat


def _at_fields(no: HubRefused) -> Refused:
    """Return what a hub refuses as faults of the form's fields."""
    field = "letters" if no.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) or no.is_end else ""
    errors = no.data.get("errors")
    for one in errors if isinstance(errors, list) else []:
        name = str(one.get("field")) if isinstance(one, dict) else ""
        field = {"invitation": "letters"}.get(name, name if name in PLAN_FIELDS else field)
    return Refused(str(no), field)
