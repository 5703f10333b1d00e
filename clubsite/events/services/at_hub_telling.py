"""Messages between a club's server and the hub of another server's event: plans, states, names, standing, and the key.

Each step compares with what the hub was told last, so a lost message delays something and never loses it.
"""

from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.other_servers import ServerSilent
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.heat_state import HeatState, stored_state
from clubsite.events.models import EventAction, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.sealing import boards_unsealed, key_typed
from clubsite.events.selectors.answer_rules import KEY, STANDING
from clubsite.events.selectors.at_hub import body_digest, is_untold, names_body, plans_body, state_body
from clubsite.events.selectors.entrant_names import may_be_named
from clubsite.events.services.at_hub_events import (
    LEFT_TOLD,
    HubRefused,
    answer_read,
    heat_asked,
    heat_hear,
    noted,
    said_text,
)
from clubsite.events.services.event_requests import event_log_add, heat_tell_ask
from clubsite.events.services.events import event_locked
from clubsite.events.services.scoring import COLUMNS_SCORED, places_tell, rows_changed, rows_write

NO_SEALED_BOARDS = (
    "The boards of the event have not come from the organiser’s server yet. Ask for them on the heat’s page."
)
WAITS_THERE = (
    "The newest results of this heat take earlier ones away after the window. They wait at the organiser’s server "
    "until the organiser takes them."
)
STATE_REFUSED = (
    "The organiser’s server refused the results of this heat: {} Correct what it names, and all results are sent "
    "again. If they are right, ask the organiser."
)
PLANS_REFUSED = (
    "The organiser’s server refused the plans of this heat: {} Change its start or its tables, and they are sent again."
)
NOT_LEFT = "The organiser’s server did not let this heat leave: {} Ask the organiser to leave it out."
NAMES_REFUSED = "The organiser’s server did not take over how names are shown: {} Ask the organiser to do it."
OTHER_NUMBER = (
    "The organiser’s server gives a key for another public number than it has told this site. Try again in a minute."
)
MAX_PLACES_KEPT = 200
START_SECONDS = 8.0
"""How long each question may take while a director waits for the start."""


def leaving_tell(*, heat: Heat) -> None:
    """Tell the hub that a heat has left."""
    if heat.status == HeatStatus.LEFT:
        _tell_once(heat, "told_plans", LEFT_TOLD, NOT_LEFT, "DELETE")


def plans_tell(*, heat: Heat, **limits: Any) -> None:
    """Tell the hub the start and the tables of a heat, and whether its club lets strangers read names."""
    if heat.status == HeatStatus.ACCEPTED:
        plans = plans_body(heat)
        _tell_once(heat, "told_plans", body_digest(plans), PLANS_REFUSED, "PATCH", body=plans, **limits)


def names_tell(*, heat: Heat) -> None:
    """Send the names of a heat's contestants as strangers may read them today, if the hub has others."""
    if heat.at_hub.told_number and may_be_named(heat.club):
        names = names_body(heat)
        _tell_once(heat, "told_names", body_digest(names), NAMES_REFUSED, "PUT", "names/", body={"names": names})


def _tell_once(heat: Heat, column: str, mark: str, words: str, method: str, what: str = "", **facts: Any) -> None:
    """Tell the hub something, unless this column says that it was told. Note these words with its reason if it refuses,
    and otherwise take an earlier refusal of the same thing away.
    """
    if getattr(heat.at_hub, column) == mark:
        return
    refusal = heat.at_hub.refusal
    try:
        heat_asked(heat, method, what, **facts)
        refusal = "" if mark == LEFT_TOLD or refusal.startswith(words.partition("{}")[0]) else refusal
    except HubRefused as no:
        if no.is_end:
            raise
        refusal = words.format(no)
    noted(heat, refusal=refusal, **{column: mark})


def state_tell(*, heat: Heat) -> None:
    """Send the heat's state, if the hub was not told it. What was refused is sent again once it has changed."""
    at_hub, state = heat.at_hub, stored_state(heat)
    if not is_untold(heat, state) or at_hub.conflict is not None or at_hub.refused_digest == _mark(state):
        return
    if at_hub.sent_digest not in ("", at_hub.told_digest) and not at_hub.refused_digest:
        heat_hear(heat=heat)  # the last answer was lost: perhaps the hub has that state
    if is_untold(heat, state):
        _state_send(heat, state, heat.at_hub.told_number)


def conflict_override(*, heat: Heat, user: User) -> None:
    """Send the heat's state over another one of the hub, for a person who has seen what it takes away. Raise Refused if
    there is no conflict, or no answer.
    """
    conflict = heat.at_hub.conflict
    if conflict is None:
        raise Refused("Nothing at the organiser’s server is in the way any more.")
    try:
        _state_send(heat, stored_state(heat), conflict["number"])
    except ServerSilent as no:
        raise Refused(str(no)) from no
    event_log_add(heat.event, EventAction.SENT_OVER, heat.club_name, heat=heat, user=user)


def state_taken_along(*, heat: Heat) -> None:
    """Note that a director takes the heat's state to the organiser as a file."""
    state = stored_state(heat)
    told = {"told_digest": state.digest, "told_confirmed": state.confirmed, "sent_digest": state.digest}
    noted(heat, told_at=timezone.now(), **({} if heat.at_hub.is_connected else told))


