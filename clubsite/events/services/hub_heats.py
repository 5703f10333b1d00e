"""Clubs of other servers in an event of this one: their invitation, token and plans, the boards and their key."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, letters_typed, letters_written, new_token
from clubsite.events import sealing
from clubsite.events.models import STILL_THERE, Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.models.servers import HeatAccess, HeatInvitation
from clubsite.events.selectors.event_rules import SERVER
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.events.services.event_requests import boards_shut, event_locked, event_log_add, heat_locked, row_set
from clubsite.events.services.heats import heat_plan, heat_plan_check, joinable_check
from clubsite.events.services.hub_states import access_locked, heat_names_put

MAX_INVITED_SERVERS = 400


class NoSuchInvitation(Refused):
    """The refusal of a key that opens no invitation. Whoever tries many is refused for a while."""


def server_invite(*, event: Event, name: str, user: User) -> tuple[Heat, str]:
    """Invite a club of another server. Return its heat and key, which is not kept. Raise Refused if it cannot join."""
    with transaction.atomic():
        event = event_locked(event)
        joinable_check(event)
        there = event.heats.filter(status__in=STILL_THERE, club=None)
        if any(fold(heat.club_name) == fold(name) for heat in there.filter(status=HeatStatus.INVITED)):
            raise Refused(f"{name} is invited already. Its page has a button for a new key.", "club_name")
        if there.count() >= MAX_INVITED_SERVERS:
            raise Refused(f"An event has at most {MAX_INVITED_SERVERS} clubs of other servers.", "club_name")
        heat = Heat.objects.create(event=event, club_name=name, status=HeatStatus.INVITED)
        event_log_add(event, EventAction.INVITED, heat.club_name, heat=heat, user=user)
        return heat, _key_make(heat)


def invitation_renew(*, heat: Heat, user: User) -> str:
    """Return a new key for a club of another server, also if its token is lost. Raise Refused for any other heat."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.club_id is not None or heat.status not in (HeatStatus.INVITED, HeatStatus.ACCEPTED):
            raise Refused("This heat does not take part, or its club is on this server, so it needs no key.")
        event_log_add(heat.event, EventAction.INVITED, heat.club_name, heat=heat, user=user)
        return _key_make(heat)


def invitation_take(*, said: Mapping[str, Any]) -> tuple[Heat, str]:
    """Let a server join by a key. Return its heat and new token. Raise NoSuchInvitation, or Refused with the field."""
    with transaction.atomic():
        usable = HeatInvitation.usable().filter(key_hash=hash_token(letters_typed(said["invitation"])))
        found = usable.select_related("heat").first()
        heat = heat_locked(found.heat) if found is not None else None
        # Another process may have used the key before this one got the lock.
        if heat is None or heat.status not in (HeatStatus.INVITED, HeatStatus.ACCEPTED) or not usable.exists():
            raise NoSuchInvitation(
                "This invitation opens nothing: it is misspelt, was used already, was taken back, or is older than 14 "
                "days. Ask the organiser for a new one.",
                "invitation",
            )
        if heat.status == HeatStatus.INVITED:
            joinable_check(heat.event)
        if heat.released_at is None and not heat.event.is_closed():
            heat_plan_check(heat.event, said["planned_at"], said["tables"])
            heat.planned_at, heat.tables = said["planned_at"], said["tables"]
        plan = {"planned_at": heat.planned_at, "tables": heat.tables}
        row_set(heat, EventAction.JOINED, None, status=HeatStatus.ACCEPTED, **plan)
        HeatInvitation.objects.filter(heat=heat).update(used_at=timezone.now())
        token = f"heat_{new_token()}"
        access = {name: said[name] for name in SERVER} | {"token_hash": hash_token(token), "revoked_at": None}
        HeatAccess.objects.update_or_create(heat=heat, defaults=access)
        if not said["names"]:
            heat_names_put(heat=heat, names={})
    return heat, token


def heat_by_hand(*, heat: Heat, user: User) -> None:
    """Let an invited club take part without a line between the servers: its files go by hand."""
    with transaction.atomic():
        heat = heat_locked(heat)
        joinable_check(heat.event)
        if heat.status != HeatStatus.INVITED:
            raise Refused("This club has answered already.")
        HeatInvitation.objects.filter(heat=heat).delete()
        row_set(heat, EventAction.ACCEPTED, user, status=HeatStatus.ACCEPTED)


