"""Clubs on other servers in an event of this one: their invitation, plans and key, and the states that they send."""

import datetime
import json
import secrets
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.names import clean_name, fold
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, letters_typed, letters_written, new_token
from clubsite.events.heat_state import HeatState
from clubsite.events.models import (
    STILL_THERE,
    Event,
    EventAction,
    EventEntrant,
    EventPerson,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.models.heats import MAX_KEPT_STATES, HeatAccess, HeatInvitation, KeptState
from clubsite.events.selectors.both_servers import places_lost
from clubsite.events.selectors.event_rules import SERVER, kept_body, state_read
from clubsite.events.services.event_requests import (
    Subject,
    boards_shut,
    event_locked,
    event_log_add,
    heat_locked,
    row_set,
)
from clubsite.events.services.events import corrections_check
from clubsite.events.services.heat_put import heat_put
from clubsite.events.services.heats import heat_plan, heat_plan_check, joinable_check
from games.wording import counted

STATES_APART, ADDRESSES_APART = datetime.timedelta(seconds=2), datetime.timedelta(hours=1)


class TooSoon(Refused):
    """The error for a state that comes too soon after the previous one."""


class StateConflict(Refused):
    """The heat has state `number`, not the state that its server knows. The new state removes `lines` (places)."""

    words = (
        "The organiser’s server has state {number} of this heat, and not the one that this one replaces. {lines} there "
        "would not count any more. A director decides."
    )

    def __init__(self, heat: Heat, lines: list[tuple[int, int, str]]) -> None:
        super().__init__(self.words.format(number=heat.state_number, lines=counted(len(lines), "result")))
        self.lines, self.number = lines, heat.state_number


class StateWaits(StateConflict):
    """The state has fewer results than the heat, and the window is over, so the organiser decides."""

    words = "The window has closed, and this state takes {lines} away. It waits until the organiser takes it."


def server_state_put(*, heat: Heat, body: Any, number: int, sender: str) -> None:
    """Store a state that a heat's server sends to replace state `number`. Raise Refused if it is not accepted now."""
    state, body = state_read(heat.event, body), kept_body(heat.event, body)

    def decide(locked: Heat) -> bool:
        access = access_locked(locked)
        _refuse_now(locked, access, state, number)
        _seen(locked, access, sender, None)
        return state.confirmed

    try:
        _put(heat, state, body, decide)
    except StateWaits as no:
        with transaction.atomic():
            locked = heat_locked(heat)
            waiting = {"body": body, "digest": state.digest, "lines": no.lines}
            _seen(locked, access_locked(locked), sender, waiting)
        raise


def _seen(heat: Heat, access: HeatAccess, sender: str, waiting: dict[str, Any] | None) -> None:
    """Note when and from where a state came, and that it waits. Log a new address at most once an hour."""
    now, log = timezone.now(), heat.event.log.filter(heat=heat, action=EventAction.OTHER_ADDRESS)
    if access.seen_from not in ("", sender) and not log.filter(at__gt=now - ADDRESSES_APART).exists():
        event_log_add(heat.event, EventAction.OTHER_ADDRESS, heat.club_name, heat=heat)
    access.seen_at, access.seen_from, access.waiting = now, sender, waiting
    access.save(update_fields=["seen_at", "seen_from", "waiting"])


def access_locked(heat: Heat) -> HeatAccess:
    """Return the locked access of a locked heat. Raise Refused if its token has been revoked in the meantime."""
    access = HeatAccess.objects.select_for_update().get(heat=heat)
    if access.revoked_at is not None:
        raise Refused("The organiser has ended the connection. Ask them for a new invitation.")
    return access


def waiting_state_take(*, heat: Heat, user: User) -> None:
    """Store the state that waits because it has fewer results. Raise Refused if none is waiting any more."""
    waiting = _waiting(heat)
    about = {"club": heat.club_name, "fewer": len(waiting["lines"])}
    _organiser_put(heat, waiting["body"], user, EventAction.CORRECTED, about)


def waiting_state_refuse(*, heat: Heat, user: User) -> None:
    """Refuse the state that waits. The same state is not accepted later either."""
    with transaction.atomic():
        heat = heat_locked(heat)
        HeatAccess.objects.filter(heat=heat).update(waiting={"refused": _waiting(heat)["digest"]})
        event_log_add(heat.event, EventAction.STATE_REFUSED, heat.club_name, heat=heat, user=user)


def kept_state_put_back(*, heat: Heat, number: int, user: User) -> None:
    """Make an earlier state of a heat count again. Raise Refused if it is no longer kept."""
    if (kept := heat.kept_states.filter(number=number).first()) is None:
        raise Refused("This state is not kept any more.")
    about = {"club": heat.club_name, "state": number, "at": f"{kept.at:%Y-%m-%d %H:%M}"}
    _organiser_put(heat, json.loads(zlib.decompress(kept.body)), user, EventAction.STATE_PUT_BACK, about)


def state_by_hand(*, heat: Heat, body: Any, names: dict[str, str], digest: str, user: User) -> None:
    """Store a state and names from a file with this SHA-256, which the organiser loaded. Raise Refused on a fault."""
    state_read(heat.event, body)
    about = {"club": heat.club_name, "sha256": digest}
    _organiser_put(heat, kept_body(heat.event, body), user, EventAction.FILE_TAKEN, about)
    heat_names_put(heat=heat, names=names)


def heat_names_put(*, heat: Heat, names: dict[str, str]) -> None:
    """Store all names of a heat's contestants as strangers may read them. Raise Refused if they may not read any."""
    with transaction.atomic():
        access = HeatAccess.objects.select_for_update().filter(heat=heat).first()
        if access is not None and not access.names and any(names.values()):
            why = "The club’s rules let no stranger read a name, as its server has said. Send `names`: true first."
            raise Refused(why)
        changed = []
        for row in EventEntrant.every.select_for_update().filter(heat=heat):
            name = clean_name(names.get(row.label, ""))[:200]
            if row.name != name:
                row.name = name
                changed.append(row)
        EventEntrant.every.bulk_update(changed, ["name"])


def _organiser_put(heat: Heat, body: Any, user: User, action: EventAction, about: Subject) -> None:
    """Store a state as the organiser decided. A confirmed heat stays confirmed."""
    state = state_read(heat.event, body, kept=True)

    def decide(locked: Heat) -> bool:
        HeatAccess.objects.filter(heat=locked).update(waiting=None)
        event_log_add(locked.event, action, about, heat=locked, user=user)
        return state.confirmed or locked.confirmed_at is not None

    _put(heat, state, body, decide)


def _waiting(heat: Heat) -> dict[str, Any]:
    waiting = HeatAccess.objects.filter(heat=heat).values_list("waiting", flat=True).first()
    if not waiting or "body" not in waiting:
        raise Refused("No state of this heat waits any more.")
    return dict(waiting)


def _put(heat: Heat, state: HeatState, body: Any, decide: Callable[[Heat], bool]) -> None:
    """Store and keep a state. `decide` gets the locked heat, and says if it is then confirmed, or raises Refused."""
    # Digest and compression take time, so they come before others have to wait.
    kept = KeptState(digest=state.digest, body=zlib.compress(json.dumps(body, separators=(",", ":")).encode()))

    def before(locked: Heat) -> None:
        if locked.status != HeatStatus.ACCEPTED:
            raise Refused("This heat does not take part in the event, so nothing is taken for it.")
        if locked.event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED):
            raise Refused("The event does not take place.")
        if timezone.now() < locked.event.window_opens:
            raise Refused("The window of the event has not opened yet, so there are no results.")
        corrections_check(event=locked.event)
        _note(locked, state, kept, decide(locked))

    heat_put(heat=heat, state=state, before=before)


