"""Messages between a club's server and the hub of another server's event, and the sweep that sends what is due.

The rows are the queue. Each step compares with what the hub was told last, so a lost message delays something and never
loses it: a hub that is down for an hour costs the live ranking only.
"""

import time
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.json_rules import moment_text, said_text
from clubsite.core.other_servers import ServerSilent
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.heat_state import HeatState, stored_state
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus, HubHeat
from clubsite.events.sealing import boards_unsealed, key_typed
from clubsite.events.selectors.both_servers import body_digest, is_untold, names_body, state_body
from clubsite.events.selectors.event_facts import correctable_until
from clubsite.events.selectors.event_rules import KEY, STANDING
from clubsite.events.selectors.players import may_be_named
from clubsite.events.services.at_hub_events import HubRefused, answer_read, heat_asked, heat_hear, noted
from clubsite.events.services.at_hub_rankings import names_let_go, ranking_hear, standing_hear, standing_take
from clubsite.events.services.event_requests import SOON, event_log_add, heat_tell_ask
from clubsite.nights.services.tables import one_of_many

NO_SEALED_BOARDS = (
    "The boards of the event have not come from the organiser’s server yet. Ask for them on the heat’s page."
)
ENDED_THERE = (
    "The organiser’s server does not know this connection any more. Ask the organiser for a new invitation, and use it "
    "on the page “An event of another server”."
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
START_SECONDS, STEPS_SECONDS = 8.0, 40.0
"""The time for a question while a director waits for the start, and for all questions about a heat in a sweep."""
HELD, LONG_OVER = timedelta(minutes=3), timedelta(days=40)


def leaving_tell(*, heat: Heat) -> None:
    """Tell the hub that a heat has left. After that, `told_plans` records it."""
    if heat.status == HeatStatus.LEFT:
        _tell_once(heat, "told_plans", HeatStatus.LEFT, NOT_LEFT, "DELETE")


def plans_tell(*, heat: Heat, **limits: Any) -> None:
    """Tell the hub the plans, which are final once the heat has the key, and whether strangers may read names."""
    if heat.counts:
        plans: dict[str, Any] = {"names": may_be_named(heat.club)}
        if heat.released_at is None and not heat.boards_key:
            plans |= {"planned_at": moment_text(heat.planned_at), "tables": heat.tables}
        if heat.log_lines.filter(action=EventAction.ENVELOPE_USED).exists():
            plans["envelope"] = True
        _tell_once(heat, "told_plans", body_digest(plans), PLANS_REFUSED, "PATCH", body=plans, **limits)


def names_tell(*, heat: Heat) -> None:
    """Send the names of a heat's contestants as strangers may read them today, if the hub has different ones."""
    if heat.at_hub.told_number and may_be_named(heat.club):
        names = names_body(heat)
        _tell_once(heat, "told_names", body_digest(names), NAMES_REFUSED, "PUT", "names/", body={"names": names})


def _tell_once(heat: Heat, column: str, mark: str, words: str, method: str, what: str = "", **facts: Any) -> None:
    """Tell the hub something unless `column` says that it knows. If it refuses, store `words`, else remove them."""
    if getattr(heat.at_hub, column) == mark:
        return
    refusal = heat.at_hub.refusal
    try:
        heat_asked(heat, method, what, **facts)
        refusal = "" if mark == HeatStatus.LEFT or refusal.startswith(words.partition("{}")[0]) else refusal
    except HubRefused as no:
        if no.is_end:
            raise
        refusal = words.format(no)
    noted(heat, refusal=refusal, **{column: mark})


def state_tell(*, heat: Heat) -> None:
    """Send the heat's state if the hub does not have it. A refused state is sent again once it has changed."""
    at_hub, state = heat.at_hub, stored_state(heat)
    refused = at_hub.refused_digest == body_digest([state.digest, state.confirmed])
    if refused or at_hub.conflict is not None or not is_untold(heat, state):
        return
    if at_hub.sent_digest not in ("", at_hub.told_digest) and not at_hub.refused_digest:
        heat_hear(heat=heat)  # the last answer was lost: perhaps the hub has that state
    if is_untold(heat, state):
        _state_send(heat, state, heat.at_hub.told_number)


def conflict_override(*, heat: Heat, user: User) -> None:
    """Replace the state of a conflict at the hub by the heat's. Raise Refused without a conflict or an answer."""
    conflict = heat.at_hub.conflict
    if conflict is None:
        raise Refused("Nothing at the organiser’s server is in the way any more.")
    try:
        _state_send(heat, stored_state(heat), conflict["number"])
    except ServerSilent as no:
        raise Refused(str(no)) from no
    event_log_add(heat.event, EventAction.SENT_OVER, heat.club_name, heat=heat, user=user)


def state_take_along(*, heat: Heat) -> None:
    """Note that a director takes the heat's state to the organiser as a file."""
    state = stored_state(heat)
    facts = {"told_digest": state.digest, "told_confirmed": state.confirmed, "sent_digest": state.digest}
    noted(heat, told_at=timezone.now(), **({} if heat.at_hub.is_connected else facts))


def _state_send(heat: Heat, state: HeatState, number: int) -> None:
    """Send a state to replace the one with this number, or as the first one if the number is 0."""
    corrected = heat.at_hub.told_confirmed and state.confirmed
    body = state_body(state, f"Corrected by {heat.club_name}."[:200] if corrected else "")
    condition = {"If-Match": f'"{number}"'} if number else {"If-None-Match": "*"}
    noted(heat, sent_digest=state.digest)
    mark = body_digest([state.digest, state.confirmed])
    try:
        answer = heat_asked(heat, "PUT", "state/", body=body, headers=condition)
    except HubRefused as no:
        if no.is_end:
            raise
        if no.status == HTTPStatus.PRECONDITION_FAILED:
            noted(heat, conflict=_conflict(no), refusal="", refused_digest="")
        else:
            noted(heat, conflict=None, refusal=STATE_REFUSED.format(no), refused_digest=mark)
        return
    if answer.status == HTTPStatus.ACCEPTED:
        noted(heat, conflict=None, refusal=WAITS_THERE, refused_digest=mark)
        return
    standing = answer_read(STANDING, answer)
    facts = {"told_number": standing["number"], "told_digest": standing["digest"], "told_confirmed": state.confirmed}
    noted(heat, **facts, told_at=timezone.now(), conflict=None, refusal="", refused_digest="")
    standing_take(heat=heat, body=standing)


def _conflict(no: HubRefused) -> dict[str, Any]:
    """Return the content of a 412: the places of lines that would be removed, and the number of the hub's state."""
    lines, number = no.data.get("lines"), no.data.get("number")
    rows = [row for row in lines if isinstance(row, list) and len(row) == 3] if isinstance(lines, list) else []
    places = [[part if type(part) is int else said_text(part, 10) for part in row] for row in rows[:200]]
    return {"lines": places, "number": number if type(number) is int and 0 <= number < 2**31 else 0}


def heat_key_fetch(*, heat: Heat) -> None:
    """Ask the hub for a missing key and boards, after telling it the plans. This waits, so it runs before any
    transaction. Without an answer the heat has no key. Raise Refused if the hub says why it gives none.
    """
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None or not at_hub.is_connected or not heat.counts or (heat.boards_key and heat.event.sealed_boards):
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
        raise Refused(
            "The organiser’s server gives a key for another public number than it has told this site. Try again in a "
            "minute."
        )
    if heat.event.sealed_boards:
        _key_keep(heat, given["key"], EventAction.KEY_RECEIVED)


def envelope_key_type(*, heat: Heat, key: str, user: User) -> None:
    """Store a key typed from a sealed envelope, log it, and tell the hub. Raise Refused if it does not fit."""
    if not heat.event.is_remote or not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS, "key")
    _key_keep(heat, key_typed(key), EventAction.ENVELOPE_USED, user)
    heat_tell_ask(heat=heat)