def token_revoke_of_heat(*, heat: Heat, user: User) -> None:
    """Let a heat's token open nothing from now on. What its server has sent stays."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if HeatAccess.objects.filter(heat=heat, revoked_at=None).update(revoked_at=timezone.now()):
            HeatInvitation.objects.filter(heat=heat, used_at=None).delete()
            event_log_add(heat.event, EventAction.TOKEN_REVOKED, heat.club_name, heat=heat, user=user)


def server_heat_change(*, heat: Heat, said: Mapping[str, Any]) -> None:
    """Change plans or `names`, or note that the `envelope` was opened, as the heat's server says. Raise Refused."""
    with transaction.atomic():
        heat = heat_locked(heat)
        access = access_locked(heat)
        plans = {name: said.get(name, getattr(heat, name)) for name in ("planned_at", "tables")}
        if said.keys() & plans.keys():
            heat_plan(heat=heat, user=None, **plans)
        if said.get("envelope"):
            if heat.status != HeatStatus.ACCEPTED or heat.envelope_at is None:
                raise Refused("No envelope was printed for this heat, or it does not take part any more.", "envelope")
            if heat.released_at is None:
                released = min(timezone.now(), heat.event.window_closes)  # it may be told long after it was used
                row_set(heat, EventAction.ENVELOPE_USED, None, released_at=released)
                boards_shut(event=heat.event)
        if "names" in said:
            access.names = said["names"]
            access.save(update_fields=["names"])
            if not access.names:
                heat_names_put(heat=heat, names={})


def sealed_boards_of(heat: Heat) -> str:
    """Return the event's boards, encrypted, or "" if the heat gets none now. The same facts have the same text."""
    if _why_no_boards(heat):
        return ""
    facts = sealing.seal_facts(heat.event)
    key = sealing.boards_key(heat.event.secret.open(), facts)
    nonce = hashlib.sha256(b"nonce" + bytes.fromhex(key)).digest()[: sealing.NONCE_BYTES]
    return sealing.boards_sealed(sealing.dealt_boards_of(heat.event), key=key, facts=facts, nonce=nonce)


def boards_key_give(*, heat: Heat) -> str:
    """Return the boards' key for a heat that starts now, also again. The log says so. Raise Refused at other times."""
    with transaction.atomic():
        heat, key = _heat_with_key(heat)
        access, planned = access_locked(heat), heat.planned_at
        if timezone.now() < (planned - DEALER_EARLY if planned is not None else heat.event.window_opens):
            raise Refused(
                "It is too early for the key: a heat gets it from an hour before its announced start, or once the "
                "window opens if it has announced none. If it starts earlier, announce another start."
            )
        if heat.released_at is None:
            words = ", ".join(filter(None, [heat.club_name, access.server]))
            row_set(heat, EventAction.KEY_SENT, None, words, released_at=timezone.now())
            boards_shut(event=heat.event)
        return key


def envelope_key(*, heat: Heat, user: User) -> str:
    """Return the key as it is printed for an envelope. The log says so. Raise Refused for a heat that can have none."""
    with transaction.atomic():
        heat, key = _heat_with_key(heat)
        if heat.club_id is not None:
            raise Refused("This club is on this server, so its heat needs no key.")
        row_set(heat, EventAction.ENVELOPE_PRINTED, user, envelope_at=heat.envelope_at or timezone.now())
        boards_shut(event=heat.event)
        return sealing.key_written(key)


def _why_no_boards(heat: Heat) -> str:
    event = heat.event
    if heat.status != HeatStatus.ACCEPTED:
        return "This heat does not take part in the event."
    if event.status != EventStatus.ANNOUNCED:
        return "The event does not take place any more, or is over."
    if event.awaits_public_number():
        return f"The boards are dealt once the public number is known: {event.public_number_words}."
    return ""


def _heat_with_key(heat: Heat) -> tuple[Heat, str]:
    """Return the locked heat, and the key of the boards. Raise Refused if it can have no key now."""
    heat = heat_locked(heat)
    if why := _why_no_boards(heat):
        raise Refused(why)
    if heat.event.is_closed():
        raise Refused("The window of the event has closed, so no heat gets the key any more.")
    return heat, sealing.boards_key(heat.event.secret.open(), sealing.seal_facts(heat.event))


def _key_make(heat: Heat) -> str:
    """Return a new key in letters, and keep its hash."""
    letters = letters_written(secrets.token_bytes(15), "-")  # 24 letters
    made = {"key_hash": hash_token(letters_typed(letters)), "made_at": timezone.now(), "used_at": None}
    HeatInvitation.objects.update_or_create(heat=heat, defaults=made)
    return letters
