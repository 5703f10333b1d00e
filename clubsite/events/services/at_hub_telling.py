"""What a club's server tells the hub of another server's event: plans, states, names, and that a heat leaves.

Each step compares with what the hub was told last, so a lost message delays something and never loses it.
"""

from http import HTTPStatus
from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.other_servers import ServerSilent
from clubsite.core.refused import Refused
from clubsite.events.heat_state import HeatState, stored_state
from clubsite.events.models import EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.answer_rules import STANDING
from clubsite.events.selectors.at_hub_bodies import body_digest, names_body, plans_body, state_body, state_mark
from clubsite.events.services.at_hub_events import LEFT_TOLD, heat_hear, standing_take
from clubsite.events.services.at_hub_requests import HubRefused, answer_read, heat_asked, noted, said_text
from clubsite.events.services.event_log import event_log_add

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
MAX_PLACES_KEPT = 200


def leaving_tell(*, heat: Heat) -> None:
    """Tell the hub that a heat has left."""
    if heat.status != HeatStatus.LEFT or heat.at_hub.told_plans == LEFT_TOLD:
        return
    refusal = _refusal(heat, NOT_LEFT, "DELETE")
    noted(heat, told_plans=LEFT_TOLD, refusal=refusal)


def plans_tell(*, heat: Heat, **limits: Any) -> None:
    """Tell the hub the start and the tables of a heat, and whether its club lets strangers read names."""
    plans = plans_body(heat)
    digest = body_digest(plans)
    if heat.status != HeatStatus.ACCEPTED or heat.at_hub.told_plans == digest:
        return
    refusal = _refusal(heat, PLANS_REFUSED, "PATCH", body=plans, **limits)
    kept = heat.at_hub.refusal if heat.at_hub.refused_digest else ""
    noted(heat, told_plans=digest, refusal=refusal or kept)


def state_tell(*, heat: Heat) -> None:
    """Send the heat's state, if the hub was not told it. What was refused is sent again once it has changed."""
    at_hub, state = heat.at_hub, stored_state(heat)
    if not is_untold(heat, state) or at_hub.conflict is not None or at_hub.refused_digest == state_mark(state):
        return
    if at_hub.sent_digest not in ("", at_hub.told_digest) and not at_hub.refused_digest:
        heat_hear(heat=heat)  # the last answer was lost: perhaps the hub has that state
    if is_untold(heat, state):
        _state_send(heat, state, heat.at_hub.told_number)


def conflict_override(*, heat: Heat, user: User) -> None:
    """Send the heat's state over another one that the hub has, because a person says so, who has seen what it takes
    away. Raise Refused if there is no conflict, or no answer.
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


def is_untold(heat: Heat, state: HeatState) -> bool:
    """True if the hub takes states of the heat and does not have this one."""
    takes = heat.counts and heat.event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)
    told = (state.digest, state.confirmed) == (heat.at_hub.told_digest, heat.at_hub.told_confirmed)
    return takes and heat.state_number > 0 and not told


def _state_send(heat: Heat, state: HeatState, number: int) -> None:
    """Send a state in place of the one with this number, or as the first one if it is 0."""
    at_hub, mark = heat.at_hub, state_mark(state)
    corrected = at_hub.told_confirmed and state.confirmed
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
            noted(heat, refusal=STATE_REFUSED.format(no), refused_digest=mark, conflict=None)
        return
    if answer.status == HTTPStatus.ACCEPTED:
        noted(heat, refusal=WAITS_THERE, refused_digest=mark, conflict=None)
        return
    said = answer_read(STANDING, answer)
    told = {"told_number": said["number"], "told_digest": said["digest"], "told_confirmed": state.confirmed}
    noted(heat, **told, told_at=timezone.now(), refusal="", refused_digest="", conflict=None)
    standing_take(heat=heat, said=said)


def _conflict(no: HubRefused) -> dict[str, Any]:
    """Return what a 412 says: the places of lines that would go, and the number of the hub's state."""
    lines, number = no.data.get("lines"), no.data.get("number")
    rows = [one for one in lines if isinstance(one, list) and len(one) == 3] if isinstance(lines, list) else []
    found = [[part if type(part) is int else said_text(part, 10) for part in row] for row in rows[:MAX_PLACES_KEPT]]
    return {"lines": found, "number": number if type(number) is int and 0 <= number < 2**31 else 0}


def names_tell(*, heat: Heat) -> None:
    """Send the names of a heat's contestants as strangers may read them today, if the hub has others."""
    if not heat.at_hub.told_number or not plans_body(heat)["names"]:
        return
    names = names_body(heat)
    digest = body_digest(names)
    if heat.at_hub.told_names == digest:
        return
    refusal = _refusal(heat, NAMES_REFUSED, "PUT", "names/", body={"names": names})
    noted(heat, told_names=digest, refusal=refusal or heat.at_hub.refusal)


def _refusal(heat: Heat, words: str, method: str, what: str = "", **facts: Any) -> str:
    """Tell the hub something. Return these words with its reason if it refuses that, or ""."""
    try:
        heat_asked(heat, method, what, **facts)
    except HubRefused as no:
        if no.is_end:
            raise
        return words.format(no)
    return ""