def _refuse_now(heat: Heat, access: HeatAccess, state: HeatState, number: int) -> None:
    """Raise Refused if this state cannot replace the heat's current one."""
    is_confirmed = heat.confirmed_at is not None
    same = heat.state_number > 0 and state.digest == heat.state_digest
    if number != heat.state_number and not (same and state.confirmed == is_confirmed):
        raise StateConflict(heat, places_lost(heat, state))
    if access.seen_at is not None and timezone.now() < access.seen_at + STATES_APART:
        raise TooSoon("A state was taken a moment ago. Send this one in two seconds.")
    if same:  # with other people than before somebody's play elsewhere may become the second one
        people = EventPerson.objects.filter(entrant__heat=heat).values_list("entrant__label", "key")
        sent_people = Counter(
            (entrant.label, person.key) for entrant in state.entrants for person in entrant.people or ()
        )
        if not is_confirmed or Counter(people) == sent_people:
            return
    if is_confirmed and state.confirmed and not state.why:
        raise Refused(
            "This heat is confirmed. Say why it changes (`why`), or take the confirmation back first (`confirmed`: "
            "false)."
        )
    if heat.event.is_closed() and (lost := places_lost(heat, state)):
        if access.waiting and access.waiting.get("refused") == state.digest:
            raise Refused("The organiser has refused this state, because it takes results away. Ask them.")
        raise StateWaits(heat, lost)


def _note(heat: Heat, state: HeatState, kept: KeptState, confirmed: bool) -> None:
    """Note a state that is about to be stored: whether it is confirmed, why it changes, and the state itself."""
    changes, was, name = state.digest != heat.state_digest, heat.confirmed_at is not None, heat.club_name
    if confirmed != was:
        if was and heat.event.status == EventStatus.PUBLISHED:
            raise Refused("The event is published, so the heat stays confirmed. Say why its results change (`why`).")
        if confirmed and not state.lines:
            raise Refused("A heat without a result cannot be confirmed.", "confirmed")
        heat.confirmed_at = timezone.now() if confirmed else None
        event_log_add(heat.event, EventAction.CONFIRMED if confirmed else EventAction.UNCONFIRMED, name, heat=heat)
    elif was and changes and state.why:
        event_log_add(heat.event, EventAction.CORRECTED, {"club": name, "why": state.why}, heat=heat)
    if changes:
        kept.heat, kept.number = heat, heat.state_number + 1
        kept.save()
        heat.kept_states.filter(number__lte=kept.number - MAX_KEPT_STATES).delete()


