"""Clubs of other servers in an event of this one: their invitation, token and plans, the boards and their key."""

import datetime
import hashlib
import secrets
from base64 import b32encode
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, new_token
from clubsite.events import sealing
from clubsite.events.models import STILL_THERE, Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.models.servers import HeatAccess, HeatInvitation
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.events.services.event_requests import boards_shut, event_log_add
from clubsite.events.services.events import event_locked
from clubsite.events.services.heats import heat_locked, heat_plan, heat_plan_check, joinable_check
from clubsite.events.services.hub_states import access_locked, heat_names_put

KEY_BYTES = 15  # 24 letters, without a filling sign
MAX_INVITED_SERVERS = 400


class NoSuchInvitation(Refused):
    """A key that opens no invitation. Whoever tries many is refused for a while."""

    def __init__(self) -> None:
        super().__init__(
            "This invitation opens nothing: it is misspelt, was used already, was taken back, or is older than 14 "
            "days. Ask the organiser for a new one.",
            "invitation",
        )


def server_invite(*, event: Event, name: str, user: User) -> tuple[Heat, str]:
    """Invite a club of another server under this name. Return its heat, and the key in letters, which is not kept.
    Raise Refused for a name that takes part already, or if nobody can join any more.
    """
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
    """Return a new key for a club of another server, in place of the one before. A server that has lost its token joins
    again with it, and has the same heat. Raise Refused if the heat does not take part.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.club_id is not None or heat.status not in (HeatStatus.INVITED, HeatStatus.ACCEPTED):
            raise Refused("This heat does not take part, or its club is on this server, so it needs no key.")
        event_log_add(heat.event, EventAction.INVITED, heat.club_name, heat=heat, user=user)
        return _key_make(heat)


def invitation_take(
    *, letters: str, planned_at: datetime.datetime | None, tables: int | None, names: bool, **server: str
) -> tuple[Heat, str]:
    """Let the server that has this key join. Return its heat, and the heat's new token, which is not kept. `names` is
    False if the club lets strangers read no name. Raise NoSuchInvitation, or Refused with the field at fault.
    """
    with transaction.atomic():
        heat = _invited(hash_token(sealing.letters_typed(letters)))
        if heat.status == HeatStatus.INVITED:
            joinable_check(heat.event)
        if heat.released_at is None and not heat.event.is_closed():
            heat_plan_check(heat.event, planned_at, tables)
            heat.planned_at, heat.tables = planned_at, tables
        heat.status = HeatStatus.ACCEPTED
        heat.save(update_fields=["status", "planned_at", "tables"])
        HeatInvitation.objects.filter(heat=heat).update(used_at=timezone.now())
        token = f"heat_{new_token()}"
        access = {**server, "names": names, "token_hash": hash_token(token), "revoked_at": None}
        HeatAccess.objects.update_or_create(heat=heat, defaults=access)
        if not names:
            heat_names_put(heat=heat, names={})
        event_log_add(heat.event, EventAction.JOINED, heat.club_name, heat=heat)
    return heat, token


def heat_by_hand(*, heat: Heat, user: User) -> None:
    """Let an invited club take part without a line between the servers: its files go by hand."""
    with transaction.atomic():
        heat = heat_locked(heat)
        joinable_check(heat.event)
        if heat.status != HeatStatus.INVITED:
            raise Refused("This club has answered already.")
        HeatInvitation.objects.filter(heat=heat).delete()
        heat.status = HeatStatus.ACCEPTED
        heat.save(update_fields=["status"])
        event_log_add(heat.event, EventAction.ACCEPTED, heat.club_name, heat=heat, user=user)


def token_revoke_of_heat(*, heat: Heat, user: User) -> None:
    """Let a heat's token open nothing from now on. What its server has sent stays."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if HeatAccess.objects.filter(heat=heat, revoked_at=None).update(revoked_at=timezone.now()):
            HeatInvitation.objects.filter(heat=heat, used_at=None).delete()
            event_log_add(heat.event, EventAction.TOKEN_REVOKED, heat.club_name, heat=heat, user=user)


