"""A heat of another server's event as its directors see it: what the organiser's server has, and what is in the way."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubsite.events.heat_state import stored_state
from clubsite.events.models import EventStatus, Heat
from clubsite.events.selectors.at_hub_bodies import names_body, state_body
from clubsite.events.selectors.event_payload import newest_publication
from clubsite.events.selectors.hub_heats import place_words

TOLD_DAYS = timedelta(days=40)
"""How long after the window directors are told what their hub has refused."""
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


@dataclass(frozen=True, slots=True)
class AtHubPage:
    """The part of a heat's page about its hub. `conflict` has the places that would go."""

    all_told: bool
    conflict: list[str]
    wants_key: bool


def at_hub_page(heat: Heat) -> AtHubPage | None:
    """Return the part of a heat's page about the organiser's server, or None for an event of this one."""
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None:
        return None
    state = stored_state(heat)
    return AtHubPage(
        all_told=(state.digest, state.confirmed) == (at_hub.told_digest, at_hub.told_confirmed),
        conflict=[place_words(*one) for one in (at_hub.conflict or {}).get("lines", [])],
        wants_key=not heat.boards_key and heat.event.status == EventStatus.ANNOUNCED and not heat.results_file,
    )


def hub_notices(heat: Heat) -> list[str]:
    """Return sentences about what the organiser's server refused or does not answer: what happened, and what to do."""
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None or heat.event.window_closes < timezone.now() - TOLD_DAYS:
        return []
    found = [IN_THE_WAY] if at_hub.conflict is not None else []
    found += [at_hub.refusal] if at_hub.refusal else []
    if at_hub.silence and not at_hub.tries:
        found.append(at_hub.silence)
    elif at_hub.silence:
        waits = heat.counts and heat.event.status == EventStatus.ANNOUNCED and not heat.event.is_closed()
        needs_key = waits and not heat.boards_key and not heat.results_file
        found.append((NO_KEY_YET if heat.event.sealed_boards else NO_BOARDS_YET) if needs_key else SILENT)
    return [*found, *_ranking_differs(heat)]


def _ranking_differs(heat: Heat) -> list[str]:
    """Return a sentence if the published ranking counts other results of a heat than are stored here, or []."""
    newest = newest_publication(heat.event) if heat.event.status == EventStatus.PUBLISHED else None
    said = newest.payload.get("digests", {}).get(heat.public_id) if newest is not None else None
    if newest is None or said in (None, stored_state(heat).digest):
        return []
    ranked = {row["entrant"]: row["boards"] for one in newest.payload["lists"] for row in one["rows"]}
    boards = {row for side in ("south", "north") for row in heat.lines.values_list(side, "board")}
    played = Counter(entrant for entrant, _ in boards)
    where = [label for pk, label in heat.entrants.values_list("pk", "label") if ranked.get(pk, 0) != played[pk]]
    return [OTHER_STATE.format(f", such as for contestant {', '.join(where[:5])}" if where else "")]


def state_file(heat: Heat) -> dict[str, Any]:
    """Return the file with everything of a heat that the organiser loads by hand. It has no secret."""
    state = state_body(stored_state(heat), f"Taken along by {heat.club_name}."[:200])
    return {"heat": heat.hub_id, "event": heat.event.hub_id, "state": state, "names": names_body(heat)}