def _mark(state: HeatState) -> str:
    """Return what recognises a state that was refused: its digest and whether it is confirmed."""
    return body_digest([state.digest, state.confirmed])


def _state_send(heat: Heat, state: HeatState, number: int) -> None:
    """Send a state in place of the one with this number, or as the first one if it is 0."""
    corrected = heat.at_hub.told_confirmed and state.confirmed
    body = state_body(state, f"Corrected by {heat.club_name}."[:200] if corrected else "")
    condition = {"If-Match": f'"{number}"'} if number else {"If-None-Match": "*"}
    noted(heat, sent_digest=state.digest)
    try:
        answer = heat_asked(heat, "PUT", "state/", body=body, headers=condition)
    except HubRefused as no:
        if no.is_end:
            raise
        if no.status == HTTPStatus.PRECONDITION_FAILED:
            noted(heat, conflict=_conflict(no), refusal="", refused_digest="")
        else:
            noted(heat, conflict=None, refusal=STATE_REFUSED.format(no), refused_digest=_mark(state))
        return
    if answer.status == HTTPStatus.ACCEPTED:
        noted(heat, conflict=None, refusal=WAITS_THERE, refused_digest=_mark(state))
        return
    said = answer_read(STANDING, answer)
    told = {"told_number": said["number"], "told_digest": said["digest"], "told_confirmed": state.confirmed}
    noted(heat, **told, told_at=timezone.now(), conflict=None, refusal="", refused_digest="")
    standing_take(heat=heat, said=said)


def _conflict(no: HubRefused) -> dict[str, Any]:
    """Return what a 412 says: the places of lines that would go, and the number of the hub's state."""
    lines, number = no.data.get("lines"), no.data.get("number")
    rows = [one for one in lines if isinstance(one, list) and len(one) == 3] if isinstance(lines, list) else []
    found = [[part if type(part) is int else said_text(part, 10) for part in row] for row in rows[:MAX_PLACES_KEPT]]
    return {"lines": found, "number": number if type(number) is int and 0 <= number < 2**31 else 0}


def standing_hear(*, heat: Heat) -> None:
    """Ask the hub how the event and the heat stand, once the window has opened."""
    if heat.counts and heat.event.status == EventStatus.ANNOUNCED and heat.event.window_opens <= timezone.now():
        standing_take(heat=heat, said=answer_read(STANDING, heat_asked(heat, "GET", "standing/")))


def standing_take(*, heat: Heat, said: dict[str, Any]) -> None:
    """Store how the whole event stands, and the provisional places of a heat."""
    lists = [
        {"kind": one["kind"], "line": one["line"], "placed": one["entrants"], "place": "1"}
        | {name: one["leader"][name] for name in ("won", "possible", "club")}
        for one in said["lists"]
        if one["leader"] is not None and not one["stratum"]
    ]
    standing = {name: said[name] for name in ("heats", "playing", "contestants")}
    standing |= {"played": max(0, said["heats_in"] - said["playing"]), "lists": lists}
    entrants = {one.label: one for one in heat.entrants.all()}
    places = {
        (who.pk, one["line"], one["stratum"]): (who.kind, *(one[name] for name in COLUMNS_SCORED[EventPlace][1:]))
        for one in said["places"]
        if (who := entrants.get(one["label"]))
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


def heat_key_fetch(*, heat: Heat) -> None:
    """Ask the hub for the key and the boards, unless they are here or the heat does not take part. This waits for the
    hub, so it runs before any transaction. The hub first hears of a start that was announced a moment ago. If it does
    not answer, the heat has no key. Raise Refused if it answers why it gives none.
    """
    there = bool(heat.boards_key) and bool(heat.event.sealed_boards)
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None or not at_hub.is_connected or there or heat.status != HeatStatus.ACCEPTED:
        return
    try:
        plans_tell(heat=heat, seconds=START_SECONDS)
        heat_hear(heat=heat, seconds=START_SECONDS)
        given = answer_read(KEY, heat_asked(heat, "POST", "key/", body={}, seconds=START_SECONDS))
    except HubRefused as no:
        raise Refused(f"The organiser’s server does not give the key of the boards: {no}") from no
    except ServerSilent:
        return
    heat.event.refresh_from_db()
    if given["public_number"] != heat.event.public_number:
        raise Refused(OTHER_NUMBER)
    if heat.event.sealed_boards:
        _key_keep(heat, given["key"], EventAction.KEY_RECEIVED)


def envelope_key_type(*, heat: Heat, key: str, user: User) -> None:
    """Use a key that was typed from a sealed envelope, log it, and tell the hub. Raise Refused if it does not fit."""
    if not heat.event.is_remote or not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS, "key")
    _key_keep(heat, key_typed(key), EventAction.ENVELOPE_USED, user)
    heat_tell_ask(heat=heat)


def _key_keep(heat: Heat, key: str, action: EventAction, user: User | None = None) -> None:
    """Keep the key of the boards for a heat, and log it. Raise Refused if it does not open them."""
    boards_unsealed(heat.event, key)
    heat.boards_key = Sealed.of(key)
    heat.save(update_fields=["boards_key"])
    event_log_add(heat.event, action, heat.club_name, heat=heat, user=user)