MAX_INVITED_SERVERS = 400


class NoSuchInvitation(Refused):
    """The error for a key that opens no invitation. Anyone who tries many keys is refused for a while."""


def server_invite(*, event: Event, name: str, user: User) -> tuple[Heat, str]:
    """Invite a club on another server. Return its heat and unstored key. Raise Refused if the club cannot join."""
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
    """Return a new key for a club on another server, even if its token is lost. Raise Refused for any other heat."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.club_id is not None or heat.status not in (HeatStatus.INVITED, HeatStatus.ACCEPTED):
            raise Refused("This heat does not take part, or its club is on this server, so it needs no key.")
        event_log_add(heat.event, EventAction.INVITED, heat.club_name, heat=heat, user=user)
        return _key_make(heat)


def invitation_take(*, body: Mapping[str, Any]) -> tuple[Heat, str]:
    """Let a server join with a key. Return its heat and token. Raise NoSuchInvitation, or Refused with the field."""
    with transaction.atomic():
        usable = HeatInvitation.usable().filter(key_hash=hash_token(letters_typed(body["invitation"])))
        invitation = usable.select_related("heat").first()
        heat = heat_locked(invitation.heat) if invitation is not None else None
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
            heat_plan_check(heat.event, body["planned_at"], body["tables"])
            heat.planned_at, heat.tables = body["planned_at"], body["tables"]
        plan = {"planned_at": heat.planned_at, "tables": heat.tables}
        row_set(heat, EventAction.JOINED, None, status=HeatStatus.ACCEPTED, **plan)
        HeatInvitation.objects.filter(heat=heat).update(used_at=timezone.now())
        token = f"heat_{new_token()}"
        access = {name: body[name] for name in SERVER} | {"token_hash": hash_token(token), "revoked_at": None}
        HeatAccess.objects.update_or_create(heat=heat, defaults=access)
        if not body["names"]:
            heat_names_put(heat=heat, names={})
    return heat, token


def heat_by_hand(*, heat: Heat, user: User) -> None:
    """Let an invited club take part without a connection between the servers. Its files go by hand."""
    with transaction.atomic():
        heat = heat_locked(heat)
        joinable_check(heat.event)
        if heat.status != HeatStatus.INVITED:
            raise Refused("This club has answered already.")
        HeatInvitation.objects.filter(heat=heat).delete()
        row_set(heat, EventAction.ACCEPTED, user, status=HeatStatus.ACCEPTED)


def token_revoke_of_heat(*, heat: Heat, user: User) -> None:
    """Revoke a heat's token. Data that its server has sent stays."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if HeatAccess.objects.filter(heat=heat, revoked_at=None).update(revoked_at=timezone.now()):
            HeatInvitation.objects.filter(heat=heat, used_at=None).delete()
            event_log_add(heat.event, EventAction.TOKEN_REVOKED, heat.club_name, heat=heat, user=user)


def server_heat_change(*, heat: Heat, body: Mapping[str, Any]) -> None:
    """Change plans or `names`, or note that the `envelope` was opened, as the heat's server asks. Raise Refused."""
    with transaction.atomic():
        heat = heat_locked(heat)
        access = access_locked(heat)
        plans = {name: body.get(name, getattr(heat, name)) for name in ("planned_at", "tables")}
        if body.keys() & plans.keys():
            heat_plan(heat=heat, user=None, **plans)
        if body.get("envelope"):
            if heat.status != HeatStatus.ACCEPTED or heat.envelope_at is None:
                raise Refused("No envelope was printed for this heat, or it does not take part any more.", "envelope")
            if heat.released_at is None:
                released = min(timezone.now(), heat.event.window_closes)  # it may be told long after it was used
                row_set(heat, EventAction.ENVELOPE_USED, None, released_at=released)
                boards_shut(event=heat.event)
        if "names" in body:
            access.names = body["names"]
            access.save(update_fields=["names"])
            if not access.names:
                heat_names_put(heat=heat, names={})


def _key_make(heat: Heat) -> str:
    """Return a new key in letters, and store its hash."""
    letters = letters_written(secrets.token_bytes(15), "-")  # 24 letters
    made = {"key_hash": hash_token(letters_typed(letters)), "made_at": timezone.now(), "used_at": None}
    HeatInvitation.objects.update_or_create(heat=heat, defaults=made)
    return letters