def _key_keep(heat: Heat, key: str, action: EventAction, user: User | None = None) -> None:
    """Store the key of the boards for a heat, and log it. Raise Refused if it does not open the boards."""
    boards_unsealed(heat.event, key)
    heat.boards_key = Sealed.of(key)
    heat.save(update_fields=["boards_key"])
    event_log_add(heat.event, action, heat.club_name, heat=heat, user=user)


EVERY_STEP = (leaving_tell, heat_hear, plans_tell, state_tell, names_tell, standing_hear, ranking_hear)


def hubs_sweep() -> None:
    """Tell each hub what it does not know, and ask for what is missing. The next sweep asks silent hubs again."""
    due = _heats().filter(Q(at_hub__due_at=None) | Q(at_hub__due_at__lte=timezone.now()))
    done, silent = set[int](), set[str]()
    while heat := due.exclude(pk__in=done).exclude(event__hub__in=silent).order_by("at_hub__due_at", "pk").first():
        done.add(heat.pk)
        one_of_many(heat_sync, heat=heat)
        if heat.at_hub.tries:
            silent.add(heat.event.hub)
    names_let_go()


def heat_tell(*, heat_id: int) -> None:
    """Tell a hub at once what is new in a heat, but rest after the last state. If it is silent, the sweep does this."""
    now, rest = timezone.now(), timedelta(seconds=2)
    heat = _heats().filter(pk=heat_id).exclude(at_hub__tries__gt=0, at_hub__due_at__gt=now).first()
    if heat is None:
        return
    told_at, held = heat.at_hub.told_at, heat.at_hub.held_until
    if (told_at and told_at + rest > now) or (held and held > now):
        heat_tell_ask(heat=heat, delay=rest.total_seconds())
    else:
        heat_sync(heat=heat, steps=(leaving_tell, plans_tell, state_tell, names_tell))