def server_heat_change(*, heat: Heat, said: Mapping[str, Any]) -> None:
    """Change `planned_at`, `tables` or `names` of a heat, as its server says. With `envelope`, the club has opened the
    envelope with the key. Raise Refused with the field at fault.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        access = access_locked(heat)
        plans = {name: said.get(name, getattr(heat, name)) for name in ("planned_at", "tables")}
        if said.keys() & plans.keys():
            heat_plan(heat=heat, user=None, **plans)
        if said.get("envelope"):
            _envelope_used(heat)
        if "names" in said:
            access.names = said["names"]
            access.save(update_fields=["names"])
            if not access.names:
                heat_names_put(heat=heat, names={})


def sealed_boards_of(heat: Heat) -> str:
    """Return the event's boards, encrypted, or "" if the heat gets none now. For the same facts it is the same text:
    key and nonce follow from the secret and the facts.
    """
    if _why_no_boards(heat):
        return ""
    facts = sealing.seal_facts(heat.event)
    key = sealing.boards_key(heat.event.secret.open(), facts)
    nonce = hashlib.sha256(b"nonce" + bytes.fromhex(key)).digest()[: sealing.NONCE_BYTES]
    return sealing.boards_sealed(sealing.dealt_boards_of(heat.event), key=key, facts=facts, nonce=nonce)


def boards_key_give(*, heat: Heat) -> str:
    """Return the key of the boards for a heat of another server that starts now. The log says so, and which server.

    A heat that has announced its start gets it from an hour before on, and any other heat inside the window, also
    again. Raise Refused otherwise.
    """
    with transaction.atomic():
        heat, key = _heat_with_key(heat)
        access, planned = access_locked(heat), heat.planned_at
        if timezone.now() < (planned - DEALER_EARLY if planned is not None else heat.event.window_opens):
            raise Refused(
                "It is too early for the key: a heat gets it from an hour before its announced start, or once the "
                "window opens if it has announced none. If it starts earlier, announce another start."
            )
        if heat.released_at is None:
            heat.released_at = timezone.now()
            heat.save(update_fields=["released_at"])
            boards_shut(event=heat.event)
            words = ", ".join(filter(None, [heat.club_name, access.server]))
            event_log_add(heat.event, EventAction.KEY_SENT, words, heat=heat)
        return key


def envelope_key(*, heat: Heat, user: User) -> str:
    """Return the key as it is printed for a sealed envelope, for a club whose server may not reach this one. The
    event's log tells everybody. Raise Refused for a heat that can have no key now, or needs none.
    """
    with transaction.atomic():
        heat, key = _heat_with_key(heat)
        if heat.club_id is not None:
            raise Refused("This club is on this server, so its heat needs no key.")
        if heat.envelope_at is None:
            heat.envelope_at = timezone.now()
            heat.save(update_fields=["envelope_at"])
            boards_shut(event=heat.event)
        event_log_add(heat.event, EventAction.ENVELOPE_PRINTED, heat.club_name, heat=heat, user=user)
        return sealing.key_written(key)


def _invited(key_hash: str) -> Heat:
    """Return the locked heat of the invitation with this key. Raise NoSuchInvitation if the key opens nothing."""
    usable = HeatInvitation.usable().select_related("heat").filter(key_hash=key_hash)
    if found := usable.first():
        heat = heat_locked(found.heat)
        if heat.status in (HeatStatus.INVITED, HeatStatus.ACCEPTED) and usable.exists():  # after waiting for the lock
            return heat
    raise NoSuchInvitation


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


def _envelope_used(heat: Heat) -> None:
    event = heat.event
    if heat.status != HeatStatus.ACCEPTED or heat.envelope_at is None:
        raise Refused("No envelope was printed for this heat, or it does not take part any more.", "envelope")
    if heat.released_at is None:
        released = min(timezone.now(), event.window_closes)  # it may be told long after it was used
        Heat.objects.filter(pk=heat.pk).update(released_at=released)
        boards_shut(event=event)
        event_log_add(event, EventAction.ENVELOPE_USED, heat.club_name, heat=heat)


def _key_make(heat: Heat) -> str:
    """Return a new key in letters, and keep its hash."""
    letters = b32encode(secrets.token_bytes(KEY_BYTES)).decode()
    made = {"key_hash": hash_token(letters), "made_at": timezone.now(), "used_at": None}
    HeatInvitation.objects.update_or_create(heat=heat, defaults=made)
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
