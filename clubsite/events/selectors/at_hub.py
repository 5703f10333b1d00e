"""A heat of another server's event: what its hub is told, as JSON, and what its directors see of the hub."""

import json
from collections import Counter
from datetime import timedelta
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from django.utils import timezone

from clubsite.events.heat_state import HeatState, stored_state
from clubsite.events.models import EventStatus, Heat
from clubsite.events.selectors.answer_rules import ENTRANT, LINE, LONGEST_NAMES, PENALTY, RESULT, STATE
from clubsite.events.selectors.entrant_names import names_to_strangers
from clubsite.events.selectors.hub_heats import place_words

SILENT = "The organiser’s server does not answer. What is new here is sent as soon as it does."
NO_KEY_YET = (
    "The organiser’s server does not answer at the moment, and this heat cannot start without the key of its boards. "
    "If that may last, get the key in a sealed envelope from the organiser, and type it on this page."
)
NO_BOARDS_YET = (
    "The organiser’s server does not answer at the moment, and the boards of this heat are not here yet. If that may "
    "last, get them by hand: the organiser’s file, and the key in a sealed envelope."
)
IN_THE_WAY = (
    "The organiser’s server has other results of this heat than this site has sent. Nothing is sent until you decide, "
    "under “At the organiser’s server”."
)
OTHER_STATE = (
    "The ranking was made from other results of this heat than are stored here{}. If that stays so after the next "
    "version, ask the organiser."
)


def state_body(state: HeatState, why: str = "") -> dict[str, Any]:
    """Return a state as it is sent. Nothing in it names or recognises a person."""
    entrants = [{name: getattr(one, name) for name in ENTRANT} for one in state.entrants]
    for one in entrants:
        one |= {"stratum": one["stratum"] or "", "people": []}
        one["penalties"] = [dict(zip(PENALTY, each, strict=True)) for each in one["penalties"]]
    columns = LINE.keys() - RESULT
    lines = [{name: getattr(line, name) for name in columns} | line.result.columns() for line in state.lines]
    said = {"options": dict(state.options or {}), "why": why, "entrants": entrants, "lines": lines}
    return {**{name: getattr(state, name) for name in STATE}, **said}


def names_body(heat: Heat) -> dict[str, str]:
    """Return the names of a heat's contestants as strangers may read them today, by label."""
    entrants = list(heat.entrants.all())
    names = names_to_strangers(heat, entrants)
    return {one.label: name for one in entrants if (name := normalize("NFKC", names[one.pk]).strip()[:LONGEST_NAMES])}


def state_file(heat: Heat) -> dict[str, Any]:
    """Return the file with everything of a heat that the organiser loads by hand. It has no secret."""
    state = state_body(stored_state(heat), f"Taken along by {heat.club_name}."[:200])
    return {"heat": heat.hub_id, "event": heat.event.hub_id, "state": state, "names": names_body(heat)}


def body_digest(body: Any) -> str:
    """Return what recognises a body that says the same as another one."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def is_told(heat: Heat, state: HeatState) -> bool:
    """True if the hub has this state of the heat."""
    return (state.digest, state.confirmed) == (heat.at_hub.told_digest, heat.at_hub.told_confirmed)


def is_untold(heat: Heat, state: HeatState) -> bool:
    """True if the hub takes states of the heat and does not have this one."""
    takes = heat.counts and heat.event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)
    return takes and heat.state_number > 0 and not is_told(heat, state)


def at_hub_page(heat: Heat) -> dict[str, Any] | None:
    """Return the part of a heat's page about the organiser's server, or None. `conflict` has results that would go."""
    at_hub = getattr(heat, "at_hub", None)
    return at_hub and {
        "all_told": is_told(heat, stored_state(heat)),
        "conflict": [place_words(*one) for one in (at_hub.conflict or {}).get("lines", [])],
        "needs_key": needs_key(heat),
    }


def needs_key(heat: Heat) -> bool:
    """True if a heat of another server's event can still start, and does not have the key of its boards."""
    waits = heat.counts and heat.event.status == EventStatus.ANNOUNCED and not heat.event.is_closed()
    return waits and heat.event.is_remote and not heat.boards_key and not heat.results_file


def hub_notices(heat: Heat) -> list[str]:
    """Return sentences about what the organiser's server refused or does not answer: what happened, and what to do."""
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None or heat.event.window_closes < timezone.now() - timedelta(days=40):
        return []
    silence = at_hub.silence
    if silence and at_hub.tries:
        silence = SILENT if not needs_key(heat) else NO_KEY_YET if heat.event.sealed_boards else NO_BOARDS_YET
    found = [IN_THE_WAY if at_hub.conflict is not None else "", at_hub.refusal, silence]
    newest = heat.event.publications.last() if heat.event.status == EventStatus.PUBLISHED else None
    payload = newest.payload if newest is not None else {}
    said = payload.get("digests", {}).get(heat.public_id)
    if said is not None and said != stored_state(heat).digest:
        ranked = {row["entrant"]: row["boards"] for one in payload["lists"] for row in one["rows"]}
        boards = {row for side in ("south", "north") for row in heat.lines.values_list(side, "board")}
        played = Counter(entrant for entrant, _ in boards)
        where = [label for pk, label in heat.entrants.values_list("pk", "label") if ranked.get(pk, 0) != played[pk]]
        found.append(OTHER_STATE.format(f", such as for contestant {', '.join(where[:5])}" if where else ""))
    return [notice for notice in found if notice]