def heat_send_now(*, heat: Heat) -> None:
    """Send everything about a heat now, including what the hub refused. Raise Refused if its files go by hand."""
    if not heat.at_hub.is_connected:
        raise Refused("This heat has no connection to the organiser’s server. Take the file along.")
    again = {"told_plans": ""} if heat.counts else {}
    noted(heat, due_at=None, tries=0, refusal="", refused_digest="", facts_etag="", **again)
    heat_tell_ask(heat=heat)


def hub_heats_hurry(*, person: Person) -> None:
    """Make sure that the hubs soon hear of a person's changed name, however old their events are."""
    played = Q(entrants__contestant__persons__person=person) | Q(entrants__people__person=person)
    heats = _heats().filter(played).order_by().values("pk").distinct()
    HubHeat.objects.filter(heat__in=heats).update(due_at=None, tries=0)


def _heats() -> Any:
    """Return this server's heats that are connected to a hub."""
    rows = Heat.objects.filter(club__isnull=False, at_hub__isnull=False).exclude(at_hub__token="")
    return rows.select_related("event", "club", "at_hub", "session")


def heat_sync(*, heat: Heat, steps: Any = EVERY_STEP) -> None:
    """Perform steps with a hub, unless another process does. If it answers slowly, leave the rest to the next sweep."""
    now = timezone.now()
    free = HubHeat.objects.filter(Q(held_until=None) | Q(held_until__lte=now), pk=heat.pk)
    if not free.update(held_until=now + HELD, due_at=now + SOON):
        return
    heat.at_hub.refresh_from_db()
    until, refusals = time.monotonic() + STEPS_SECONDS, list[str]()
    try:
        for step in steps:
            if time.monotonic() > until:
                raise ServerSilent
            try:
                step(heat=heat)
            except Refused as no:  # the other steps do not depend on it
                if isinstance(no, HubRefused) and no.is_end:
                    raise
                refusals.append(f"The organiser’s server refuses: {no}" if isinstance(no, HubRefused) else str(no))
        due = timezone.now() + (_rest(heat.event) if steps is EVERY_STEP else SOON)  # the sweep takes the other steps
        noted(heat, tries=0, silence=" ".join(refusals)[:300], due_at=due)
        if heat.at_hub.refusal == ENDED_THERE:
            noted(heat, refusal="")
    except ServerSilent as no:
        _silence_note(heat, no)
    except HubRefused:
        noted(heat, refusal=ENDED_THERE, due_at=timezone.now() + timedelta(days=1))
    finally:
        noted(heat, held_until=None)


def _silence_note(heat: Heat, no: ServerSilent) -> None:
    """Note that the hub does not answer about a heat, and plan when to ask again."""
    if no.rest is not None and no.rest <= timedelta(seconds=10):  # it answers, but not yet
        noted(heat, due_at=timezone.now() + no.rest)
        return
    tries = min(heat.at_hub.tries + 1, 20)
    wait = max(min(timedelta(seconds=5) * 2 ** (tries - 1), 2 * _rest(heat.event)), no.rest or timedelta())
    noted(heat, tries=tries, due_at=timezone.now() + wait, silence=str(no))


def _rest(event: Event) -> timedelta:
    """Return how long to wait before a hub is asked again, if nothing changes here."""
    now, day = timezone.now(), timedelta(days=1)
    if event.status == EventStatus.PUBLISHED:
        until = correctable_until(event)
        return day if until is None or until + timedelta(hours=4) < now else timedelta(minutes=10)
    if event.status == EventStatus.CANCELLED or event.window_closes < now - LONG_OVER:
        return day
    return SOON if event.window_opens - day <= now < event.window_closes + day else timedelta(hours=2)
